import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerCalls, type SeenCall } from '../../test/answer-calls.ts';
import { aGame, aLink } from '../../test/games.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen, type ScreenOptions } from '../../test/render.tsx';
import { aSession } from '../../test/sessions.ts';
import { showTicket } from '../../test/ticket-screen.tsx';
import { aTicket } from '../../test/tickets.tsx';
import { NewTicketPage } from './pages/new-ticket-page.tsx';
import type { NewTicketSearch } from './search.ts';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../components/rich-text/rich-text-editor.tsx', () => import('../../test/tickets.tsx'));

interface Shown extends ScreenOptions {
  sessionId?: string;
  search?: NewTicketSearch;
}

function show({ sessionId, search = {}, ...options }: Shown = {}, answers: object = {}) {
  const onOpen = vi.fn();
  const calls = answerCalls({
    listIntegrations: { rows: [anIntegration(1, 'Alpina')] },
    listGames: {
      rows: [
        aGame({
          id: 7,
          name: 'Amber Hall',
          sub_name: null,
          integrations: [aLink('active', { id: 1, name: 'Alpina' })],
        }),
      ],
    },
    createTicket: aTicket({ id: 40 }),
    ...answers,
  });
  const page = <NewTicketPage sessionId={sessionId ?? null} search={search} onOpen={onOpen} />;
  return { ...renderScreen(page, options), calls, onOpen };
}

const created = (calls: readonly SeenCall[]) =>
  calls.filter(({ endpoint }) => endpoint === 'createTicket').map(({ body }) => body);
const field = (name: string) => screen.getByRole('textbox', { name });
const type = () => screen.getByRole('combobox', { name: 'Type' });
const send = () => screen.getByRole('button', { name: 'Send' });

async function chooseType(user: ReturnType<typeof show>['user'], name: string) {
  await user.click(type());
  await user.click(await screen.findByRole('option', { name }));
}

describe('the form of a typed ticket', () => {
  it('suggests the types of a session that is closed, and takes the time of its last change', async () => {
    const session = aSession({ isOpen: false, externalUpdatedAt: '2026-11-20T09:15:00.000Z' });
    const { user } = show({ sessionId: session.id }, { getSession: session });
    await user.click(await screen.findByRole('button', { name: 'Stuck session' }));
    expect(type()).toHaveValue('Stuck session');
    expect(field('Stuck since, day')).toHaveValue('20/11/2026');
    expect(screen.queryByRole('button', { name: 'Big win' })).toBeNull();
  });

  it('suggests a stuck session for one that is open, with its last change, and sends its facts', async () => {
    const session = aSession({ isOpen: true, externalUpdatedAt: '2026-11-20T09:15:00.000Z' });
    const { user, calls } = show({ sessionId: session.id }, { getSession: session });
    await waitFor(() => expect(type()).toHaveValue('Stuck session'));
    expect(field('Stuck since, day')).toHaveValue('20/11/2026');
    expect(screen.getByLabelText('Time in Rome')).toHaveValue('10:15');
    await user.clear(field('Title'));
    await user.type(field('Title'), 'It stands still');
    await user.click(send());
    expect(await screen.findByText('Support needs this to begin.')).toBeVisible();
    await user.type(field('What the player sees'), 'A grey screen');
    await user.click(send());
    await waitFor(() =>
      expect(created(calls)).toEqual([
        {
          title: 'It stands still',
          description: '',
          sessionId: session.id,
          case: {
            type: 'stuckSession',
            since: '2026-11-20T09:15:00.000Z',
            playerSees: 'A grey screen',
          },
        },
      ]),
    );
  });

  it('stays general for a session that is closed, and for one whose type was chosen', async () => {
    const closed = aSession({ isOpen: false });
    show({ sessionId: closed.id }, { getSession: closed });
    expect(await screen.findByText('Integration and game come from the session.')).toBeVisible();
    expect(type()).toHaveValue('General');
  });

  it('says that a big win needs its session', async () => {
    const { user, calls } = show();
    await user.type(field('Title'), 'A win');
    await chooseType(user, 'Big win');
    await user.type(field('Amount of the win, €'), '12500.75');
    await user.type(field('What you ask'), 'Is it due at once?');
    await user.click(send());
    expect(await screen.findByText('A ticket of this type needs a session.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Session ID' })).toHaveFocus());
    expect(created(calls)).toEqual([]);
  });

  it('takes what the address says, and an address of this hub as its path', async () => {
    const { user, calls, unmount } = show({ search: { type: 'certificate', game: 7, jurisdiction: 'MT' } });
    expect(type()).toHaveValue('Certificate');
    expect(await screen.findByText('Amber Hall')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Jurisdiction' })).toHaveValue('Malta (MGA)');
    await user.type(field('Title'), 'For Malta');
    await user.click(screen.getByRole('combobox', { name: 'Language' }));
    await user.click(await screen.findByRole('option', { name: 'English' }));
    await user.click(send());
    await waitFor(() =>
      expect(created(calls)).toMatchObject([
        { gameId: 7, case: { type: 'certificate', jurisdiction: 'MT', language: 'en' } },
      ]),
    );
    unmount();
    const bug = show({ search: { type: 'reportBug' } });
    await user.type(field('Title'), 'Wrong');
    await user.type(field('Report or screen'), 'Reports');
    await user.type(field('Its address'), `${window.location.origin}/reports?from=2026-11-01`);
    await user.type(field('What you expected'), '10');
    await user.type(field('What you found'), '9');
    await user.click(send());
    await waitFor(() =>
      expect(created(bug.calls)).toMatchObject([
        { case: { type: 'reportBug', address: '/reports?from=2026-11-01', expected: '10', found: '9' } },
      ]),
    );
  });

  it('needs a game for its assets', async () => {
    const { user } = show({ search: { type: 'asset' } });
    await user.type(field('Title'), 'A banner');
    await user.click(send());
    expect(await screen.findByText('A ticket of this type needs a game.')).toBeVisible();
  });
});

describe('the case on a ticket', () => {
  it('is a list of its facts above what was written', async () => {
    showTicket(
      aTicket({
        description: '',
        case: {
          type: 'reportBug',
          screen: 'Reports',
          address: '/reports?from=2026-11-01',
          expected: '10 sessions',
          found: '9 sessions',
        },
      }),
    );
    const article = await screen.findByRole('article', { name: 'Ticket #12' });
    expect(within(article).getByText('Error in a report')).toBeVisible();
    const terms = within(article).getAllByRole('term');
    expect(terms.slice(-4).map((term) => term.textContent)).toEqual([
      'Report or screen',
      'Its address',
      'What you expected',
      'What you found',
    ]);
    expect(within(article).getByRole('link', { name: '/reports?from=2026-11-01' })).toHaveAttribute(
      'href',
      '/reports?from=2026-11-01',
    );
  });
});
