import { dailyStatistics, dashboardStatistics, statistics as statisticsSchema } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import {
  admin,
  alpina,
  ask,
  created,
  lost,
  manager,
  names,
  real,
  rows,
  totalsOf,
} from '../../../test/support/statistics/known-statistics.ts';
import { type FixedClock, fixedClock } from '../../infra/clock/index.ts';
import { createSessionStore, type Route, type SessionStore } from '../session-store/index.ts';
import { createStatisticsService, type StatisticsService } from './statistics.service.ts';

let stores: TestStores;
let sessionStore: SessionStore;
let service: StatisticsService;
let route: Route = 'rollup';
let clock: FixedClock;
const noon = '2026-11-20T11:30:00Z';

beforeAll(async () => {
  stores = await openTestStores();
  clock = fixedClock(noon);
  sessionStore = createSessionStore({ ...stores, clock });
  for (const id of [1, 2, 3]) {
    await sessionStore.ingest(
      id,
      rows.filter((one) => one.integrationId === id),
    );
  }
  await sessionStore.refreshDirty();
  service = createStatisticsService({
    sessionStore: {
      state: () => sessionStore.state(),
      queryAggregates: (request, scope, state) => sessionStore.queryAggregates(request, scope, state, route),
      querySeriesWithTotals: (request, scope, state) =>
        sessionStore.querySeriesWithTotals(request, scope, state, route),
    },
    clock,
    referenceData: { read: async () => names },
    freshness: async () => ({ asOf: '2026-11-20T11:20:00.000Z', notFetched: 0 }),
  });
});

beforeEach(() => clock.set(noon));

afterAll(async () => {
  await sessionStore?.waitForRefreshes();
  await closeTestStores(stores);
});

describe.each(['rollup', 'base'] as const)('GET /bookkeeping/stats, answered from the %s', (side) => {
  beforeAll(() => {
    route = side;
  });

  it.each([null, 1, 4] as const)(
    '[SESS-04] real and fun stand beside each other, type %s asked for',
    async (type) => {
      const request = ask({ key: 'month', sessionTypeId: type, datasetTypes: true, datasetTotals: true });
      const answer = statisticsSchema.parse(await service.statistics(admin, request));
      const all = created('2026-05-15', '2026-11-20');
      const byType = { real: totalsOf(all.filter(real)), fun: totalsOf(all.filter((one) => !real(one))) };
      expect(answer.byType).toEqual(byType);
      expect(answer.grandTotals).toEqual(
        type === null ? totalsOf(all) : type === 1 ? byType.real : byType.fun,
      );
      const perIntegration = answer.integrations.reduce((sum, one) => sum + one.grandTotals.sessionsTotal, 0);
      expect(perIntegration).toBe(answer.grandTotals.sessionsTotal);
    },
  );

  it('[ENT-20][ENT-21][CONST-12] totals, series and types agree with the sessions to the cent', async () => {
    const answer = statisticsSchema.parse(await service.statistics(admin, ask({ key: 'day' })));
    const all = created('2026-05-15', '2026-11-20');
    expect(answer.grandTotals).toEqual(totalsOf(all));
    expect(answer.integrations).toHaveLength(3);
    for (const { integrationId, grandTotals } of answer.integrations) {
      expect(grandTotals).toEqual(totalsOf(all.filter((one) => one.integrationId === integrationId)));
    }
    expect(answer.byType).toBeUndefined();
    const series = new Map(answer.datasets.totals?.map((one) => [one.stat, one]));
    expect(answer.buckets).toHaveLength(190);
    for (const stat of ['bet', 'win', 'netwin', 'due', 'rounds', 'sessionsTotal'] as const) {
      const { data = [], total } = series.get(stat) ?? {};
      expect(data).toHaveLength(190);
      expect(data.reduce<number>((sum, value) => sum + Math.round((value ?? 0) * 100), 0)).toBe(
        Math.round((total ?? 0) * 100),
      );
    }
    expect(answer.coverage).toEqual({
      from: '2026-05-14T22:00:00.000Z',
      to: '2026-11-20T23:00:00.000Z',
      zone: 'Europe/Rome',
      asOf: '2026-11-20T11:20:00.000Z',
      notFetched: 0,
      openSessions: answer.grandTotals.sessionsOpen,
    });
  });

  it('[CONST-13] a player who plays on two days counts once in the range, and once more at another integration', async () => {
    const request = ask({ from: '2025-01-11', to: '2025-01-12', key: 'day', stats: ['usersCount'] });
    const answer = await service.statistics(admin, request);
    expect(answer.grandTotals.usersCount).toBe(2);
    expect(answer.datasets.totals).toMatchObject([{ stat: 'usersCount', data: [1, 2], total: 2 }]);
  });

  it('[CONST-12] RTP is none where nothing was bet, and gross win is negative where players won more', async () => {
    const request = ask({ from: '2025-01-10', to: '2025-01-11', key: 'day', stats: ['rtp', 'grosswin'] });
    const answer = await service.statistics(admin, request);
    expect(answer.datasets.totals).toMatchObject([
      { stat: 'rtp', data: [null, 10_000.5], total: 10_005.5 },
      { stat: 'grosswin', data: [-5, -9999.5], total: -10_004.5 },
    ]);
  });

  it.each([
    ['2026-03-29', 23, ['01:00', '03:00']],
    ['2026-10-25', 25, ['01:00', '02:00 +02:00', '02:00 +01:00', '03:00']],
  ])('[DASH-04][CONST-09] %s by hour has %i steps, each with its own sum', async (day, hours, labels) => {
    const answer = await service.statistics(admin, ask({ from: day, to: day, key: 'hour' }));
    expect(answer.labels).toHaveLength(hours);
    expect(answer.labels.slice(1, 1 + labels.length)).toEqual(labels);
    expect(new Set(answer.buckets.map(({ key }) => key)).size).toBe(hours);
    expect(answer.grandTotals).toEqual(totalsOf(created(day, day)));
    const bets = answer.datasets.totals?.find(({ stat }) => stat === 'bet')?.data ?? [];
    for (const [index, bucket] of answer.buckets.entries()) {
      const own = rows.filter(
        (one) => one.createdAtMs >= Date.parse(bucket.from) && one.createdAtMs < Date.parse(bucket.to),
      );
      expect(bets[index]).toBe(totalsOf(own).bet);
    }
  });

  it('[DASH-04] hours carry day and month when the range spans several days', async () => {
    const answer = await service.statistics(
      admin,
      ask({ from: '2026-10-24', to: '2026-10-25', key: 'hour' }),
    );
    expect([answer.labels[0], answer.labels.at(-1)]).toEqual(['24/10 00:00', '25/10 23:00']);
    expect(answer.labels).toContain('25/10 02:00 +01:00');
  });

  it.each([
    ['America/New_York', 'day', '2026-10-31', '2026-11-02', 3, ['31/10/2026', '01/11/2026', '02/11/2026']],
    ['America/New_York', 'month', '2026-09-01', '2026-10-31', 2, ['09/2026', '10/2026']],
    ['Asia/Kolkata', 'hour', '2026-10-25', '2026-10-25', 24, ['00:00', '01:00', '02:00']],
    ['America/New_York', 'hour', '2026-11-01', '2026-11-01', 25, ['00:00', '01:00 -04:00', '01:00 -05:00']],
  ] as const)(
    '[OPEN-97] cuts by the %s of another time zone that is sent: each %s from %s to %s',
    async (timeZone, key, from, to, steps, labels) => {
      const answer = statisticsSchema.parse(
        await service.statistics(admin, ask({ from, to, key, timeZone, stats: ['bet', 'usersCount'] })),
      );
      expect(answer.labels).toHaveLength(steps);
      expect(answer.labels.slice(0, labels.length)).toEqual(labels);
      const pattern = { month: 7, day: 10, hour: 13 }[key];
      const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
      const unitOf = (ms: number) => wall.format(ms).slice(0, pattern);
      const inPeriod = rows.filter(({ createdAtMs }) => {
        const day = wall.format(createdAtMs).slice(0, 10);
        return day >= from && day <= to;
      });
      expect(inPeriod.length).toBeGreaterThan(0);
      expect(answer.grandTotals).toEqual(totalsOf(inPeriod));
      const seriesOf = (stat: string) => answer.datasets.totals?.find((one) => one.stat === stat)?.data ?? [];
      for (const [index, bucket] of answer.buckets.entries()) {
        const [start, end] = [Date.parse(bucket.from), Date.parse(bucket.to)];
        expect(unitOf(start)).toBe(unitOf(end - 1));
        const own = totalsOf(inPeriod.filter(({ createdAtMs }) => createdAtMs >= start && createdAtMs < end));
        expect([seriesOf('bet')[index], seriesOf('usersCount')[index]]).toEqual([own.bet, own.usersCount]);
      }
    },
  );

  it('a step that the range or now cuts short is marked', async () => {
    const answer = await service.statistics(
      admin,
      ask({ from: '2026-09-10T10:00:00+02:00', to: '2026-11-20', key: 'month' }),
    );
    expect(answer.buckets.map(({ key, partial }) => [key, partial])).toEqual([
      ['2026-09', true],
      ['2026-10', false],
      ['2026-11', true],
    ]);
  });

  it('[ENT-22] splits by game, integration and operator: greatest bet first, totals as the sessions say', async () => {
    const answer = statisticsSchema.parse(
      await service.statistics(
        admin,
        ask({
          key: 'month',
          datasetGames: true,
          datasetIntegrations: true,
          datasetOperators: true,
          integrations: [1, 3],
          sessionTypeId: 1,
          stats: ['bet', 'sessionTotals', 'rtp', 'players'],
        }),
      ),
    );
    const all = created('2026-05-15', '2026-11-20', (one) => real(one) && one.integrationId !== 2);
    expect(Object.keys(answer.datasets)).toEqual(['games', 'integrations', 'operators']);
    expect(Object.keys(answer.datasets.games ?? {})).toEqual(['bet', 'sessionsTotals', 'rtp', 'usersCount']);
    const bets = answer.datasets.games?.bet ?? [];
    expect(bets.map(({ total }) => total)).toEqual(
      bets.map(({ total }) => total ?? 0).toSorted((a, b) => b - a),
    );
    expect(bets.map(({ label }) => label).toSorted()).toEqual([
      'Game 1 - Deluxe',
      'Game 2',
      'Game 3',
      'Game 4',
      'Game 5',
    ]);
    for (const { gameId, total } of answer.datasets.games?.usersCount ?? []) {
      expect(total).toBe(totalsOf(all.filter((one) => one.gameId === gameId)).usersCount);
    }
    for (const { operatorId, integrationId, total, data } of answer.datasets.operators?.bet ?? []) {
      const own = all.filter((one) => one.operatorId === operatorId);
      expect(total).toBe(totalsOf(own).bet);
      expect(new Set(own.map((one) => one.integrationId))).toEqual(new Set([integrationId]));
      expect(data).toHaveLength(7);
    }
    expect(answer.datasets.integrations?.sessionsTotals?.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Platform 1', 'Platform 3']),
    );
    expect(answer.grandTotals).toEqual(totalsOf(all));
  });

  it('open and closed sessions are told apart', async () => {
    for (const isOpen of [true, false]) {
      const answer = await service.statistics(admin, ask({ isOpen, key: 'month' }));
      const own = created('2026-05-15', '2026-11-20', (one) => one.isOpen === isOpen);
      expect(answer.grandTotals).toEqual(totalsOf(own));
    }
  });

  it('[ROLE-15] net win and due leave the server for those who may see them only, asked for or not', async () => {
    const request = ask({
      key: 'month',
      stats: ['bet', 'netWin', 'due'],
      datasetTotals: true,
      datasetGames: true,
    });
    const open = await service.statistics(admin, request);
    expect(open.datasets.totals?.map(({ stat }) => stat)).toEqual(['bet', 'netwin', 'due']);
    const closed = await service.statistics(manager, request);
    expect(closed.datasets.totals?.map(({ stat }) => stat)).toEqual(['bet']);
    expect(Object.keys(closed.datasets.games ?? {})).toEqual(['bet']);
    expect(JSON.stringify(closed)).not.toMatch(/netwin|"due"/);
  });

  it('staff of an integration get their own figures, whatever they ask for; others get none', async () => {
    const own = created('2026-05-15', '2026-11-20', (one) => one.integrationId === 2);
    const answer = await service.statistics(alpina, ask({ key: 'month', datasetIntegrations: true }));
    expect(answer.grandTotals).toEqual(totalsOf(own));
    expect(answer.integration).toBe('Platform 2');
    expect(answer.integrations.map(({ integrationId }) => integrationId)).toEqual([2]);
    expect(answer.datasets.integrations?.bet?.map(({ integrationId }) => integrationId)).toEqual([2]);
    for (const [actor, integrations] of [
      [alpina, [1, 3]],
      [lost, undefined],
    ] as const) {
      const empty = await service.statistics(
        actor,
        ask({ key: 'month', ...(integrations ? { integrations: [...integrations] } : {}) }),
      );
      expect(empty.grandTotals).toEqual(totalsOf([]));
      expect(empty.integrations).toEqual([]);
      expect(empty.buckets).toHaveLength(7);
    }
  });

  it('more than 20,000 steps are refused, naming the field', async () => {
    await expect(
      service.statistics(admin, ask({ from: '2000-01-01', to: '2026-01-01', key: 'hour' })),
    ).rejects.toMatchObject({ status: 422, fields: { key: expect.any(String) } });
    await expect(
      service.statistics(admin, ask({ from: '2026-02-01', to: '2026-01-01' })),
    ).rejects.toMatchObject({
      status: 422,
    });
  });
});

describe.each(['rollup', 'base'] as const)('the dashboard, answered from the %s', (side) => {
  beforeAll(() => {
    route = side;
  });

  it('[DASH-05][DASH-07][ENT-26][DASH-11][DASH-12][API-088][CONST-11][OPEN-73] today by hour, counters and the three greatest games', async () => {
    clock.set('2026-11-19T20:00:00Z');
    const answer = dailyStatistics.parse(await service.daily(admin));
    const today = created('2026-11-19', '2026-11-19', real);
    expect(answer.labels).toHaveLength(24);
    expect(answer.labels[0]).toBe('00:00');
    expect(answer.buckets.map(({ partial }) => partial)).toEqual(
      Array.from({ length: 24 }, (_, hour) => hour >= 21),
    );
    expect(answer.grandTotals).toEqual(totalsOf(today));
    const { sessionsTotal: all, sessionsOpen: open, sessionsClosed: closed, usersCount } = totalsOf(today);
    expect(answer.sessionsCount).toEqual({ all, open, closed, players: usersCount });
    expect(answer.datasets.totals?.map(({ stat }) => stat)).toEqual([
      'bet',
      'win',
      'grosswin',
      'netwin',
      'due',
      'rounds',
      'sessionsTotal',
      'usersCount',
    ]);
    const games = Map.groupBy(today, ({ gameId }) => gameId);
    const right = [...games]
      .map(([gameId, own]) => ({ gameId, totalBet: totalsOf(own).bet }))
      .toSorted((a, b) => b.totalBet - a.totalBet || a.gameId - b.gameId)
      .slice(0, 3);
    expect(answer.topGames).toMatchObject(right);
  });

  it('[DASH-11][API-089] yesterday is one day, compared with the same weekday before', async () => {
    const answer = dashboardStatistics.parse(await service.yesterday(manager));
    expect(answer.buckets.map(({ key }) => key)).toEqual(['2026-11-19']);
    const [tile] = answer.tiles;
    const { netwin, due, ...seen } = totalsOf(created('2026-11-19', '2026-11-19', real));
    const { netwin: _, due: __, ...before } = totalsOf(created('2026-11-12', '2026-11-12', real));
    expect([typeof netwin, typeof due]).toEqual(['number', 'number']);
    expect(tile).toMatchObject({ period: 'yesterday', grandTotals: seen, previous: before });
    expect(tile?.comparison).toBe('fair');
    expect(tile?.grandTotals).not.toHaveProperty('netwin');
  });

  it('[DASH-11][CONST-10][API-090] the trimester runs by month, with the months as tiles', async () => {
    const answer = dashboardStatistics.parse(await service.trimester(admin));
    expect(answer.buckets.map(({ key, partial }) => [key, partial])).toEqual([
      ['2026-08', true],
      ['2026-09', false],
      ['2026-10', false],
      ['2026-11', true],
    ]);
    expect(answer.coverage).toMatchObject({
      from: '2026-08-19T22:00:00.000Z',
      to: '2026-11-20T23:00:00.000Z',
    });
    const during = (from: string, to: string) => {
      const own = rows.filter(
        (one) => real(one) && one.createdAtMs >= Date.parse(from) && one.createdAtMs < Date.parse(to),
      );
      return totalsOf(own);
    };
    const first = Math.min(...rows.filter(real).map(({ createdAtMs }) => createdAtMs));
    expect(answer.tiles.map(({ comparison }) => comparison)).toEqual(
      ['2026-10-01T22:00:00Z', '2026-09-01T22:00:00Z', '2026-05-20T22:00:00Z'].map((endOfFirstDay) =>
        first < Date.parse(endOfFirstDay) ? 'fair' : 'new',
      ),
    );
    expect(
      answer.tiles.map(({ period, grandTotals, previous }) => ({ period, grandTotals, previous })),
    ).toEqual([
      {
        period: 'thisMonth',
        grandTotals: during('2026-10-31T23:00:00Z', '2026-11-20T23:00:00Z'),
        // The figures reach 19 days, 12 hours and 20 minutes into the month; October's begin in summer time.
        previous: during('2026-09-30T22:00:00Z', '2026-10-20T10:20:00Z'),
      },
      {
        period: 'lastMonth',
        grandTotals: during('2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'),
        previous: during('2026-08-31T22:00:00Z', '2026-09-30T22:00:00Z'),
      },
      {
        period: 'trimester',
        grandTotals: during('2026-08-19T22:00:00Z', '2026-11-20T23:00:00Z'),
        previous: during('2026-05-19T22:00:00Z', '2026-08-19T22:00:00Z'),
      },
    ]);
  });

  it('compares as much of a running period as the figures reach, and up to now where they are older than today', async () => {
    const comparedTo = async () => (await service.daily(admin)).tiles[0]?.comparedWith.to;
    expect(await comparedTo()).toBe('2026-11-13T11:20:00.000Z');
    clock.set('2026-11-21T09:00:00Z');
    expect(await comparedTo()).toBe('2026-11-14T09:00:00.000Z');
  });

  it('[OPEN-73] shows staff of an integration their own figures only', async () => {
    clock.set('2026-11-19T20:00:00Z');
    const answer = await service.daily(alpina);
    const own = created('2026-11-19', '2026-11-19', (one) => real(one) && one.integrationId === 2);
    expect(answer.grandTotals).toEqual(totalsOf(own));
    expect(answer.topGames.reduce((sum, { totalBet }) => sum + Math.round(totalBet * 100), 0)).toBe(
      Math.round(
        [...Map.groupBy(own, ({ gameId }) => gameId).values()]
          .map((group) => totalsOf(group).bet)
          .toSorted((a, b) => b - a)
          .slice(0, 3)
          .reduce((sum, bet) => sum + bet, 0) * 100,
      ),
    );
  });
});
