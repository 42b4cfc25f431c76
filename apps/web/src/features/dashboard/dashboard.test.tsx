import {
  type Coverage,
  countQuarantinedRows,
  type DailyStatistics,
  type DashboardPeriod,
  type DashboardTile,
  dashboardPeriods,
  type FiguresCoverage,
  type GrandTotals,
  getCoverage,
  getDailyStatistics,
  getTrimesterStatistics,
  getYesterdayStatistics,
  listServiceStatuses,
  type Maintenance,
  type QuarantineCount,
  type Role,
  type ServiceStatus,
} from '@ludus/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { queryFor } from '../../lib/api/index.ts';
import * as toasts from '../../lib/toast.tsx';
import { answerCalls } from '../../test/answer-calls.ts';
import { aCoverage, anIntegrationCoverage } from '../../test/coverage.ts';
import { renderScreen, testQueryClient } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { overallStateOf, ServiceList } from './components/service-list.tsx';
import { DashboardPage } from './pages/dashboard-page.tsx';

const totals: GrandTotals = {
  bet: 612_480.55,
  win: 588_913.07,
  rtp: 0.961521,
  grosswin: 23_567.48,
  sessionsTotal: 48_213,
  sessionsOpen: 1187,
  sessionsClosed: 47_026,
  rounds: 901_000,
  usersCount: 9604,
};
const coverage = {
  from: '2026-11-19T23:00:00Z',
  to: '2026-11-20T23:00:00Z',
  zone: 'Europe/Rome',
  asOf: '2026-11-20T13:32:07Z',
  notFetched: 0,
  openSessions: 1187,
} as const;

function aTile(period: DashboardPeriod, grosswin: number, previous = 20_000): DashboardTile {
  return {
    period,
    coverage: period === 'trimester' ? { ...coverage, from: '2026-08-19T22:00:00Z' } : coverage,
    grandTotals: { ...totals, grosswin, netwin: 17_675.61, due: 1178.37 },
    comparedWith: { from: '2026-11-12T23:00:00Z', to: '2026-11-13T13:32:07Z' },
    previous: { ...totals, grosswin: previous },
    comparison: 'fair',
  };
}

const buckets = Array.from({ length: 24 }, (_unused, hour) => ({
  key: `2026-11-20T${String(hour).padStart(2, '0')}`,
  from: new Date(Date.parse(coverage.from) + hour * 3_600_000).toISOString(),
  to: new Date(Date.parse(coverage.from) + (hour + 1) * 3_600_000).toISOString(),
  partial: false,
}));

/** Hour by hour 100 and 1 more each hour, so that every hour has figures of its own. */
const hourly = (stat: 'bet' | 'win' | 'grosswin', first: number) => {
  const data = buckets.map((_bucket, hour) => first + hour);
  const total = totals[stat];
  return { stat, label: stat, data, total, totalData: { value: total, unit: 'euro' as const } };
};

const statistics = {
  labels: buckets.map((_bucket, hour) => `${String(hour).padStart(2, '0')}:00`),
  buckets,
  datasets: { totals: [hourly('bet', 1000), hourly('win', 800), hourly('grosswin', 200)] },
  grandTotals: totals,
  integration: null,
  integrations: [],
  byType: { real: totals, fun: totals },
  coverage,
};

const daily: DailyStatistics = {
  ...statistics,
  tiles: [aTile('today', 23_567.48)],
  sessionsCount: { all: 48_213, open: 1187, closed: 47_026, players: 9604 },
  topGames: [1, 2, 3].map((gameId) => ({
    gameId,
    name: `Game ${gameId}`,
    sub_name: null,
    slug: `game_${gameId}`,
    isCatalog: gameId !== 2,
    miniBannerUrl: `/api/media/mini-${gameId}.webp`,
    totalBet: 98_214.3 + gameId,
    totalWin: 94_102.77 + gameId,
    totalGrossWin: gameId === 3 ? -2085.85 : 4111.53,
    totalRtp: gameId === 1 ? null : 0.958137,
  })),
};

const healthy: ServiceStatus = {
  integrationId: 1,
  integrationName: 'Alpina',
  checkedAt: '2026-11-20T13:31:00Z',
  gaming: 'healthy',
  data: 'healthy',
  play: 'healthy',
  launch: 'healthy',
  latencies: { gaming: 84, data: 7, play: 1204, launch: 30 },
  fetchedAt: '2026-11-20T13:30:00Z',
  isFetchLate: false,
};

interface Shown {
  period?: DashboardPeriod;
  reach?: Partial<Coverage>;
  role?: Role;
  /** No session has been played today. */
  isEmpty?: boolean;
  /** Null: it has not been read. */
  quarantine?: readonly QuarantineCount[] | null;
  /** Net win and due of the period before, and what all tiles are compared with. */
  earnedBefore?: Pick<GrandTotals, 'netwin' | 'due'>;
  compared?: DashboardTile['comparedWith'];
  comparison?: DashboardTile['comparison'];
  /** The hour of today that is not over. */
  begun?: number;
  /** How complete the figures of the period are; wholly, unless given. */
  completeness?: Partial<FiguresCoverage>;
}

function renderDashboard({
  period = 'today',
  reach = {},
  role = 'ludus_admin',
  isEmpty = false,
  quarantine = [],
  earnedBefore = {},
  compared,
  comparison = 'fair',
  begun,
  completeness = {},
}: Shown = {}) {
  const queryClient = testQueryClient();
  const seed = (options: { queryKey: readonly unknown[] }, data: unknown) =>
    queryClient.setQueryData([...options.queryKey], data);
  const covered = { ...coverage, ...reach };
  const tile = (...given: Parameters<typeof aTile>): DashboardTile => {
    const made = aTile(...given);
    const previous = { ...made.previous, ...earnedBefore };
    return { ...made, previous, comparedWith: compared ?? made.comparedWith, comparison };
  };
  seed(queryFor(getDailyStatistics, {}), {
    ...daily,
    ...(isEmpty ? { grandTotals: { ...totals, sessionsTotal: 0 } } : {}),
    coverage: covered,
    ...(begun === undefined
      ? {}
      : { buckets: buckets.map((one, hour) => ({ ...one, partial: hour === begun - 1 })) }),
    tiles: daily.tiles.map((one) => ({ ...one, coverage: covered })),
  });
  seed(queryFor(getYesterdayStatistics, {}), { ...statistics, tiles: [tile('yesterday', 44_888.28)] });
  seed(queryFor(getTrimesterStatistics, {}), {
    ...statistics,
    tiles: [tile('thisMonth', 836_726.32), tile('lastMonth', -1.5), tile('trimester', 23_567.48, 3.2)],
  });
  seed(queryFor(listServiceStatuses, {}), {
    rows: [
      healthy,
      {
        ...healthy,
        integrationId: 2,
        integrationName: 'Nordwind',
        launch: 'failing',
        latencies: { gaming: 84, data: 7, play: null, launch: null },
        fetchedAt: '2026-11-19T22:05:00Z',
        isFetchLate: true,
      },
    ],
  });
  for (const { from, to } of [covered, aTile('trimester', 0).coverage]) {
    seed(queryFor(getCoverage, { query: { from, to, sessionTypeId: 1 } }), aCoverage(completeness));
  }
  if (quarantine !== null) seed(queryFor(countQuarantinedRows, {}), quarantine);
  queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } });
  const onPeriod = vi.fn();
  const chartsHref = (gameId: number) => `/charts?gameId=${gameId}`;
  const view = renderScreen(<DashboardPage period={period} onPeriod={onPeriod} chartsHref={chartsHref} />, {
    queryClient,
    role,
  });
  return { ...view, onPeriod, queryClient };
}

describe('the dashboard', () => {
  it('[DASH-01] shows bet, win, gross win and RTP of the chosen period in a strip', () => {
    renderDashboard();
    const panel = screen.getByRole('tabpanel', { name: /Today/ });
    for (const text of ['612.480,55 €', '588.913,07 €', '23.567,48 €', '96,1521%']) {
      expect(panel).toHaveTextContent(text);
    }
  });

  it('[DASH-02] has a tile for each of the five periods, which choose what the panel shows', async () => {
    const { user, onPeriod } = renderDashboard();
    const tabs = screen.getAllByRole('tab');
    expect(tabs).toHaveLength(dashboardPeriods.length);
    const yesterday = screen.getByRole('tab', { name: /Yesterday/ });
    expect(yesterday).toHaveTextContent('44.888,28 €');
    expect(yesterday).toHaveTextContent('Bet612.480,55 €');
    await user.click(yesterday);
    expect(onPeriod).toHaveBeenCalledWith('yesterday');
  });

  it('draws no chart of a day without sessions, and leads to yesterday', async () => {
    const { user, onPeriod } = renderDashboard({ isEmpty: true });
    const panel = screen.getByRole('tabpanel', { name: /Today/ });
    expect(panel).toHaveTextContent('No sessions yet todayFigures as of 20/11/2026 14:32');
    expect(within(panel).queryByRole('img', { name: /chart/i })).toBeNull();
    await user.click(within(panel).getByRole('button', { name: 'Show yesterday' }));
    expect(onPeriod).toHaveBeenCalledWith('yesterday');
  });

  it('shows no figures before the first fetch', () => {
    renderDashboard({ period: 'today', reach: { asOf: null, notFetched: 5 } });
    expect(screen.getByText(/No sessions fetched yet/)).toBeVisible();
    expect(screen.getByText('No figures yet')).toBeVisible();
    expect(screen.queryByText(/€/)).toBeNull();
  });

  it('says what is missing in the figures, and compares none that miss an integration', async () => {
    const never = { state: 'neverFetched', asOf: null } as const;
    const integrations = [anIntegrationCoverage(never), anIntegrationCoverage(never)];
    renderDashboard({
      period: 'today',
      reach: { notFetched: 2 },
      completeness: { integrations, openSessions: 12, isRunning: true },
    });
    expect(screen.getByText(/Figures as of 14:32$/)).toBeVisible();
    expect(await screen.findByRole('button', { name: /2 integrations not fetched yet/ })).toHaveTextContent(
      '12 open sessions (30,0%) · Period in progress',
    );
    expect(screen.getByRole('tab', { name: /Today/ })).not.toHaveTextContent('compared with');
    expect(screen.getByRole('tab', { name: /Yesterday/ })).toHaveTextContent('compared with');
  });

  it('says to an integration, and not to the provider, which maintenance is near', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const maintenance: Maintenance = {
      id: 4,
      date: at(-1),
      endsAt: at(1),
      isEndAssumed: false,
      kind: 'planned',
      description: 'New disks',
      severity: 2,
      services: ['data'],
      games: [],
      createdAt: at(-500),
      changedAt: null,
      sequence: 0,
      cancelledAt: null,
      cancelReason: null,
      integrations: [],
    };
    const calls = answerCalls({ listUpcomingMaintenances: [maintenance] });
    const { unmount } = renderDashboard({ role: 'integration_admin' });
    expect(await screen.findByRole('link', { name: /^Maintenance now, until .*: Data$/ })).toHaveAttribute(
      'href',
      '/status',
    );
    unmount();
    renderDashboard();
    await screen.findByText(/Figures as of/);
    expect(screen.queryByRole('link', { name: /^Maintenance now/ })).toBeNull();
    expect(calls.filter(({ endpoint }) => endpoint === 'listUpcomingMaintenances')).toHaveLength(1);
  });

  it('names the day of figures that are older than today', () => {
    renderDashboard({ period: 'today', reach: { asOf: '2026-11-18T13:32:07Z' } });
    expect(screen.getByText(/Figures as of 18\/11\/2026 14:32/)).toBeVisible();
  });

  it('says that figures are new where no one played before, and nothing of an hour that has just begun', () => {
    const { unmount } = renderDashboard({ comparison: 'new', earnedBefore: { netwin: 10_000, due: 500 } });
    const yesterday = () => screen.getByRole('tab', { name: /^Yesterday/ });
    expect(yesterday()).toHaveTextContent('New');
    expect(yesterday()).not.toHaveTextContent('+124,4%');
    expect(yesterday()).not.toHaveTextContent('vs');
    unmount();
    renderDashboard({ comparison: 'early' });
    expect(yesterday()).toHaveTextContent('No comparison yet: less than an hour is known');
    expect(yesterday()).not.toHaveTextContent('vs');
  });

  it('shows the difference in euro against next to nothing', () => {
    renderDashboard();
    const quarter = screen.getByRole('tab', { name: /Last 3 months/ });
    expect(quarter).toHaveTextContent(/23\.567,48 €\+23\.564,28 €\+23\.564,28 € gross win compared/);
    expect(quarter).toHaveAccessibleName(
      /\+23\.564,28\s€ gross win compared with the 3 months before: 13\/11\/2026 00:00/,
    );
  });

  it.each([
    [
      'Today',
      /\+17,8% gross win compared with the same hours last Friday: 13\/11\/2026 00:00 – 13\/11\/2026 14:32/,
    ],
    ['Yesterday', /\+124,4% gross win compared with Friday of the week before: /],
    ['This month', /gross win compared with the same days of last month: /],
    ['Last month', /gross win compared with the month before, November: /],
    ['Last 3 months', /gross win compared with the 3 months before: /],
  ])('says what the change of a period is compared with, in words: %s', (period, words) => {
    renderDashboard();
    expect(screen.getByRole('tab', { name: new RegExp(`^${period}`) })).toHaveAccessibleName(words);
  });

  it('names the large amount of a tile, and the days that the last three months cover', () => {
    renderDashboard();
    expect(within(screen.getByRole('tab', { name: /Yesterday/ })).getByText('Gross win')).toBeVisible();
    const months = screen.getByRole('tab', { name: /Last 3 months/ });
    expect(within(months).getByText('20 Aug–20 Nov')).toBeVisible();
  });

  it('[DASH-02] has bet, win and RTP below the gross win of every tile, and nothing that the panel has', () => {
    renderDashboard();
    for (const tab of screen.getAllByRole('tab')) {
      expect(tab).toHaveTextContent(/Bet612\.480,55 €Win588\.913,07 €RTP96,1521%$/);
      expect(tab).not.toHaveTextContent(/Net win|Due/);
    }
  });

  it.each([
    ['Today', 'vs Fri 13 Nov'],
    ['This month', 'vs 1–13 Nov, 14:32'],
    ['Last month', 'vs November'],
    ['Last 3 months', 'vs 13 Nov–13 Nov, 14:32'],
  ])('writes in the tile what its change is compared with: %s', (period, words) => {
    renderDashboard();
    const tab = screen.getByRole('tab', { name: new RegExp(`^${period}`) });
    expect(within(tab).getByText(words)).toBeVisible();
  });

  it('writes no time of day where the period before ends with a day', () => {
    renderDashboard({ compared: { from: '2026-09-30T22:00:00Z', to: '2026-10-31T23:00:00Z' } });
    const tab = screen.getByRole('tab', { name: /^This month/ });
    expect(within(tab).getByText('vs 1–31 Oct')).toBeVisible();
  });

  it('says that the chart leaves out a day that has just begun, and not of its table', async ({
    onTestFinished,
  }) => {
    vi.setSystemTime('2026-11-20T01:05:00Z');
    onTestFinished(() => void vi.useRealTimers());
    const { user } = renderDashboard({ begun: 3 });
    const note = /An interval that has just begun is not drawn; totals and the table include it\./;
    const panel = screen.getByRole('tabpanel', { name: /Today/ });
    expect(panel).toHaveTextContent(note);
    await user.click(within(panel).getByRole('radio', { name: 'Table' }));
    expect(panel).not.toHaveTextContent(note);
  });

  it('says nothing of intervals that have just begun where there are none', () => {
    renderDashboard();
    expect(screen.getByRole('tabpanel', { name: /Today/ })).not.toHaveTextContent('just begun');
  });

  it('[DASH-09] names gross win, net win and due of the profit on a phone', () => {
    setViewport(390);
    const admin = renderDashboard();
    const rowsOf = () => within(screen.getByRole('list', { name: 'Profit' })).getAllByRole('listitem');
    expect(rowsOf()[0]).toHaveTextContent(
      'YesterdayRTP 96,1521%Gross win 44.888,28 €Net win 17.675,61 €Due 1.178,37 €',
    );
    admin.unmount();
    renderDashboard({ role: 'ludus_manager', quarantine: null });
    expect(rowsOf()[0]).toHaveTextContent('YesterdayRTP 96,1521%Gross win 44.888,28 €Bet 612.480,55 €');
  });

  it('[DASH-03] charts bet, win and gross win, as lines and as a table of the same numbers', async () => {
    const { user } = renderDashboard();
    const panel = screen.getByRole('tabpanel', { name: /Today/ });
    expect(await within(panel).findByRole('img', { name: /Today: bet, win and gross win/ })).toBeVisible();
    expect(within(panel).getByRole('radio', { name: 'Line' })).toBeChecked();
    await user.click(within(panel).getByRole('radio', { name: 'Table' }));
    const table = await within(panel).findByRole('table', { name: 'Today: bet, win and gross win' });
    const headers = within(table).getAllByRole('columnheader');
    expect(headers.map((cell) => cell.textContent)).toEqual(['When', 'Bet', 'Win', 'Gross win']);
    const figuresOf = (row: HTMLElement | undefined) =>
      [...(row?.children ?? [])].slice(1).map((cell) => cell.textContent);
    const rows = within(table).getAllByRole('row');
    expect(rows).toHaveLength(1 + 24 + 1);
    expect(figuresOf(rows[1])).toEqual(['1.000,00\u00a0€', '800,00\u00a0€', '200,00\u00a0€']);
    expect(figuresOf(rows[24])).toEqual(['1.023,00\u00a0€', '823,00\u00a0€', '223,00\u00a0€']);
    expect(figuresOf(rows[25])).toEqual(['612.480,55\u00a0€', '588.913,07\u00a0€', '23.567,48\u00a0€']);
  });

  it('explains each total of the period, net win and due too, to those who see them', () => {
    const admin = renderDashboard();
    const explained = () =>
      within(screen.getByRole('tabpanel', { name: /Today/ }))
        .getAllByRole('button', { name: /^How .* is calculated$/ })
        .map((button) => button.getAttribute('aria-label'));
    expect(explained()).toEqual([
      'How Bet is calculated',
      'How Win is calculated',
      'How Gross win is calculated',
      'How Net win is calculated',
      'How Due is calculated',
      'How RTP is calculated',
    ]);
    admin.unmount();
    renderDashboard({ role: 'ludus_manager', quarantine: null });
    expect(explained()).toEqual([
      'How Bet is calculated',
      'How Win is calculated',
      'How Gross win is calculated',
      'How RTP is calculated',
    ]);
  });

  it('[DASH-05] counts all, open and closed sessions and players', () => {
    renderDashboard();
    const panel = screen.getByRole('region', { name: 'Sessions today' });
    for (const text of ['48.213', '1.187', '47.026', '9.604']) expect(panel).toHaveTextContent(text);
  });

  it('[DASH-06] reloads the session counters', async () => {
    const calls = answerCalls({
      getDailyStatistics: {
        ...daily,
        sessionsCount: { all: 48_300, open: 1201, closed: 47_099, players: 9611 },
      },
    });
    const { user } = renderDashboard();
    const panel = screen.getByRole('region', { name: 'Sessions today' });
    await user.click(within(panel).getByRole('button', { name: 'Refresh session counters' }));
    expect(await within(panel).findByText('48.300')).toBeVisible();
    for (const text of ['1.201', '47.099', '9.611']) expect(panel).toHaveTextContent(text);
    for (const text of ['48.213', '1.187', '47.026', '9.604']) expect(panel).not.toHaveTextContent(text);
    expect(calls.map(({ endpoint }) => endpoint)).toEqual(['getDailyStatistics']);
  });

  it.each([
    ['2026-11-20T13:32:07Z', 'Nothing newer than 20/11/2026 14:32'],
    ['2026-11-20T13:40:00Z', 'Refreshed: figures as of 14:40'],
  ])('says what a refresh has brought, with figures as of %s', async (asOf, said) => {
    const told = vi.spyOn(toasts, 'toast').mockReturnValue('');
    answerCalls({
      getDailyStatistics: { ...daily, coverage: { ...daily.coverage, asOf } },
      getYesterdayStatistics: { ...statistics, tiles: [] },
      getTrimesterStatistics: { ...statistics, tiles: [] },
    });
    const { user } = renderDashboard();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith('info', said));
  });

  it('[DASH-07][DASH-08] shows the top games, linked to their charts only when they are catalogue games', () => {
    renderDashboard();
    const panel = screen.getByRole('region', { name: 'Top games today' });
    const cards = within(panel).getAllByRole('listitem');
    expect(cards).toHaveLength(3);
    expect(cards.map((card) => card.querySelector('img')?.getAttribute('src'))).toEqual([
      '/api/media/mini-1.webp',
      '/api/media/mini-2.webp',
      '/api/media/mini-3.webp',
    ]);
    const figures = (card: HTMLElement) =>
      [...card.querySelectorAll('dl > div')].map((line) => line.textContent?.replace('\u00a0', ' '));
    expect(cards.map(figures)).toEqual([
      ['Bet98.215,30 €', 'Win94.103,77 €', 'Gross win4.111,53 €', 'RTPN/A'],
      ['Bet98.216,30 €', 'Win94.104,77 €', 'Gross win4.111,53 €', 'RTP95,8137%'],
      ['Bet98.217,30 €', 'Win94.105,77 €', 'Gross win−2.085,85 €', 'RTP95,8137%'],
    ]);
    expect(
      within(panel)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/charts?gameId=1', '/charts?gameId=3']);
  });

  it('[DASH-09][OPEN-74] has the profit rows yesterday, this month, last month and last three months', () => {
    renderDashboard();
    const rows = within(screen.getByRole('table', { name: 'Profit' })).getAllByRole('row');
    expect(rows.map((row) => row.firstElementChild?.textContent)).toEqual([
      'Periods',
      'Yesterday',
      'This month',
      'Last month',
      'Last 3 months',
    ]);
    expect(rows[0]).toHaveTextContent('BetWinGross winNet winDueRTP');
    expect(rows[3]).toHaveTextContent('−1,50 €');
    expect(rows[3]).toHaveTextContent('17.675,61 €');
    expect(rows[3]).toHaveTextContent('1.178,37 €');
  });

  it('[DASH-09][OPEN-74][ROLE-15] leaves net win and due out of profit for those who may not see them', () => {
    renderDashboard({ role: 'ludus_manager', quarantine: null });
    const [head] = within(screen.getByRole('table', { name: 'Profit' })).getAllByRole('row');
    expect(head).toHaveTextContent(/^PeriodsBetWinGross winRTP$/);
  });

  it('[DASH-10] shows how long each healthy service took to respond', () => {
    renderDashboard();
    const alpina = screen.getByRole('row', { name: /^Alpina/ });
    expect(within(alpina).getByRole('img', { name: 'Gaming: healthy, 84 ms' })).toHaveTextContent('84 ms');
    expect(within(alpina).getByRole('img', { name: 'Play: healthy, 1.204 ms' })).toBeVisible();
    const nordwind = screen.getByRole('row', { name: /^Nordwind/ });
    expect(within(nordwind).getByRole('img', { name: 'Launch: not responding' })).toHaveTextContent('');
    expect(within(nordwind).getByRole('img', { name: 'Play: healthy' })).toHaveTextContent('');
  });

  it('[DASH-10] shows a tick per healthy service and the number of failing integrations otherwise', () => {
    renderDashboard();
    expect(screen.getByRole('img', { name: 'Gaming: healthy for all integrations' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Launch: not responding for 1 integration' })).toHaveTextContent(
      '1',
    );
  });

  it('leads to the quarantined rows of each integration that has any', () => {
    const latestReceivedAt = '2026-11-20T13:00:00Z';
    const quarantine = [
      { integrationId: 2, integrationName: 'Nordwind', count: 1204, latestReceivedAt },
      { integrationId: 9, integrationName: 'Inactive', count: 1, latestReceivedAt },
    ];
    renderDashboard({ quarantine });
    const services = screen.getByRole('region', { name: 'Services' });
    const links = within(services).getAllByRole('link');
    expect(
      links.map((link) => [link.textContent, link.getAttribute('aria-label'), link.getAttribute('href')]),
    ).toEqual([
      ['1.205', '1.205 rows in quarantine', '/quarantine'],
      ['1.204', 'Nordwind: 1.204 rows in quarantine', '/quarantine?integration=2'],
    ]);
  });

  it('asks nothing of the quarantine for those who may not see it', () => {
    const { queryClient } = renderDashboard({ role: 'ludus_manager', quarantine: null });
    expect(screen.getByRole('region', { name: 'Services' })).toBeVisible();
    expect(queryClient.isFetching({ queryKey: queryFor(countQuarantinedRows, {}).queryKey })).toBe(0);
  });

  it('shows when each integration was last fetched, and warns of one that is late', ({ onTestFinished }) => {
    vi.setSystemTime('2026-11-20T13:35:00Z');
    onTestFinished(() => void vi.useRealTimers());
    renderDashboard();
    const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
    expect(within(row('Alpina')).getByText('Updated 14:30')).toBeVisible();
    expect(within(row('Nordwind')).getByText('Late. Updated 19/11/2026 23:05')).toHaveAttribute('data-late');
  });

  it('says once when all integrations were updated in the same minute', async ({ onTestFinished }) => {
    vi.setSystemTime('2026-11-20T13:35:00Z');
    onTestFinished(() => void vi.useRealTimers());
    const rows = [
      healthy,
      { ...healthy, integrationId: 2, integrationName: 'Nordwind', fetchedAt: '2026-11-20T13:30:41Z' },
    ];
    renderScreen(<ServiceList rows={rows} quarantine={undefined} />);
    expect(await screen.findByText('checked 14:31, updated 14:30')).toBeVisible();
    expect(screen.queryByText('Updated 14:30')).toBeNull();
  });

  it('[DASH-10] has the services in the order of the other screens', () => {
    renderDashboard();
    const [head] = within(screen.getByRole('region', { name: 'Services' })).getAllByRole('row');
    expect(head).toHaveTextContent(/^IntegrationGamingDataPlayLaunch$/);
  });

  it('[ERR-069][ERR-070][OPEN-75] says that a call failed, with a reload, and shows no zeros', async () => {
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('{}', { status: 500 })));
    renderScreen(<DashboardPage period="today" onPeriod={() => {}} chartsHref={() => null} />);
    expect(await screen.findByText('Error trying to connect to the server.')).toBeVisible();
    expect(screen.getByText(/Reload page to try again\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.queryByText('0')).toBeNull();
  });

  it('counts a service as healthy only when every integration has been seen healthy', () => {
    expect(overallStateOf('play', [healthy]).state).toBe('healthy');
    expect(overallStateOf('play', [healthy, { ...healthy, play: 'unknown' }]).state).toBe('unknown');
    expect(overallStateOf('play', [])).toEqual({ state: 'unknown', failing: 0 });
  });
});
