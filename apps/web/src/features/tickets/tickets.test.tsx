import type { Ticket } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { answerUploads } from '../../test/answer-uploads.ts';
import { aGame, aLink } from '../../test/games.ts';
import { renderScreen, type ScreenOptions } from '../../test/render.tsx';
import { anAnswer, aTicket } from '../../test/tickets.tsx';
import { setViewport } from '../../test/viewport.ts';
import { arrangeTickets } from './arrange.ts';
import { TicketPage } from './pages/ticket-page.tsx';
import { TicketsPage } from './pages/tickets-page.tsx';
import { readTicketsSearch, type TicketsSearch } from './search.ts';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../components/rich-text/rich-text-editor.tsx', () => import('../../test/tickets.tsx'));

const integration = (id: number, name: string) => ({
  id,
  name,
  version: 'GAI2',
  externalIdentifier: name.toLowerCase(),
  createdAt: '2026-01-01T10:00:00Z',
  updatedAt: '2026-01-01T10:00:00Z',
  operators: [{ id: id * 10, name: `Operator of ${name}`, code: `${name}1`, platformId: null }],
});

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
  listIntegrations: { rows: [integration(1, 'Alpina'), integration(2, 'Baltica')] },
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

function showTicket(ticket: Ticket, answers: object = {}, options: ScreenOptions = {}) {
  const onDeleted = vi.fn();
  const calls = answerCalls({ listTickets: [], getTicket: ticket, ...answers });
  const shown = renderScreen(
    <TicketPage id={ticket.id} onDeleted={onDeleted} renderSession={(id) => <output>Session {id}</output>} />,
    options,
  );
  return { ...shown, calls, onDeleted };
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
      'Session id',
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
      ['Open', 'Newest', 'AAlpina', '', '', '0', '[deleted]', '20/11/2026 11:00'],
      ['Ongoing', 'Mine', 'AAlpina', 'Wolves of Skadi', 'N2F0A17C4B93D201', '1', 'You', '20/11/2026 11:00'],
      ['Closed', 'Done', 'AAlpina', 'Wolves of Skadi', 'N2F0A17C4B93D201', '0', 'anna', '19/11/2026 11:00'],
    ]);
    const toneOf = (status: string) =>
      screen.getByText(status).closest('[data-tone]')?.getAttribute('data-tone');
    expect(['Open', 'Ongoing', 'Closed'].map(toneOf)).toEqual(['negative', 'warning', 'positive']);
    expect(screen.getByText('3 tickets')).toBeVisible();
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

  it('[TICK-02] has no integration to choose or to read for people of one', async () => {
    showList({}, {}, { role: 'integration_admin' });
    await screen.findByText('Newest');
    expect(screen.queryByRole('combobox', { name: 'Integration' })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Integration' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Operator' })).toBeVisible();
  });

  it('is searched by title, number, person and session, and sorted by its headers', async () => {
    const found = (find: string) => arrangeTickets(all, { find }).map(({ title }) => title);
    expect(found('mine')).toEqual(['Mine']);
    expect(found('#14')).toEqual(['Newest']);
    expect(found('anna done')).toEqual(['Done']);
    expect(found('n2f0a')).toEqual(['Mine', 'Done']);
    expect(arrangeTickets(all, { sort: 'title', direction: 'asc' }).map(({ title }) => title)).toEqual([
      'Done',
      'Mine',
      'Newest',
    ]);
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
    const { user } = showList({ getTicket: all[1] });
    const row = await screen.findByRole('row', { name: 'Open the ticket Mine' });
    row.focus();
    await user.keyboard('{Enter}');
    expect(search.ticket).toBe(13);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('We look into it.')).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'Open on a page of its own' })).toHaveAttribute(
      'href',
      '/ticket/13',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(search.ticket).toBeUndefined();
  });

  it('is a list of two-line rows on a phone', async () => {
    setViewport(390);
    showList();
    const row = await screen.findByRole('button', { name: /Mine/ });
    expect(row).toHaveTextContent('Alpina · You · 20/11/2026 11:00');
    expect(row).toHaveTextContent('Ongoing');
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

  it('[TICK-06][TICK-07] shows title, status, integration, session ticket, reporter, date and text', async () => {
    const { user } = showTicket(aTicket());
    const article = await screen.findByRole('article', { name: 'Ticket #12' });
    for (const text of [
      'Reels stand still',
      'Open',
      'Alpina',
      'Wolves of Skadi',
      'anna',
      '20/11/2026 11:00',
    ]) {
      expect(within(article).getAllByText(text)[0]).toBeVisible();
    }
    expect(within(article).getByText('free spin').tagName).toBe('STRONG');
    await user.click(within(article).getByRole('button', { name: 'Show session N2F0A17C4B93D201' }));
    expect(screen.getByRole('status')).toHaveTextContent('Session 0190a7de-0000-7000-8000-000000000001');
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
    expect(screen.queryByRole('button', { name: 'Add answer' })).toBeNull();
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

  it('says that there is none where it is gone or another integration’s', async () => {
    showTicket(aTicket(), { getTicket: new Refusal(404) });
    expect(await screen.findByText('There is no such ticket')).toBeVisible();
  });
});

describe('a new answer', () => {
  async function open(answers: object = {}) {
    const shown = showTicket(aTicket(), { createAnswer: anAnswer(), ...answers });
    await shown.user.click(await screen.findByRole('button', { name: 'Add answer' }));
    return { ...shown, text: await screen.findByRole('textbox', { name: 'Answer' }) };
  }
  const send = () => screen.getByRole('button', { name: 'Send' });
  const sent = (calls: { endpoint: string; body?: unknown }[]) =>
    calls.filter(({ endpoint }) => endpoint === 'createAnswer').map(({ body }) => body);
  const file = (name: string, size = 3) => new File(['x'.repeat(size)], name);

  it('[TICK-10][TICK-11][ERR-058] goes as ongoing, or closes the ticket when the toggle is on', async () => {
    const { user, text, calls } = await open();
    await user.type(text, 'First');
    await user.click(send());
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Answer added'));
    await user.click(await screen.findByRole('button', { name: 'Add answer' }));
    await user.type(await screen.findByRole('textbox', { name: 'Answer' }), 'Last');
    await user.click(screen.getByRole('switch', { name: 'Close Ticket with this answer?' }));
    await user.click(send());
    await waitFor(() =>
      expect(sent(calls)).toEqual([
        { ticketId: 12, status: 'ongoing', description: 'First' },
        { ticketId: 12, status: 'closed', description: 'Last' },
      ]),
    );
  });

  it('[TICK-10] is left by Cancel, and needs words', async () => {
    const { user, calls } = await open();
    await user.click(send());
    expect(await screen.findByText('Please enter a description.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('textbox', { name: 'Answer' })).toBeNull();
    expect(sent(calls)).toEqual([]);
  });

  it('[TICK-20] sends its files after it, with its id', async () => {
    const uploads = answerUploads(() => ({ status: 200, body: {} }));
    const { user, text } = await open();
    await user.type(text, 'See');
    await user.upload(screen.getByLabelText('Add files'), [file('a.png'), file('b.pdf')]);
    expect(uploads).toEqual([]);
    await user.click(send());
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Answer' })).toBeNull());
    expect(uploads.map(({ path, fields, file: one }) => [path, fields.answerId, one.name])).toEqual([
      ['/api/tickets/12/media', '31', 'a.png'],
      ['/api/tickets/12/media', '31', 'b.pdf'],
    ]);
  });

  it('[TICK-20][ERR-065] keeps a file that was not sent, and sends it again without a second answer', async () => {
    let isDown = true;
    const uploads = answerUploads(() => (isDown ? { status: 500 } : { status: 200, body: {} }));
    const { user, text, calls } = await open();
    await user.type(text, 'See');
    await user.upload(screen.getByLabelText('Add files'), [file('a.png')]);
    await user.click(send());
    expect(await screen.findByText('Not sent')).toBeVisible();
    expect(toast).toHaveBeenCalledWith('error', 'Something went wrong submitting media, please try again.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Send a.png again' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Answer' })).toBeNull());
    expect([uploads.length, sent(calls).length]).toEqual([2, 1]);
  });

  it('refuses files of another kind, empty ones and large ones before they are sent', async () => {
    const { user } = await open();
    const large = file('film.mp4');
    Object.defineProperty(large, 'size', { value: 26_214_401 });
    const field = screen.getByLabelText('Add files');
    field.removeAttribute('accept');
    await user.upload(field, [file('page.html'), file('none.png', 0), large, file('ok.zip')]);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'page.html is not a picture, video, PDF or ZIP. none.png is empty. film.mp4 is larger than 25 MB.',
    );
    expect(within(screen.getByRole('list', { name: 'Attachments' })).getAllByRole('listitem')).toHaveLength(
      1,
    );
  });

  it('[ERR-060] keeps what was typed when it cannot be sent, and says when the ticket was closed meanwhile', async () => {
    let ticket = aTicket();
    const { user, text } = await open({
      getTicket: () => ticket,
      createAnswer: () => {
        ticket = aTicket({ status: 'closed', answers: [anAnswer({ status: 'closed' })] });
        return new Refusal(409, 'A closed ticket takes no new answers.');
      },
    });
    await user.type(text, 'Too late');
    await user.click(send());
    expect(await screen.findByText(/has been closed meanwhile/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue('Too late');
    expect(send()).toBeDisabled();
    expect(toast).toHaveBeenCalledWith('error', 'Something went wrong, please try again', {
      detail: 'A closed ticket takes no new answers.',
    });
  });
});
