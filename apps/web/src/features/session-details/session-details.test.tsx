import type { Role, Session } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sessionFromRefreshed } from '../../domain/session/use-session-actions.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { SignedIn } from '../../test/session-as.tsx';
import { aSession } from '../../test/sessions.ts';
import { aTicket } from '../../test/tickets.tsx';
import { setViewport } from '../../test/viewport.ts';
import { SessionDetails } from './components/session-details.tsx';
import { SessionPopup } from './components/session-popup.tsx';

const toasts = vi.hoisted(() => [] as string[]);
vi.mock('../../lib/toast.tsx', () => ({ toast: (_kind: string, text: string) => void toasts.push(text) }));

const sameAtPlatform = {
  differs: false,
  isOpen: true,
  bet: 494.4,
  win: 317.85,
  currentRound: 412,
  externalUpdatedAt: '2026-11-20T13:11:51.000Z',
};
const feedUrl = 'http://alpina.example/feed/8f41';

function refreshed({ grossWin, netWin, ...rest }: Session) {
  return { ...rest, grosswin: grossWin, netwin: netWin };
}

function renderDetails(as: Role, session: Session = aSession(), answers: Record<string, unknown> = {}) {
  const calls = answerCalls({
    getSession: session,
    getFeed: { url: feedUrl },
    compareSession: sameAtPlatform,
    listTickets: [],
    ...answers,
  });
  const view = renderScreen(
    <SignedIn as={as}>
      <SessionDetails sessionId={session.id} reportHref={(id) => `/new-ticket/${id}`} />
    </SignedIn>,
  );
  return { ...view, calls };
}

beforeEach(() => {
  vi.restoreAllMocks();
  toasts.length = 0;
});

describe('the session box', () => {
  it('[BOX-01] is a popup as well as a part of another page', async () => {
    answerCalls({
      getSession: aSession(),
      getFeed: { url: feedUrl },
      compareSession: sameAtPlatform,
      listTickets: [],
    });
    const onClose = vi.fn();
    const { user } = renderScreen(
      <SignedIn as="ludus_admin">
        <SessionPopup sessionId={aSession().id} onClose={onClose} reportHref={() => null} />
      </SignedIn>,
    );
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByRole('article', { name: 'Session' })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalled();
  });

  it('[BOX-02] shows integration, game with sub name and status; the operator for integration users', async () => {
    const session = aSession();
    const provider = renderDetails('ludus_admin', {
      ...session,
      game: { ...session.game, sub_name: 'Night Hunt' },
    });
    const box = await screen.findByRole('article', { name: 'Session' });
    expect(box).toHaveTextContent('Wolves of Skadi Night Hunt');
    expect(box).toHaveTextContent('Alpina');
    expect(box).toHaveTextContent('Open');
    provider.unmount();
    renderDetails('integration_admin');
    const header = (await screen.findByRole('heading', { name: 'Wolves of Skadi' })).closest('header');
    expect(header).toHaveTextContent('Vetta Gioco');
    expect(header).not.toHaveTextContent('Alpina');
  });

  it('[BOX-03][ERR-072] copies the four ids, and the one that the hub gave', async () => {
    const { user } = renderDetails('ludus_admin');
    for (const [label, value] of [
      ['Session ID', '8f41c0de-72ab-4b1e-9d03-5c1e'],
      ['External session ID', 'AL-2611-0093418827'],
      ['External ticket ID', 'N2F0A17C4B93D201'],
      ['Hub session ID', aSession().id],
      ['User ID', 'vg_2204817'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: `Copy ${label}` }));
      expect(await navigator.clipboard.readText()).toBe(value);
      expect(toasts.at(-1)).toBe(`${label} copied to clipboard`);
    }
  });

  it('[ERR-073] says when copying failed', async () => {
    const { user } = renderDetails('ludus_admin');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(await screen.findByRole('button', { name: 'Copy User ID' }));
    await waitFor(() => expect(toasts).toEqual(['Something went wrong, please try again']));
  });

  it.each([
    [132.41, 'positive'],
    [-59.41, 'negative'],
    [0, null],
  ])('[BOX-04] shows net win %f in its colour', async (netWin, color) => {
    renderDetails('ludus_admin', aSession({ netWin }));
    const box = await screen.findByRole('article', { name: 'Session' });
    expect(box).toHaveTextContent('494,40 €');
    expect(box).toHaveTextContent('317,85 €');
    expect(box).toHaveTextContent('176,55 €');
    const tile = within(box).getByText('Net win').closest('div');
    expect(tile?.querySelector('[data-color]')?.getAttribute('data-color') ?? null).toBe(color);
  });

  it('shows its five figures without a hole on a phone: three, then two', async () => {
    setViewport(390);
    onTestFinished(() => setViewport(1440));
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(388);
    renderDetails('ludus_admin');
    const due = (await screen.findByText('Due')).parentElement;
    expect(due).toHaveStyle({ gridColumnEnd: 'span 2' });
    expect(due?.parentElement).toHaveStyle({ '--columns': '3' });
  });

  it('[ROLE-14] shows due only when the answer holds it', async () => {
    const admin = renderDetails('ludus_admin');
    expect(await screen.findByText('Due')).toBeVisible();
    admin.unmount();
    const { due: _hidden, ...withoutDue } = aSession();
    renderDetails('integration_admin', withoutDue);
    await screen.findByRole('article', { name: 'Session' });
    expect(screen.queryByText('Due')).toBeNull();
  });

  it('[BOX-05] shows current round, device, type and operator', async () => {
    renderDetails('ludus_admin', aSession({ sessionTypeId: 4, isMobile: false }));
    const box = await screen.findByRole('article', { name: 'Session' });
    expect(box).toHaveTextContent('Current round412');
    expect(box).toHaveTextContent('Desktop');
    expect(box).toHaveTextContent('Fun');
    expect(box).toHaveTextContent('OperatorVetta Gioco');
  });

  it('[BOX-06] frames the transactions feed', async () => {
    renderDetails('ludus_admin');
    const frame = await screen.findByTitle('Transactions');
    expect(frame).toHaveAttribute('src', `${feedUrl}?theme=dark&lang=en&embed=true`);
    expect(screen.getByRole('link', { name: 'Open feed in a new tab' })).toHaveAttribute(
      'href',
      `${feedUrl}?theme=dark&lang=en`,
    );
  });

  it('[BOX-06][ERR-071] says that the feed failed, and tries again', async () => {
    let works = false;
    const { user } = renderDetails('ludus_admin', aSession(), {
      getFeed: () => (works ? { url: feedUrl } : new Refusal(502)),
    });
    expect(await screen.findByText('Something wrong happened loading the session feed')).toBeVisible();
    works = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByTitle('Transactions')).toBeInTheDocument();
  });

  it.each<Role>(['ludus_admin', 'ludus_manager', 'integration_admin', 'integration_manager'])(
    '[BOX-07][ROLE-13] gives %s last fetch, refresh, copy feed URL and close',
    async (role) => {
      const { user } = renderDetails(role);
      expect(await screen.findByText('Last fetch')).toBeVisible();
      expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible();
      expect(screen.getByRole('button', { name: 'Close session' })).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Copy feed URL' }));
      await waitFor(() => expect(toasts).toEqual(['Feed URL copied to clipboard']));
      expect(await navigator.clipboard.readText()).toBe(feedUrl);
    },
  );

  it('[BOX-08] offers no close for a closed session, and says why not for a recent one', async () => {
    const can = { refresh: true, close: false, report: true };
    const closed = renderDetails('ludus_admin', aSession({ isOpen: false, can, closeRefusal: 'closed' }));
    await screen.findByRole('article', { name: 'Session' });
    expect(screen.queryByRole('button', { name: 'Close session' })).toBeNull();
    closed.unmount();
    renderDetails('ludus_admin', aSession({ can, closeRefusal: 'recent' }));
    expect(
      await screen.findByText('A session can be closed 10 minutes after its last update.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close session' })).toBeNull();
  });

  it('[BOX-09][ERR-075] asks, closes, and shows the session closed', async () => {
    const closed = aSession({
      isOpen: false,
      closeRefusal: 'closed',
      can: { refresh: true, close: false, report: true },
    });
    const { user, calls } = renderDetails('ludus_admin', aSession(), { closeSession: closed });
    await user.click(await screen.findByRole('button', { name: 'Close session' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close this session?' });
    expect(calls.some((call) => call.endpoint === 'closeSession')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Close session' }));
    await waitFor(() => expect(toasts).toEqual(['Session closed']));
    expect(screen.queryByRole('button', { name: 'Close session' })).toBeNull();
    expect(screen.getByRole('article', { name: 'Session' })).toHaveTextContent('Closed');
  });

  it('[ERR-074] says that closing failed', async () => {
    const { user } = renderDetails('ludus_admin', aSession(), { closeSession: new Refusal(502) });
    await user.click(await screen.findByRole('button', { name: 'Close session' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close this session?' });
    await user.click(within(dialog).getByRole('button', { name: 'Close session' }));
    await waitFor(() =>
      expect(toasts).toEqual(['Error closing session. Please try again later or contact the support.']),
    );
  });

  it('[BOX-10][ERR-076] replaces what it shows with the refreshed answer, lowercase spellings mapped', async () => {
    const answer = refreshed(aSession({ bet: 500, grossWin: 182.15, netWin: 136.61 }));
    const { user } = renderDetails('ludus_admin', aSession(), { refreshSession: answer });
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(toasts).toEqual(['Session updated']));
    const box = screen.getByRole('article', { name: 'Session' });
    expect(box).toHaveTextContent('182,15 €');
    expect(box).toHaveTextContent('136,61 €');
    expect(sessionFromRefreshed(answer)).toMatchObject({ grossWin: 182.15, netWin: 136.61 });
  });

  it('says where the platform has other figures until they are taken over', async () => {
    let differs = true;
    const { user } = renderDetails('ludus_admin', aSession({ isOpen: false }), {
      compareSession: () => ({ ...sameAtPlatform, differs, bet: 500, win: 320, currentRound: 415 }),
      refreshSession: () => {
        differs = false;
        return refreshed(aSession({ bet: 500 }));
      },
    });
    const line = await screen.findByText(/^Alpina has other figures/);
    expect(line).toHaveTextContent('Alpina has other figures: bet 500,00 €, win 320,00 €, 415 rounds.');
    await user.click(screen.getByRole('button', { name: 'Refresh now' }));
    await waitFor(() => expect(screen.queryByText(/^Alpina has other figures/)).toBeNull());
  });

  it('asks the platform again while a session is in play, and loads the transactions anew once refreshed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let differs = false;
    const { user, calls } = renderDetails('ludus_admin', aSession({ isOpen: true }), {
      compareSession: () => ({ ...sameAtPlatform, differs, bet: 500, win: 320, currentRound: 415 }),
      refreshSession: () => {
        differs = false;
        return refreshed(aSession({ bet: 500, externalUpdatedAt: '2026-11-20T13:12:51.000Z' }));
      },
    });
    const frame = await screen.findByTitle('Transactions');
    await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === 'compareSession')).toBe(true));
    differs = true;
    await vi.advanceTimersByTimeAsync(20_000);
    const line = await screen.findByText(/^Still being played at Alpina/);
    expect(line).toHaveTextContent('bet 500,00 €, win 320,00 €, 415 rounds so far.');
    await user.click(screen.getByRole('button', { name: 'Refresh now' }));
    await waitFor(() => expect(screen.queryByText(/^Still being played/)).toBeNull());
    expect(screen.getByTitle('Transactions')).not.toBe(frame);
  });

  it('shows nothing of the platform when it does not answer', async () => {
    renderDetails('ludus_admin', aSession(), { compareSession: new Refusal(502) });
    await screen.findByRole('article', { name: 'Session' });
    expect(screen.queryByText(/has other figures|Still being played/)).toBeNull();
  });

  it('[ERR-077] says that refreshing failed and keeps what it shows', async () => {
    const { user } = renderDetails('ludus_admin', aSession(), { refreshSession: new Refusal(502) });
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(toasts).toEqual(['Error in updating session data. Please try again later.']));
    expect(screen.getByRole('article', { name: 'Session' })).toHaveTextContent('494,40 €');
  });

  it('[BOX-11] links to the ticket form with the session id', async () => {
    renderDetails('ludus_admin');
    expect(await screen.findByRole('link', { name: 'Report bug' })).toHaveAttribute(
      'href',
      `/new-ticket/${aSession().id}`,
    );
  });

  it('[BOX-11][OPEN-20] has no such link for people who may not report', async () => {
    renderDetails('ludus_manager', aSession({ can: { refresh: true, close: true, report: false } }));
    await screen.findByRole('article', { name: 'Session' });
    expect(screen.queryByRole('link', { name: 'Report bug' })).toBeNull();
  });

  it('leads to the tickets that report the session already', async () => {
    const tickets = [aTicket({ id: 9, status: 'open' }), aTicket({ id: 6, status: 'ongoing' })];
    const { calls } = renderDetails('integration_admin', aSession(), { listTickets: tickets });
    expect(await screen.findByRole('link', { name: 'Ticket #6, ongoing' })).toHaveAttribute(
      'href',
      '/ticket/6',
    );
    expect(screen.getByRole('link', { name: 'Ticket #9, open' })).toHaveAttribute('href', '/ticket/9');
    const asked = calls.filter(({ endpoint }) => endpoint === 'listTickets');
    expect(asked.map(({ query }) => query)).toEqual([{ about: `session:${aSession().id}` }]);
  });

  const cannotReport = aSession({ can: { refresh: true, close: true, report: false } });

  it.each<[Role, string]>([
    ['integration_manager', 'To report a problem, send this link to an administrator of your integration.'],
    ['ludus_manager', 'To report a problem, send this link to an administrator.'],
  ])('gives %s, who has no tickets, a link to hand on, and asks for no tickets', async (role, line) => {
    const { user, calls } = renderDetails(role, cannotReport);
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/session/${cannotReport.id}`);
    await waitFor(() => expect(toasts).toEqual(['Link copied to clipboard']));
    expect(screen.getByText(line)).toBeVisible();
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain('listTickets');
  });

  it('offers no such link to those who may report', async () => {
    renderDetails('ludus_admin');
    await screen.findByRole('link', { name: 'Report bug' });
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
  });

  it('says that a session is not there, foreign ones included', async () => {
    renderDetails('integration_admin', aSession(), { getSession: new Refusal(404) });
    expect(await screen.findByText('Session not found')).toBeVisible();
  });
});
