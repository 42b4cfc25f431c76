import type { LinkTarget, TicketLink } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TicketsAbout } from '../../domain/ticket/tickets-about.tsx';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aGame } from '../../test/games.ts';
import { renderScreen, type ScreenOptions } from '../../test/render.tsx';
import { aRow } from '../../test/sessions.ts';
import { showTicket } from '../../test/ticket-screen.tsx';
import { aTicket } from '../../test/tickets.tsx';
import { NewTicketPage } from './pages/new-ticket-page.tsx';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../components/rich-text/rich-text-editor.tsx', () => import('../../test/tickets.tsx'));

const session = '0190a7de-0000-7000-8000-000000000001';
const links: TicketLink[] = [
  { id: 1, kind: 'session', ref: session, name: 'N2F0A17C4B93D201' },
  { id: 2, kind: 'game', ref: '7', name: 'Wolves of Skadi' },
  { id: 3, kind: 'outage', ref: '4', name: 'Alpina' },
  { id: 4, kind: 'incident', ref: '5', name: '' },
  { id: 5, kind: 'difference', ref: '3:2026-11-20', name: 'Alpina' },
];

beforeEach(() => {
  vi.mocked(toast).mockClear();
});

describe('the links of a ticket', () => {
  const region = () => screen.findByRole('region', { name: 'Links' });

  it('are named, and each leads to its screen', async () => {
    showTicket(aTicket(), { listTicketLinks: { rows: links } });
    await screen.findByText('Game Wolves of Skadi');
    const shown = within(await region()).getAllByRole('link');
    expect(shown.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Session N2F0A17C4B93D201', `/session/${session}`],
      ['Game Wolves of Skadi', '/game/7'],
      ['Outage #4 · Alpina', '/status?outage=4'],
      ['Incident #5', '/alerts?incident=5'],
      ['Reconciliation Alpina · 20/11/2026', '/reconciliation?to=2026-11-20&integration=3&day=2026-11-20'],
    ]);
  });

  it.each([
    ['an address', 'https://hub.example/alerts?incident=5', { kind: 'incident', ref: '5' }],
    ['any id of a session', 'NA28', { kind: 'session', ref: session }],
  ])('are added by %s, and the keyboard is where it was', async (_what, typed, target) => {
    const { user, calls } = showTicket(aTicket(), {
      searchSessions: [aRow()],
      addTicketLink: links[0],
    });
    await user.click(await screen.findByRole('button', { name: 'Add link' }));
    const field = screen.getByRole('textbox', { name: 'What to link' });
    expect(field).toHaveFocus();
    await user.type(field, `${typed}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Add link' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Add link' })).toHaveFocus();
    const sent = calls.filter(({ endpoint }) => endpoint === 'addTicketLink').map(({ body }) => body);
    expect(sent).toEqual([target]);
  });

  it('find a game by its name, and say what is found by nothing', async () => {
    const { user, calls } = showTicket(aTicket(), {
      listGames: { rows: [aGame({ id: 8, name: 'Amber Hall', sub_name: null })] },
      addTicketLink: links[1],
    });
    await user.click(await screen.findByRole('button', { name: 'Add link' }));
    await user.click(screen.getByRole('combobox', { name: 'Kind of link' }));
    await user.click(await screen.findByRole('option', { name: 'Game' }));
    const field = screen.getByRole('textbox', { name: 'What to link' });
    await user.type(field, 'Emerald{Enter}');
    expect(await screen.findByText('Nothing is found by this.')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'amber{Enter}');
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Add link' })).toBeNull());
    const sent = calls.filter(({ endpoint }) => endpoint === 'addTicketLink').map(({ body }) => body);
    expect(sent).toEqual([{ kind: 'game', ref: '8' }]);
  });

  it('keep what was typed when it is not there for the reader', async () => {
    const { user } = showTicket(aTicket(), { addTicketLink: new Refusal(404) });
    await user.click(await screen.findByRole('button', { name: 'Add link' }));
    await user.type(screen.getByRole('textbox', { name: 'What to link' }), '/status?outage=9{Enter}');
    expect(await screen.findByText('Nothing is found by this.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'What to link' })).toHaveValue('/status?outage=9');
  });

  it('are removed, and stay where that fails', async () => {
    let refused: unknown = new Refusal(500);
    const { user, calls } = showTicket(aTicket(), {
      listTicketLinks: { rows: links },
      removeTicketLink: () => refused,
    });
    const name = 'Remove the link with Game Wolves of Skadi';
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', "Couldn't remove the link", expect.anything()),
    );
    refused = null;
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() =>
      expect(calls.filter(({ endpoint }) => endpoint === 'removeTicketLink').map(({ path }) => path)).toEqual(
        ['/api/tickets/12/links/2', '/api/tickets/12/links/2'],
      ),
    );
  });

  it('of a deleted ticket are only read, and say so when they cannot be', async () => {
    const deletion = { by: { id: 'anna', username: 'anna' }, at: '2026-11-21T10:00:00.000Z' };
    const { unmount } = showTicket(aTicket({ deletion }), { listTicketLinks: { rows: links } });
    expect(await screen.findByText('Game Wolves of Skadi')).toBeVisible();
    expect(within(await region()).queryAllByRole('button')).toEqual([]);
    unmount();
    showTicket(aTicket(), { listTicketLinks: new Refusal(500) });
    expect(await within(await region()).findByRole('button', { name: 'Reload' })).toBeVisible();
  });
});

describe('the tickets about something', () => {
  const target: LinkTarget = { kind: 'incident', ref: '5' };
  function show(answers: object, options: ScreenOptions = {}) {
    const calls = answerCalls(answers as Record<string, unknown>);
    const about = { type: 'general' as const, integration: 3 };
    return { calls, ...renderScreen(<TicketsAbout target={target} about={about} />, options) };
  }

  it('are listed with their state, and another one begins with the link', async () => {
    const { calls } = show({ listTickets: [aTicket({ status: 'ongoing' })] });
    expect(await screen.findByRole('link', { name: '#12 Reels stand still' })).toHaveAttribute(
      'href',
      '/ticket/12',
    );
    expect(screen.getByText('Ongoing')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open a ticket' })).toHaveAttribute(
      'href',
      '/new-ticket?type=general&integration=3&link=incident%3A5',
    );
    expect(calls.map(({ query }) => query)).toEqual([{ about: 'incident:5' }]);
  });

  it('are none, or nothing for who has no tickets', async () => {
    const { unmount } = show({ listTickets: [] });
    expect(await screen.findByText('No tickets')).toBeVisible();
    unmount();
    const { calls } = show({}, { role: 'ludus_manager' });
    expect(screen.queryByText('Tickets')).toBeNull();
    expect(calls).toEqual([]);
  });
});

describe('a new ticket', () => {
  const reads = {
    listIntegrations: { rows: [] },
    listGames: { rows: [] },
    createTicket: aTicket({ id: 40 }),
  };

  it('says what it will be linked with, is sent with it, or without where that is taken away', async () => {
    const calls = answerCalls(reads);
    const onOpen = vi.fn();
    const search = { link: 'difference:3:2026-11-20' };
    const page = <NewTicketPage sessionId={null} search={search} onOpen={onOpen} />;
    const link = 'Reconciliation 20/11/2026';
    const write = async (user: ReturnType<typeof renderScreen>['user']) => {
      await user.type(screen.getByRole('textbox', { name: 'Title' }), 'T');
      await user.type(await screen.findByRole('textbox', { name: 'Description' }), 'D');
      await user.click(screen.getByRole('button', { name: 'Send' }));
      await waitFor(() => expect(onOpen).toHaveBeenCalledWith(40));
    };
    const first = renderScreen(page);
    expect(await screen.findByText(`Will be linked with: ${link}`)).toBeVisible();
    await write(first.user);
    first.unmount();
    onOpen.mockClear();
    const second = renderScreen(page);
    await second.user.click(await screen.findByRole('button', { name: `Remove the link with ${link}` }));
    await write(second.user);
    const sent = calls.filter(({ endpoint }) => endpoint === 'createTicket').map(({ body }) => body);
    expect(sent).toEqual([
      expect.objectContaining({ link: { kind: 'difference', ref: '3:2026-11-20' } }),
      expect.not.objectContaining({ link: expect.anything() }),
    ]);
  });

  it('leaves out what cannot be linked', async () => {
    answerCalls(reads);
    renderScreen(<NewTicketPage sessionId={null} search={{ link: 'user:3' }} onOpen={vi.fn()} />);
    expect(await screen.findByRole('textbox', { name: 'Title' })).toBeVisible();
    expect(screen.queryByText(/Will be linked with/)).toBeNull();
  });
});
