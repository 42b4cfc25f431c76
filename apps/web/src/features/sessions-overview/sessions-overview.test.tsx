import type { Role, StatisticsRequestInput } from '@ludus/contract';
import { decodeStatisticsParameter } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addDays, today } from '../../lib/days.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aCoverage } from '../../test/coverage.ts';
import { renderScreen } from '../../test/render.tsx';
import { SignedIn } from '../../test/session-as.tsx';
import { someStatistics } from '../../test/sessions.ts';
import { setViewport } from '../../test/viewport.ts';
import { barOf } from './components/ranking.tsx';
import { overviewRows, sortOverviewRows } from './overview-rows.ts';
import { SessionsOverviewPage } from './pages/sessions-overview-page.tsx';
import { type OverviewSearch, readOverviewSearch } from './search.ts';

const toasts = vi.hoisted(() => [] as string[]);
vi.mock('../../lib/toast.tsx', () => ({ toast: (_kind: string, text: string) => void toasts.push(text) }));
beforeEach(() => {
  toasts.length = 0;
});

const integration = {
  id: 1,
  name: 'Alpina',
  version: 'GAI2',
  externalIdentifier: 'alpina',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};

function renderOverview(as: Role, search: OverviewSearch = {}, answers: Record<string, unknown> = {}) {
  const isPlain = as === 'ludus_manager' || as === 'integration_manager';
  const calls = answerCalls({
    getStatistics: someStatistics(isPlain),
    getCoverage: aCoverage(),
    getLastFetch: { dateTime: '2026-11-20T13:32:07Z', isFetching: false },
    listIntegrations: { rows: [integration, { ...integration, id: 2, name: 'Baltica' }] },
    listGames: { rows: [] },
    ...answers,
  });
  const handlers = { onSearch: vi.fn(), onOpenList: vi.fn(), onOpenOpen: vi.fn(), onFetchStarted: vi.fn() };
  const view = renderScreen(
    <SignedIn as={as}>
      <SessionsOverviewPage
        search={{ from: '2026-11-01', to: '2026-11-20', ...search }}
        sessionSearch={<button type="button">Search</button>}
        socketId={() => 'socket-1'}
        {...handlers}
      />
    </SignedIn>,
  );
  return { ...view, ...handlers, calls };
}

/** Fetch is a button of the header whose popup holds what can be chosen. */
async function openFetch({ user }: Pick<ReturnType<typeof renderOverview>, 'user'>) {
  await user.click(await screen.findByRole('button', { name: 'Fetch sessions' }));
  return screen.findByRole('dialog', { name: 'Fetch sessions' });
}

const statisticsAsked = (calls: ReturnType<typeof renderOverview>['calls']) =>
  calls
    .filter((call) => call.endpoint === 'getStatistics')
    .map((call) => decodeStatisticsParameter(call.query.a ?? '') as StatisticsRequestInput);

describe('the sessions overview', () => {
  it('[SESS-01] applies period and session type only on submit', async () => {
    const { user, onSearch, calls } = renderOverview('ludus_admin');
    await screen.findByRole('table', { name: 'Integrations' });
    const asked = () => calls.filter((call) => call.endpoint === 'getStatistics').length;
    const before = asked();
    await user.click(screen.getByRole('radio', { name: 'Fun' }));
    expect(asked()).toBe(before);
    expect(onSearch).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(onSearch).toHaveBeenCalledWith({ from: '2026-11-01', to: '2026-11-20', type: 'fun' });
  });

  it('shows only the integration of a link, says so, takes it along and lets go of it', async () => {
    const narrowed: OverviewSearch = { type: 'all', integrations: [1] };
    const { user, onSearch, onOpenList, calls } = renderOverview('ludus_manager', narrowed);
    await screen.findByRole('table', { name: 'Integrations' });
    const [asked] = calls.filter((call) => call.endpoint === 'getStatistics');
    expect(decodeStatisticsParameter(asked?.query.a ?? '')).toMatchObject({ integrations: [1] });
    const line = (await screen.findByText('Only')).parentElement as HTMLElement;
    expect(await within(line).findByText('Alpina')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'List' }));
    const shown = { from: '2026-11-01', to: '2026-11-20', ...narrowed };
    expect(onOpenList).toHaveBeenLastCalledWith(shown);
    await user.click(within(line).getByRole('button', { name: 'Show all' }));
    expect(onSearch).toHaveBeenLastCalledWith({ ...shown, integrations: undefined });
  });

  it('keeps what the list was filtered by: sums what it can, names the rest, and takes all back', async () => {
    const fromList: OverviewSearch = {
      state: 'closed',
      integrations: [1],
      user: 'vg_1',
      bet: '1,50',
      played: false,
    };
    const { user, onSearch, onOpenList, calls } = renderOverview('ludus_admin', fromList);
    await screen.findByRole('table', { name: 'Integrations' });
    expect(statisticsAsked(calls)[0]).toMatchObject({ integrations: [1], isOpen: false });
    const line = (await screen.findByText('Only')).parentElement as HTMLElement;
    expect(within(line).getByText('Closed sessions')).toBeVisible();
    const note = await screen.findByText('Totals have no such filters: user vg_1, Bet 1,00 € to 50,00 €');
    expect(note).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to the list' }));
    const days = { from: '2026-11-01', to: '2026-11-20' };
    expect(onOpenList).toHaveBeenLastCalledWith({ ...days, type: 'real', ...fromList });
    await user.click(screen.getByRole('button', { name: 'Forget them' }));
    expect(onSearch).toHaveBeenLastCalledWith({ ...days, state: 'closed', integrations: [1] });
  });

  it('says how complete the figures of its filter are', async () => {
    const answer = { getCoverage: aCoverage({ openSessions: 4, isRunning: true }) };
    const { calls } = renderOverview('ludus_admin', { type: 'fun', integrations: [1, 2] }, answer);
    expect(
      await screen.findByRole('button', { name: /4 open sessions \(10,0%\) · Period in progress/ }),
    ).toBeVisible();
    const [asked] = calls.filter((call) => call.endpoint === 'getCoverage');
    expect(asked?.query).toEqual({
      from: '2026-11-01',
      to: '2026-11-20',
      sessionTypeId: '4',
      integrations: '1,2',
    });
  });

  it('leads from the fetch to the rows that it could not store', async () => {
    const popup = await openFetch(renderOverview('ludus_admin'));
    expect(within(popup).getByRole('link', { name: 'Quarantined rows' })).toHaveAttribute(
      'href',
      '/quarantine',
    );
  });

  it('says of a day that has just begun how far the data reaches, and leads to yesterday', async () => {
    const day = today();
    const statistics = { ...someStatistics(), datasets: { games: {}, integrations: {} } };
    const { user, onSearch } = renderOverview(
      'ludus_admin',
      { from: day, to: day },
      { getStatistics: statistics },
    );
    const title = await screen.findByText('No sessions yet today');
    expect(title.parentElement).toHaveTextContent('Figures as of 20/11/2026 14:32');
    await user.click(screen.getByRole('button', { name: 'Show yesterday' }));
    const yesterday = addDays(day, -1);
    expect(onSearch).toHaveBeenCalledWith({ from: yesterday, to: yesterday });
  });

  it('[SESS-02] offers the session search', () => {
    renderOverview('integration_manager');
    expect(screen.getByRole('button', { name: 'Search' })).toBeVisible();
  });

  it('[SESS-03][RT-07][ERR-079] lets ludus_admin fetch chosen integrations', async () => {
    const { user, calls, onFetchStarted } = renderOverview(
      'ludus_admin',
      {},
      { fetchSessions: { jobId: 'job-1' } },
    );
    await openFetch({ user });
    await user.type(await screen.findByRole('combobox', { name: 'Integrations' }), 'balt');
    await user.click(await screen.findByRole('option', { name: 'Baltica' }));
    await user.click(screen.getByRole('button', { name: 'Fetch' }));
    await waitFor(() => expect(onFetchStarted).toHaveBeenCalledWith('job-1'));
    expect(calls.find((call) => call.endpoint === 'fetchSessions')?.query).toEqual({
      dateStart: '2026-11-01',
      dateEnd: '2026-11-20',
      integrationIds: '2',
      socketId: 'socket-1',
    });
  });

  it('[API-083] sends forceUpdate for one fetch when it is chosen, and not for the next', async () => {
    const { user, calls } = renderOverview('ludus_admin', {}, { fetchSessions: { jobId: 'job-1' } });
    const forced = () => screen.getByRole('checkbox', { name: 'Fetch all changes again' });
    const popup = await openFetch({ user });
    expect(forced()).not.toBeChecked();
    await user.click(forced());
    await user.click(screen.getByRole('button', { name: 'Fetch' }));
    await waitFor(() => expect(popup).not.toBeInTheDocument());
    await openFetch({ user });
    expect(forced()).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Fetch' }));
    const fetches = () => calls.filter(({ endpoint }) => endpoint === 'fetchSessions');
    await waitFor(() => expect(fetches()).toHaveLength(2));
    expect(fetches().map(({ query }) => query.forceUpdate)).toEqual(['true', undefined]);
  });

  it.each<Role>(['ludus_manager', 'integration_admin', 'integration_manager'])(
    '[SESS-03] offers no fetch to %s',
    async (role) => {
      renderOverview(role);
      await screen.findByRole('table');
      expect(screen.queryByRole('button', { name: /Fetch/ })).toBeNull();
    },
  );

  it('[SESS-03] shows that a fetch is running', async () => {
    const { user } = renderOverview(
      'ludus_admin',
      {},
      { getLastFetch: { dateTime: null, isFetching: true } },
    );
    expect(await screen.findByTitle('Fetch in progress')).toBeVisible();
    expect(within(await openFetch({ user })).getByText('Fetch in progress')).toBeVisible();
  });

  it('[SESS-10][ERR-081] refuses more than 31 days before any call, and allows exactly 31', async () => {
    const long = renderOverview('ludus_admin', { from: '2026-10-01', to: '2026-11-01' });
    await openFetch(long);
    await long.user.click(await screen.findByRole('button', { name: 'Fetch' }));
    expect(toasts).toEqual(["You can't fetch more than 31 days of sessions at the same time."]);
    expect(long.calls.some((call) => call.endpoint === 'fetchSessions')).toBe(false);
    long.unmount();
    const month = renderOverview(
      'ludus_admin',
      { from: '2026-10-01', to: '2026-10-31' },
      { fetchSessions: { jobId: 'j' } },
    );
    await openFetch(month);
    await month.user.click(await screen.findByRole('button', { name: 'Fetch' }));
    await waitFor(() => expect(month.calls.some((call) => call.endpoint === 'fetchSessions')).toBe(true));
  });

  it('[SESS-04] shows all, open, closed, bet, win, gross win and players in one strip, and the splits under All', async () => {
    const real = renderOverview('ludus_admin');
    const strip = async () => {
      const tiles = await screen.findByRole('region', { name: 'Sessions' });
      await within(tiles).findByText('3 open');
      return tiles;
    };
    const labels = ['Sessions', 'Players', 'Bet', 'Win', 'Gross win', 'Net win', 'Due'];
    const shown = [...(await strip()).querySelectorAll('dt')].map((label) => label.textContent);
    expect(shown).toEqual(labels);
    expect(await strip()).toHaveTextContent('40');
    expect(within(await strip()).getByText('37 closed')).toBeVisible();
    expect(await strip()).toHaveTextContent('1.000,50 €');
    expect(within(await strip()).queryByText(/Fun/)).toBeNull();
    real.unmount();
    renderOverview('ludus_admin', { type: 'all' });
    const all = await strip();
    expect(within(all).getByText('Real 40')).toBeVisible();
    expect(within(all).getByText('Fun 5')).toBeVisible();
    expect(within(all).getByText(/Real 1.000,50\s€/)).toBeVisible();
    expect(within(all).getByText(/Fun 11,50\s€/)).toBeVisible();
  });

  it('[ROLE-15] leaves out net win and due for roles that may not see them', async () => {
    renderOverview('ludus_manager');
    const table = await screen.findByRole('table', { name: 'Integrations' });
    expect(within(table).queryByText('Net win')).toBeNull();
    expect(screen.queryByText('Due')).toBeNull();
  });

  it('[SESS-05] toggles between integrations and games, operators for integration users', async () => {
    const { calls } = renderOverview('integration_admin');
    expect(await screen.findByRole('table', { name: 'Operators' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Games' })).toBeInTheDocument();
    const a = calls.find((call) => call.endpoint === 'getStatistics')?.query.a ?? '';
    expect(decodeStatisticsParameter(a)).toMatchObject({
      datasetOperators: true,
      datasetIntegrations: false,
    });
  });

  it('[SESS-06] shows rounds and sessions per game', async () => {
    renderOverview('ludus_admin', { by: 'games' });
    const row = await screen.findByRole('row', { name: 'Show sessions of A in the list' });
    expect(row).toHaveTextContent('2.000');
    expect(row).toHaveTextContent('30');
  });

  it('counts one session and one round in the singular on a phone', async () => {
    setViewport(390);
    onTestFinished(() => setViewport(1366));
    const statistics = someStatistics(false);
    const [first] = statistics.datasets.integrations?.rounds ?? [];
    const [second] = statistics.datasets.integrations?.sessionsTotals ?? [];
    if (first) first.total = 1;
    if (second) second.total = 1;
    renderOverview('ludus_admin', {}, { getStatistics: statistics });
    const list = () => screen.getByRole('list', { name: 'Integrations' });
    // Another list takes the place of its placeholder.
    await waitFor(() => expect(list()).toHaveTextContent('1 session · 1 round'));
  });

  it('[SESS-07][OPEN-77] hands dates, type and the clicked row to the list', async () => {
    const { user, onOpenList } = renderOverview('ludus_admin', { type: 'all', by: 'games' });
    await user.click(await screen.findByRole('row', { name: 'Show sessions of B in the list' }));
    expect(onOpenList).toHaveBeenCalledWith({
      from: '2026-11-01',
      to: '2026-11-20',
      type: 'all',
      games: [8],
    });
  });

  it('[SESS-08][OPEN-81] charts net win and sessions per game, gross win for roles without net win', async () => {
    const admin = renderOverview('ludus_admin');
    await screen.findByRole('table', { name: 'Integrations' });
    await admin.user.click(screen.getByRole('button', { name: 'Game chart' }));
    const panel = await screen.findByRole('dialog', { name: 'Net win and sessions per game' });
    const ranked = () =>
      within(within(panel).getByRole('list', { name: 'Net win and sessions per game' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent?.replaceAll('\u00a0', ' '));
    expect(ranked()).toEqual(['1B112,50 €10 sessions', '2A−37,31 €30 sessions']);
    admin.unmount();
    const manager = renderOverview('ludus_manager');
    await screen.findByRole('table', { name: 'Integrations' });
    await manager.user.click(screen.getByRole('button', { name: 'Game chart' }));
    expect(await screen.findByRole('dialog', { name: 'Gross win and sessions per game' })).toBeVisible();
  });

  it('draws the period of the table under it, with the same filter', async () => {
    const { calls } = renderOverview('ludus_admin', { type: 'all', integrations: [1] });
    const course = await screen.findByRole('region', { name: 'Over the period' });
    expect(within(course).getByText('by day, real and fun money, Europe/Rome')).toBeVisible();
    await waitFor(() =>
      expect(statisticsAsked(calls)).toContainEqual(
        expect.objectContaining({
          from: '2026-11-01',
          to: '2026-11-20',
          sessionTypeId: null,
          integrations: [1],
          datasetTotals: true,
          key: 'day',
        }),
      ),
    );
  });

  it('draws no period without sessions, under the games, or on a phone', async () => {
    const none = someStatistics(false);
    none.grandTotals.sessionsTotal = 0;
    const asks = ({ calls }: ReturnType<typeof renderOverview>) =>
      statisticsAsked(calls).map(({ datasetTotals }) => datasetTotals === true);
    const empty = renderOverview('ludus_admin', {}, { getStatistics: none });
    await screen.findByRole('table', { name: 'Integrations' });
    expect(asks(empty)).toEqual([false]);
    empty.unmount();
    const games = renderOverview('ludus_admin', { by: 'games' });
    await screen.findByRole('table', { name: 'Games' });
    expect(asks(games)).toEqual([false]);
    games.unmount();
    setViewport(390);
    onTestFinished(() => setViewport(1440));
    const phone = renderOverview('ludus_admin');
    await screen.findByRole('list', { name: 'Integrations' });
    expect(asks(phone)).toEqual([false]);
  });

  it('[SESS-09] charts gross win and sessions per game of one integration for its own date range', async () => {
    const { user, calls, onOpenList } = renderOverview('ludus_admin');
    await user.click(await screen.findByRole('button', { name: 'Chart of B' }));
    const dialog = await screen.findByRole('dialog', { name: /B: Gross win and sessions per game/ });
    expect(onOpenList).not.toHaveBeenCalled();
    expect(within(dialog).getByRole('button', { name: /Period:/ })).toBeVisible();
    await waitFor(() =>
      expect(statisticsAsked(calls)).toContainEqual(
        expect.objectContaining({
          integrations: [2],
          datasetGames: true,
          stats: ['bet', 'grosswin', 'sessionsTotal'],
        }),
      ),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Show sessions' }));
    expect(onOpenList).toHaveBeenCalledWith({
      from: '2026-11-01',
      to: '2026-11-20',
      type: 'real',
      integrations: [2],
    });
  });

  it('ranks the integrations of a game', async () => {
    const { user, calls } = renderOverview('ludus_admin', { by: 'games' });
    await user.click(await screen.findByRole('button', { name: 'Chart of A' }));
    expect(
      await screen.findByRole('dialog', { name: 'A: Gross win and sessions per integration' }),
    ).toBeVisible();
    await waitFor(() => expect(calls.filter((call) => call.endpoint === 'getStatistics')).toHaveLength(2));
    const a = calls.filter((call) => call.endpoint === 'getStatistics')[1]?.query.a ?? '';
    expect(decodeStatisticsParameter(a)).toMatchObject({ games: [7], datasetIntegrations: true });
  });

  it('[ERR-069] shows the server error with a reload, and keeps the filters', async () => {
    renderOverview('ludus_admin', {}, { getStatistics: new Refusal(500) });
    expect(await screen.findByText('Error trying to connect to the server.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Period: 01/11/2026 – 20/11/2026' })).toBeVisible();
  });
});

describe('the bars of a ranking', () => {
  it('start at the zero of the widest range, to the left for what is negative', () => {
    expect(barOf(30, [30, 10, -10])).toEqual({ left: 25, width: 75 });
    expect(barOf(-10, [30, 10, -10])).toEqual({ left: 0, width: 25 });
    expect(barOf(5, [20, 5])).toEqual({ left: 0, width: 25 });
    expect(barOf(0, [0, 0])).toEqual({ left: 0, width: 0 });
  });
});

describe('the table of the overview', () => {
  it('joins the series by id and tells a forbidden figure from a missing one', () => {
    const [first] = overviewRows(someStatistics(), 'games');
    expect(first).toMatchObject({ id: 7, metrics: { bet: 800.5, netwin: -37.31, usersCount: 15 } });
    expect(overviewRows(someStatistics(true), 'games')[0]?.metrics.netwin).toBeUndefined();
    expect(overviewRows(someStatistics(), 'games')[1]?.metrics.rtp).toBeNull();
  });

  it('sorts by name or figure, and puts rows without one last in both directions', () => {
    const rows = overviewRows(someStatistics(), 'games');
    const named = (id: string, desc: boolean) => sortOverviewRows(rows, { id, desc }).map(({ name }) => name);
    expect(named('name', false)).toEqual(['A', 'B']);
    expect(named('name', true)).toEqual(['B', 'A']);
    // The second has no RTP.
    expect([named('rtp', false), named('rtp', true)]).toEqual([
      ['A', 'B'],
      ['A', 'B'],
    ]);
  });

  it('copies the table in the order of the screen', async () => {
    const { user } = renderOverview('ludus_admin', { by: 'games' });
    await screen.findByRole('row', { name: 'Show sessions of A in the list' });
    const write = vi.spyOn(navigator.clipboard, 'write');
    const copiedNames = async () => {
      await user.click(screen.getByRole('button', { name: 'Copy as table' }));
      const blob = await write.mock.lastCall?.[0]?.[0]?.getType('text/plain');
      const lines = (await blob?.text())?.split('\n') ?? [];
      return lines.slice(1, 3).map((line) => line.split('\t')[0]);
    };
    expect(await copiedNames()).toEqual(['A', 'B']);
    await user.click(screen.getByRole('button', { name: 'Game' }));
    await user.click(screen.getByRole('button', { name: 'Game' }));
    const shown = screen.getAllByRole('row').slice(1, 3);
    expect(shown.map((row) => row.getAttribute('aria-label'))).toEqual([
      'Show sessions of B in the list',
      'Show sessions of A in the list',
    ]);
    expect(await copiedNames()).toEqual(['B', 'A']);
  });

  it('exports its rows as a file, for those who may have files of figures', async () => {
    for (const [role, by, expected] of [
      ['ludus_admin', 'games', 'games'],
      ['ludus_admin', undefined, 'integrations'],
      ['integration_admin', undefined, 'operators'],
    ] as const) {
      const { user, calls, unmount } = renderOverview(role, by ? { by } : {}, {
        exportStatistics: { state: 'done', url: null, fileName: 'statistics.xlsx', error: null },
      });
      await user.click(await screen.findByRole('button', { name: 'Export' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
      await waitFor(() =>
        expect(calls.at(-1)).toMatchObject({
          endpoint: 'exportStatistics',
          body: { by: expected, format: 'xlsx' },
        }),
      );
      unmount();
    }
    renderOverview('integration_manager', {});
    await screen.findByRole('button', { name: 'Copy as table' });
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  it('has two metrics in a column where all of them would be wider than the screen', async () => {
    setViewport(768);
    renderOverview('ludus_admin', { by: 'games' });
    await screen.findByRole('row', { name: 'Show sessions of A in the list' });
    // They break after the stroke only.
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Game',
      'Bet\u00a0/ Win',
      'Gross\u00a0win\u00a0/ Net\u00a0win',
      'Due\u00a0/ RTP',
      'Sessions\u00a0/ Rounds',
      'Players',
      'Game chart',
    ]);
  });

  it('reads its URL field by field', () => {
    expect(readOverviewSearch({ from: '2026-02-30', to: '2026-11-20', type: 'gold', by: 'games' })).toEqual({
      from: undefined,
      to: '2026-11-20',
      type: undefined,
      by: 'games',
    });
  });
});
