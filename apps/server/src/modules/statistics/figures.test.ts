import {
  type DashboardStatistics,
  type DetailedReport,
  dictionary,
  encodeStatisticsRequest,
  type FigureFilter,
  figureList,
  figureListQuery,
  figureRequest,
  type GamePerformance,
  type GrandTotals,
  type MetricId,
  metricIds,
  type Player,
  type Role,
  type SessionRow,
  type Statistics,
} from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FiguresHub, startFiguresHub } from '../../../test/support/exports/figures-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { romeDay } from '../../infra/clock/index.ts';

let world: FiguresHub;
const tokens = new Map<Role, string>();
beforeAll(async () => {
  world = await startFiguresHub();
  for (const role of ['ludus_admin', 'ludus_manager', 'integration_admin', 'integration_manager'] as const)
    tokens.set(role, await tokenFor(role, { now: world.clock.now() }));
});
afterAll(() => world?.close());

async function get<Body>(path: string, role: Role = 'ludus_admin'): Promise<Body> {
  const { status, body } = await world.hub.get(path, tokens.get(role));
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return body;
}
const statistics = (request: object, role?: Role) =>
  get<Statistics>(
    `/bookkeeping/stats?a=${encodeURIComponent(encodeStatisticsRequest(request as never))}`,
    role,
  );

/** Every row of the sessions list for a filter, page by page. */
async function listed(filter: FigureFilter, role?: Role): Promise<SessionRow[]> {
  const { filter: ids, ...own } = figureListQuery(filter);
  const asked = {
    ...own,
    'filter[integrationId]': ids?.integrationId,
    'filter[operatorId]': ids?.operatorId,
  };
  const query = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${value}`],
  );
  const rows: SessionRow[] = [];
  for (let page = 1; ; page += 1) {
    const found = await get<{ rows: SessionRow[]; count: number }>(
      `/bookkeeping/sessions/range?${query.join('&')}&limit=500&page=${page}`,
      role,
    );
    rows.push(...found.rows);
    if (rows.length >= found.count || found.rows.length === 0) return rows;
  }
}

const cents = (rows: readonly SessionRow[], amount: (row: SessionRow) => number | undefined) =>
  rows.reduce((sum, row) => sum + Math.round((amount(row) ?? Number.NaN) * 100), 0) / 100;

/** A metric by plain arithmetic over the rows that the list shows for it. */
const ofRows: Record<MetricId, (rows: readonly SessionRow[]) => number | null> = {
  bet: (rows) => cents(rows, ({ bet }) => bet),
  win: (rows) => cents(rows, ({ win }) => win),
  grosswin: (rows) => cents(rows, ({ grossWin }) => grossWin),
  netwin: (rows) => cents(rows, ({ netWin }) => netWin),
  due: (rows) => cents(rows, ({ due }) => due),
  rtp: (rows) => {
    const bet = cents(rows, (row) => row.bet);
    return bet === 0 ? null : Math.round(cents(rows, ({ win }) => win) * 100) / Math.round(bet * 100);
  },
  sessionsTotal: (rows) => rows.length,
  sessionsOpen: (rows) => rows.length,
  sessionsClosed: (rows) => rows.length,
  rounds: (rows) => rows.reduce((sum, row) => sum + row.currentRound, 0),
  usersCount: (rows) => new Set(rows.map(({ userId, integration }) => `${integration.id}:${userId}`)).size,
};

const totalOf = (totals: Partial<GrandTotals>, metric: MetricId) => totals[metric];

/** Each figure of a place is what its panel asks for, what its sessions add up to, and what the formula makes of the values. */
async function expectExplained(filter: FigureFilter, totals: Partial<GrandTotals>, role?: Role) {
  const asked = await statistics(figureRequest(filter), role);
  const lists = new Map<string, SessionRow[]>();
  let explained = 0;
  for (const metric of metricIds) {
    const value = totalOf(totals, metric);
    if (value === undefined) continue;
    explained += 1;
    expect(totalOf(asked.grandTotals, metric), metric).toBe(value);
    const list = figureList(filter, metric);
    if (list === null) {
      expect(value, metric).toBe(0);
      continue;
    }
    const key = JSON.stringify(list);
    const rows = lists.get(key) ?? (await listed(list, role));
    lists.set(key, rows);
    expect(ofRows[metric](rows), `${metric} of ${key}`).toBe(value);
    const { terms } = dictionary[metric];
    if (terms === null) continue;
    const [left, right] = [
      totalOf(asked.grandTotals, terms.left) as number,
      totalOf(asked.grandTotals, terms.right) as number,
    ];
    if (terms.sign === 'minus')
      expect(Math.round((left - right) * 100)).toBe(Math.round(Number(value) * 100));
    else if (right === 0) expect(value).toBeNull();
    else expect(left / right).toBeCloseTo(value as number, 12);
  }
  return explained;
}

const month = { from: '2026-10-01', to: '2026-11-20' };

describe('the sessions behind a figure', () => {
  it.each(['daily', 'yesterday', 'trimester'])(
    'are those of the tiles of the dashboard (%s)',
    async (call) => {
      const { tiles } = await get<DashboardStatistics>(`/bookkeeping/${call}-stats`);
      expect(tiles.length).toBeGreaterThan(0);
      for (const { coverage, grandTotals } of tiles) {
        const [from, to] = [coverage.from, new Date(Date.parse(coverage.to) - 1)];
        const filter = { from: romeDay(new Date(from)), to: romeDay(to), sessionTypeId: 1 } as const;
        expect(await expectExplained(filter, grandTotals)).toBe(metricIds.length);
      }
    },
  );

  it.each([
    ['real and fun together', { sessionTypeId: null }],
    ['fun only', { sessionTypeId: 4 }],
    ['open ones', { sessionTypeId: 1, isOpen: true }],
    ['closed ones', { sessionTypeId: 1, isOpen: false }],
    ['of a game at an operator', { sessionTypeId: 1, games: [2], operators: [20] }],
    ['of a day of 25 hours', { sessionTypeId: 1, from: '2026-10-25', to: '2026-10-25' }],
    ['of a day without bets', { sessionTypeId: 1, from: '2026-05-05', to: '2026-05-05' }],
  ] as const)('are those of the totals of a chart: %s', async (_what, part) => {
    const filter: FigureFilter = { ...month, ...part };
    const { from, to, sessionTypeId, isOpen, games, operators } = filter;
    const shown = await statistics({ from, to, sessionTypeId, isOpen, games, operators, key: 'day' });
    await expectExplained(filter, shown.grandTotals);
  });

  it('are those of the rows of the overview', async () => {
    const shown = await statistics({ ...month, sessionTypeId: 1, datasetGames: true, key: 'month' });
    for (const { integrationId, grandTotals } of shown.integrations)
      await expectExplained({ ...month, sessionTypeId: 1, integrations: [integrationId] }, grandTotals);
    for (const { gameId, total } of shown.datasets.games?.grosswin ?? [])
      await expectExplained({ ...month, sessionTypeId: 1, games: [gameId] }, { grosswin: total ?? 0 });
  });

  it('are those of the rows of the report on each level', async () => {
    const a = encodeURIComponent(encodeStatisticsRequest(month as never));
    const { response, totals } = await get<DetailedReport>(`/bookkeeping/stats-detailed?a=${a}`);
    const filter = { ...month, sessionTypeId: 1 } as const;
    await expectExplained(filter, totals);
    const [integration] = response.filter(
      ({ platforms, directOperators }) => platforms.length > 0 && directOperators.length > 0,
    );
    if (!integration) throw new Error('No integration has both');
    await expectExplained({ ...filter, integrations: [integration.integrationId] }, integration);
    for (const platform of integration.platforms) {
      const operators = platform.operators.map(({ operatorId }) => operatorId);
      await expectExplained({ ...filter, operators }, platform);
    }
    for (const operator of integration.directOperators) {
      const operators = [operator.operatorId];
      await expectExplained({ ...filter, operators }, operator);
      for (const game of operator.games)
        await expectExplained({ ...filter, operators, games: [game.gameId] }, game);
    }
  });

  it.each(['ludus_admin', 'integration_manager'] as const)(
    'are those of the performance of a game, and of each of its intervals and integrations: %s',
    async (role) => {
      const { period, totals, buckets, values, integrations } = await get<GamePerformance>(
        '/games/2/performance?grain=week',
        role,
      );
      if (period === null) throw new Error('The game has no figures');
      const filter = { ...period, sessionTypeId: 1, games: [2] } as const;
      await expectExplained(filter, totals, role);
      expect(integrations.length).toBeGreaterThan(0);
      for (const { integrationId, totals: own } of integrations)
        await expectExplained({ ...filter, integrations: [integrationId] }, own, role);
      // A point of a chart: its interval, and the integration whose line it is.
      for (const place of [0, 12, buckets.length - 1]) {
        const { from, to } = buckets[place] as { from: string; to: string };
        const days = { from: romeDay(new Date(from)), to: romeDay(new Date(Date.parse(to) - 1)) };
        const at = (series: typeof values) =>
          Object.fromEntries(Object.entries(series).map(([metric, list]) => [metric, list?.[place]]));
        await expectExplained({ ...filter, ...days }, at(values) as Partial<GrandTotals>, role);
        for (const { integrationId, values: own } of integrations)
          await expectExplained(
            { ...filter, ...days, integrations: [integrationId] },
            at(own) as Partial<GrandTotals>,
            role,
          );
      }
    },
  );

  it.each(['ludus_admin', 'integration_manager'] as const)(
    'are those of the page of a player, and of each game of it: %s',
    async (role) => {
      const found = await get<Player>('/bookkeeping/players/1/player-3?sessionTypeId=1', role);
      const filter = {
        from: romeDay(new Date(found.firstSession?.createdAt ?? '')),
        to: '2026-11-20',
        sessionTypeId: 1,
        integrations: [1],
        userId: 'player-3',
      } as const;
      const places = [
        { filter, totals: found.totals },
        ...found.games
          .slice(0, 2)
          .map(({ game, totals }) => ({ filter: { ...filter, games: [game.id] }, totals })),
      ];
      expect(places.length).toBeGreaterThan(2);
      for (const { filter: own, totals } of places) {
        for (const [metric, value] of Object.entries(totals) as [MetricId, number | null][]) {
          const list = figureList(own, metric);
          const rows = list === null ? [] : await listed(list, role);
          expect(ofRows[metric](rows), metric).toBe(value);
        }
      }
    },
  );

  it('are those of a point of a chart, by day and by month', async () => {
    for (const key of ['day', 'month'] as const) {
      const { buckets, datasets } = await statistics({ ...month, sessionTypeId: 1, key });
      for (const place of [0, buckets.length - 1]) {
        const { from, to } = buckets[place] as { from: string; to: string };
        const days = { from: romeDay(new Date(from)), to: romeDay(new Date(Date.parse(to) - 1)) };
        const at = (datasets.totals ?? []).map(({ stat, data }) => [stat, data[place]]);
        await expectExplained({ ...days, sessionTypeId: 1 }, Object.fromEntries(at));
      }
    }
  });

  it('are those of a point of a chart by hour, also of the day that has an hour twice', async () => {
    const days = { from: '2026-10-24', to: '2026-10-26' };
    const filter = { ...days, sessionTypeId: 1 } as const;
    const { buckets, datasets } = await statistics({ ...filter, key: 'hour' });
    expect(buckets).toHaveLength(73);
    let played = 0;
    // The hours around the change of clocks, which come at the end of the second night, and some of each day.
    const nearChange = (place: number) => place >= 23 && place <= 29;
    for (const [place, { from }] of buckets.entries()) {
      if (!nearChange(place) && place % 6 !== 0) continue;
      const at = Object.fromEntries((datasets.totals ?? []).map(({ stat, data }) => [stat, data[place]]));
      if (at.sessionsTotal) played += 1;
      const day = romeDay(new Date(from));
      await expectExplained({ ...filter, from: day, to: day, hour: from }, at as Partial<GrandTotals>);
    }
    expect(played).toBeGreaterThan(0);
  }, 60_000);

  it.each([
    ['ludus_manager', 9],
    ['integration_admin', 11],
    ['integration_manager', 9],
  ] as const)('are of the own rows and metrics alone for %s', async (role, seen) => {
    const filter = { ...month, sessionTypeId: 1 } as const;
    const { grandTotals } = await statistics(figureRequest(filter), role);
    expect(Object.keys(grandTotals)).toHaveLength(seen);
    // The list has due for some roles only, and net win for all: what is not shown here is not asked there.
    expect(await expectExplained(filter, grandTotals, role)).toBe(seen);
  });
});
