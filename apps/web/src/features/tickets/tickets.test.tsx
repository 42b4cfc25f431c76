import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aGame, aLink } from '../../test/games.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen, type ScreenOptions } from '../../test/render.tsx';
import { aRow, aSession } from '../../test/sessions.ts';
import { showTicket } from '../../test/ticket-screen.tsx';
import { anAnswer, aTicket } from '../../test/tickets.tsx';
import { setViewport } from '../../test/viewport.ts';
import { filterAndSortTickets } from './filter-and-sort.ts';
import { it as it_ } from './i18n.it.ts';
import { TicketsPage } from './pages/tickets-page.tsx';
import { readTicketsSearch, type TicketsSearch } from './search.ts';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../components/rich-text/rich-text-editor.tsx', () => import('../../test/tickets.tsx'));

const all = [
  aTicket({ id: 14, title: 'Newest', session: null, sessionId: null, game: null, reporter: null }),
  aTicket({
    id: 13,
    title: 'Mine',
    status: 'ongoing',
    answers: [anAnswer()],
    reporter: { id: 'user-1', username: 'g.ferraris' },
  }),
  aTicket({ id: 12, title: 'Done', status: 'closed', createdAt: '2026-11-19T10:00:00.000Z' }),
];

const reader = { isProvider: true, userId: 'user-1', now: Date.now() };

let search: TicketsSearch = {};
function List({ start }: { start: TicketsSearch }) {
  const [current, setCurrent] = useState(start);
  search = current;
  return (
    <TicketsPage
      search={current}
      onSearch={setCurrent}
      renderSession={(id, onClose) => (
        <button type="button" onClick={onClose}>
          Session {id}
        </button>
      )}
    />
  );
}

const reads = {
  listTicketAssignees: { rows: [] },
  listIntegrations: { rows: [anIntegration(1, 'Alpina'), anIntegration(2, 'Baltica')] },
  listGames: {
    rows: [
      aGame({ id: 7, name: 'Wolves of Skadi', sub_name: null, integrations: [aLink('active', { id: 1 })] }),
      aGame({ id: 8, name: 'Not done', sub_name: null, isDev: true }),
    ],
  },
};

function showList(answers: object = {}, start: TicketsSearch = {}, options: ScreenOptions = {}) {
  const calls = answerCalls({ ...reads, listTickets: all, ...answers });
  return { ...renderScreen(<List start={start} />, options), calls };
}

beforeEach(() => {
  vi.mocked(toast).mockClear();
});

describe('the list of tickets', () => {
  it('[TICK-03][TICK-04][TICK-05] has a row for each, newest first, with "You" and "[deleted]"', async () => {
    showList();
    await screen.findByText('Newest');
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers).toEqual([
      'Status',
      'Title',
      'Integration',
      'Game',
      'Session',
      'Answers',
      'Reporter',
      'Created',
    ]);
    const texts = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    expect(texts).toEqual([
      [expect.stringMatching(/^Open/), 'Newest', 'AAlpina', '', '', '0', '[deleted]', '20/11/2026 11:00'],
      [
        'OngoingWith the integration',
        'Mine',
        'AAlpina',
        'Wolves of Skadi',
        'N2F0A17C4B93D201',
        '1',
        'You',
        '20/11/2026 11:00',
      ],
      ['Closed', 'Done', 'AAlpina', 'Wolves of Skadi', 'N2F0A17C4B93D201', '0', 'anna', '19/11/2026 11:00'],
    ]);
    const toneOf = (status: string) =>
      screen.getByText(status).closest('[data-tone]')?.getAttribute('data-tone');
    expect(['Open', 'Ongoing', 'Closed'].map(toneOf)).toEqual(['negative', 'warning', 'positive']);
    expect(screen.getByText('3 tickets')).toBeVisible();
  });

  it('finds the tickets of a session by an id that only the session store knows', async () => {
    const { calls } = showList(
      { searchSessions: [aRow({ id: all[1]?.sessionId ?? '' })] },
      { find: 'S-000004711' },
    );
    expect(await screen.findByText('Mine')).toBeVisible();
    expect(screen.queryByText('Newest')).toBeNull();
    expect(calls.find(({ endpoint }) => endpoint === 'searchSessions')?.query).toEqual({
      relatedId: 'S-000004711',
      searchType: 'sessionId',
    });
  });

  it('shows the ID that the platform gives the session of a ticket beside the external ticket ID', async () => {
    showTicket(aTicket(), { getSession: aSession({ sessionId: 'S-000004711' }) });
    const named = async (name: string) =>
      (await screen.findByText(name, { selector: 'dt' })).nextElementSibling;
    expect(await named('Session ID')).toHaveTextContent('S-000004711');
    expect(await named('External ticket ID')).toHaveTextContent('N2F0A17C4B93D201');
  });

  it('[TICK-03] shows a session id whole, to be copied without opening the ticket', async () => {
    const session = { id: '0190a7de-0000-7000-8000-000000000001', aamsTicketId: null };
    const { user } = showList({ listTickets: [aTicket({ session })] });
    const cell = (await screen.findByText(session.id)).parentElement as HTMLElement;
    await user.click(within(cell).getByRole('button'));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('copy', 'Hub session ID copied to clipboard'));
    expect(await navigator.clipboard.readText()).toBe(session.id);
    expect(search.ticket).toBeUndefined();
  });

  it('[TICK-01][OPEN-52] asks the server for what is chosen, and keeps it in the URL', async () => {
    const { user, calls } = showList();
    await screen.findByText('Newest');
    const choose = async (label: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await choose('Status', 'Ongoing');
    await choose('Integration', 'Alpina');
    await choose('Game', 'Wolves of Skadi');
    await choose('Operator', 'Operator of Alpina');
    expect(search).toMatchObject({ status: 'ongoing', integration: 1, game: 7, operator: 10 });
    await waitFor(() =>
      expect(calls.filter(({ endpoint }) => endpoint === 'listTickets').at(-1)?.query).toEqual({
        status: 'ongoing',
        integrationId: '1',
        gameId: '7',
        operatorId: '10',
      }),
    );
    expect(
      readTicketsSearch({ status: 'ongoing', integration: '1', game: 'x', page: '0', ticket: '5' }),
    ).toEqual({ status: 'ongoing', integration: 1, ticket: 5 });
  });

  it('[TICK-14] lists deleted tickets when they are asked for, marked as deleted', async () => {
    const gone = aTicket({
      title: 'A mistake',
      deletion: { at: '2026-11-20T12:00:00.000Z', by: { id: 'anna', username: 'anna' } },
    });
    const { user, calls } = showList({ listTickets: [gone] }, {}, { role: 'integration_admin' });
    await user.click(await screen.findByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Deleted' }));
    expect(search).toEqual({ status: 'deleted' });
    await waitFor(() =>
      expect(calls.filter(({ endpoint }) => endpoint === 'listTickets').at(-1)?.query).toEqual({
        deleted: 'true',
      }),
    );
    const row = await screen.findByRole('row', { name: 'Open ticket A mistake' });
    expect(within(row).getByText('Deleted').closest('[data-tone]')).toHaveAttribute('data-tone', 'neutral');
    expect(within(row).queryByText('Open')).toBeNull();
    expect(readTicketsSearch({ status: 'deleted' })).toEqual({ status: 'deleted' });
  });

  it('[TICK-02] has no integration to choose or to read for people of one', async () => {
    showList({}, {}, { role: 'integration_admin' });
    await screen.findByText('Newest');
    expect(screen.queryByRole('combobox', { name: 'Integration' })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Integration' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Operator' })).toBeVisible();
  });

  it('is searched by title, number, person and session, and sorted by its headers', async () => {
    const found = (find: string) => filterAndSortTickets(all, { find }, reader).map(({ title }) => title);
    expect(found('mine')).toEqual(['Mine']);
    expect(found('#14')).toEqual(['Newest']);
    expect(found('anna done')).toEqual(['Done']);
    expect(found('n2f0a')).toEqual(['Mine', 'Done']);
    expect(
      filterAndSortTickets(all, { sort: 'title', direction: 'asc' }, reader).map(({ title }) => title),
    ).toEqual(['Done', 'Mine', 'Newest']);
    const { user } = showList();
    await screen.findByText('Newest');
    await user.click(screen.getByRole('button', { name: 'Title' }));
    expect(search).toMatchObject({ sort: 'title', direction: 'asc' });
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'mine');
    await waitFor(() => expect(screen.queryByText('Newest')).toBeNull());
    expect(screen.getByText('1 of 3 tickets')).toBeVisible();
  });

  it('[ERR-060] is a failure on screen when it cannot be read, and goes on after Reload', async () => {
    let isDown = true;
    const { user } = showList({ listTickets: () => (isDown ? new Refusal(500) : all) });
    expect(await screen.findByText('Something went wrong, please try again')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('Newest')).toBeVisible();
  });

  it('says what to do when there are none, and how to see more when nothing fits', async () => {
    showList({ listTickets: [] });
    expect(await screen.findByText('No tickets yet')).toBeVisible();
    const { user } = showList({ listTickets: [] }, { status: 'open' });
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(search).toEqual({});
  });

  it('[TICK-06] opens a ticket over the list by a click and by the keyboard, and closes it', async () => {
    setViewport(1279);
    const { user } = showList({ getTicket: all[1] });
    const row = await screen.findByRole('row', { name: 'Open ticket Mine' });
    row.focus();
    await user.keyboard('{Enter}');
    expect(search.ticket).toBe(13);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('We look into it.')).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'Open full page' })).toHaveAttribute(
      'href',
      '/ticket/13',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(search.ticket).toBeUndefined();
  });

  it('[TICK-06] opens a ticket beside the list on a wide screen, moves by J and K, and closes it by Esc', async () => {
    setViewport(1280);
    const getTicket = ({ path }: { path: string }) => all.find(({ id }) => path === `/api/tickets/${id}`);
    const { user } = showList({ getTicket });
    await user.click(await screen.findByRole('row', { name: 'Open ticket Newest' }));
    const panel = screen.getByRole('region', { name: 'Ticket' });
    expect(await within(panel).findByRole('article', { name: 'Ticket #14' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(within(panel).getByRole('textbox', { name: 'Answer' })).toBeVisible();
    // What the list cannot show beside it is left out; its rows stay.
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Status',
      'Title',
    ]);
    await user.keyboard('j');
    expect(search.ticket).toBe(13);
    expect(await within(panel).findByText('We look into it.')).toBeVisible();
    expect(screen.getByRole('row', { name: 'Open ticket Mine' })).toHaveFocus();
    await user.keyboard('jj');
    expect(search.ticket).toBe(12);
    await user.keyboard('k');
    expect(search.ticket).toBe(13);
    await user.keyboard('{Escape}');
    expect(search.ticket).toBeUndefined();
    expect(screen.queryByRole('region', { name: 'Ticket' })).toBeNull();
    expect(screen.getByRole('row', { name: 'Open ticket Mine' })).toHaveFocus();
  });

  it('[TICK-03] is a list of rows on a phone that say what the columns do', async () => {
    setViewport(390);
    showList();
    const row = await screen.findByRole('button', { name: /Mine/ });
    expect(row).toHaveTextContent(/^Mine/);
    expect(within(row).getByText('Alpina · Wolves of Skadi')).toBeVisible();
    expect(within(row).getByText('You · 1 answer')).toBeVisible();
    expect(row).toHaveTextContent(/External ticket ID: \S+/);
    expect(row).toHaveTextContent(/20\/11\/2026 11:00$/);
    // Nothing stands in the place of a game that there is none of.
    const newest = within(screen.getByRole('button', { name: /Newest/ }));
    expect(newest.getByText('Alpina')).toBeVisible();
    expect(newest.getByText('[deleted] · 0 answers')).toBeVisible();
    expect(screen.getByPlaceholderText('Title, number or session')).toBeVisible();
  });
});

describe('a ticket', () => {
  const closed = aTicket({
    status: 'closed',
    ticket_media: [
      {
        id: 1,
        name: 'shot.png',
        contentType: 'image/png',
        bytes: 27_000,
        url: '/files/tickets/1/shot.png?s',
        s3Url: 'x',
      },
      {
        id: 2,
        name: 'log.zip',
        contentType: 'application/zip',
        bytes: 9,
        url: '/files/tickets/2/log.zip?s',
        s3Url: 'x',
      },
    ],
    answers: [
      anAnswer(),
      anAnswer({ id: 32, status: 'closed', description: '<p>Solved</p>', responder: null }),
    ],
  });

  it('[TICK-06][TICK-07] shows title, status, integration, external ticket ID, reporter, date and text', async () => {
    const { user } = showTicket(aTicket());
    const article = await screen.findByRole('article', { name: 'Ticket #12' });
    expect(screen.getByRole('heading', { level: 1, name: 'Reels stand still' })).toBeVisible();
    expect(screen.getByText('Open')).toBeVisible();
    for (const text of ['Alpina', 'Wolves of Skadi', 'anna', '20/11/2026 11:00']) {
      expect(within(article).getAllByText(text)[0]).toBeVisible();
    }
    expect(within(article).getByText('free spin').tagName).toBe('STRONG');
    await user.click(within(article).getByRole('button', { name: 'Show session N2F0A17C4B93D201' }));
    expect(screen.getByRole('status')).toHaveTextContent('Session 0190a7de-0000-7000-8000-000000000001');
    await user.click(within(article).getByRole('button', { name: 'Copy External ticket ID' }));
    expect(toast).toHaveBeenCalledWith('copy', 'External ticket ID copied to clipboard');
    expect(await navigator.clipboard.readText()).toBe('N2F0A17C4B93D201');
  });

  it('[TICK-08][CONST-08] opens attachments in a new window, each with the icon of its kind', async () => {
    showTicket(closed);
    const link = await screen.findByRole('link', { name: /shot\.png .*new window/ });
    expect(link).toHaveAttribute('href', '/files/tickets/1/shot.png?s');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(within(link).getByRole('img', { name: 'Image' })).toBeVisible();
    const zip = screen.getByRole('link', { name: /log\.zip .*new window/ });
    expect(within(zip).getByRole('img', { name: /zip/i })).toBeVisible();
  });

  it('[TICK-09] lists the answers with who, role and date, and says of the closing one who closed it', async () => {
    showTicket(closed);
    const list = await screen.findByRole('region', { name: 'Answers' });
    const [first, second] = within(list).getAllByRole('listitem') as [HTMLElement, HTMLElement];
    expect(first).toHaveTextContent('maraLudus admin20/11/2026 12:00We look into it.');
    expect(second).toHaveTextContent('closed by[deleted]20/11/2026 12:00Solved');
    expect(within(first).queryByText('closed by')).toBeNull();
  });

  it('[TICK-12][TICK-13][OPEN-59] closed takes no answer and cannot be deleted', async () => {
    showTicket(closed);
    await screen.findByText('Solved');
    expect(screen.queryByRole('form', { name: 'Add answer' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete ticket' })).toBeNull();
  });

  it('[TICK-14][ERR-057] asks before it is deleted', async () => {
    const { user, calls, onDeleted } = showTicket(aTicket(), { deleteTicket: null });
    await user.click(await screen.findByRole('button', { name: 'Delete ticket' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete the ticket “Reels stand still”?' });
    expect(calls.some(({ endpoint }) => endpoint === 'deleteTicket')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Delete ticket' }));
    await waitFor(() => expect(onDeleted).toHaveBeenCalled());
    expect(toast).toHaveBeenCalledWith('success', 'Ticket deleted');
  });

  it('[ERR-060] says so when it cannot be deleted, and why when it was closed meanwhile', async () => {
    const refusal = new Refusal(409, 'A closed ticket cannot be deleted.');
    const { user, onDeleted } = showTicket(aTicket(), { deleteTicket: refusal });
    await user.click(await screen.findByRole('button', { name: 'Delete ticket' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete ticket' }),
    );
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', 'Something went wrong, please try again', {
        detail: 'A closed ticket cannot be deleted.',
      }),
    );
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('[TICK-14] says that it was deleted when someone else did so while it was open', async () => {
    let isGone = false;
    const { user, onDeleted, queryClient } = showTicket(aTicket(), {
      getTicket: () => (isGone ? new Refusal(404, 'Ticket not found') : aTicket()),
    });
    await screen.findByRole('form', { name: 'Add answer' });
    isGone = true;
    await queryClient.invalidateQueries();
    expect(await screen.findByRole('alert')).toHaveTextContent('This ticket was deleted.');
    expect(screen.queryByRole('form', { name: 'Add answer' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete ticket' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to Tickets' }));
    expect(onDeleted).toHaveBeenCalled();
  });

  const deleted = aTicket({
    deletion: { at: '2026-11-20T12:00:00.000Z', by: { id: 'anna', username: 'anna' } },
  });

  it.each(['ludus_admin', 'integration_admin'] as const)(
    '[TICK-14] that is deleted says who deleted it, and is restored by %s',
    async (role) => {
      let current = deleted;
      const restored = () => {
        current = aTicket();
        return current;
      };
      const { user, calls } = showTicket(
        deleted,
        { getTicket: () => current, restoreTicket: restored },
        { role },
      );
      expect(await screen.findByRole('alert')).toHaveTextContent('This ticket was deleted.');
      const article = screen.getByRole('article', { name: 'Ticket #12' });
      expect(within(article).getByText('Deleted by').nextSibling).toHaveTextContent('anna');
      expect(within(article).getByText('20/11/2026 13:00')).toBeVisible();
      expect(screen.queryByRole('form', { name: 'Add answer' })).toBeNull();
      expect(screen.queryByRole('button', { name: 'Delete ticket' })).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Restore ticket' }));
      expect(await screen.findByRole('form', { name: 'Add answer' })).toBeVisible();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(calls.find(({ endpoint }) => endpoint === 'restoreTicket')?.path).toBe(
        '/api/tickets/12/restore',
      );
      expect(toast).toHaveBeenCalledWith('success', 'Ticket restored');
    },
  );

  it('[TICK-14] counts as restored when someone else was first, and says why it could not be', async () => {
    let reply = new Refusal(404, 'Ticket not found');
    const { user } = showTicket(deleted, { restoreTicket: () => reply });
    await user.click(await screen.findByRole('button', { name: 'Restore ticket' }));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', "Couldn't restore the ticket", {
        detail: 'Ticket not found',
      }),
    );
    reply = new Refusal(409, 'This ticket is not deleted.');
    await user.click(screen.getByRole('button', { name: 'Restore ticket' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Ticket restored'));
  });

  it('[TICK-14] says that it is restored also when an event shows it before the response arrives', async () => {
    const response = Promise.withResolvers<ReturnType<typeof aTicket>>();
    let current = deleted;
    const { user, queryClient } = showTicket(deleted, {
      getTicket: () => current,
      restoreTicket: () => {
        current = aTicket();
        return response.promise;
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Restore ticket' }));
    await waitFor(() => expect(current.deletion).toBeNull());
    await queryClient.invalidateQueries();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore ticket' })).toBeNull());
    response.resolve(current);
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Ticket restored'));
  });

  it('[TICK-14] asks in words that say how a deletion is undone, in both languages', async () => {
    const { user } = showTicket(aTicket());
    await user.click(await screen.findByRole('button', { name: 'Delete ticket' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('To restore it, filter the list by Deleted.');
    expect(it_.deleteText).toContain('Per ripristinarlo, filtra l’elenco per Eliminato.');
  });

  it('says that there is none where it is gone or another integration’s', async () => {
    showTicket(aTicket(), { getTicket: new Refusal(404) });
    expect(await screen.findByText('Ticket not found')).toBeVisible();
  });
});
