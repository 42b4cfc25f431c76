import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomCases } from '../../../test/effort.ts';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { type KnownRow, makeRows, sumsOf } from '../../../test/support/session-store/known-rows.ts';
import { daysBetween, fixedClock, romeDay } from '../../infra/clock/index.ts';
import {
  type AgeBuckets,
  type Aggregates,
  type AggregatesRequest,
  type AggregatesRow,
  createSessionStore,
  type Dimension,
  type Grain,
  type Period,
  type Route,
  type SessionStore,
} from './index.ts';

let stores: TestStores;
let sessionStore: SessionStore;
const everything = { kind: 'all' } as const;
const from = '2026-02-10T00:00:00Z';
const to = '2026-11-15T00:00:00Z';
const rows: KnownRow[] = [
  ...makeRows(7, 900, from, to),
  // Dense around both changes of the clocks.
  ...makeRows(8, 250, '2026-03-28T20:00:00Z', '2026-03-30T00:00:00Z'),
  ...makeRows(9, 250, '2026-10-24T20:00:00Z', '2026-10-26T02:00:00Z'),
];

async function ingestAll(): Promise<void> {
  for (const id of [1, 2, 3]) {
    await sessionStore.ingest(
      id,
      rows.filter((row) => row.integrationId === id),
    );
  }
}

beforeAll(async () => {
  stores = await openTestStores();
  sessionStore = createSessionStore({ ...stores, clock: fixedClock('2026-11-20T10:00:00Z') });
  await ingestAll();
  await sessionStore.refreshDirty();
});

afterAll(async () => {
  await sessionStore?.waitForRefreshes();
  await closeTestStores(stores);
});

const bucketOf: Record<Grain, (ms: number) => number> = {
  hour: (ms) => Math.floor(ms / 3_600_000) * 3600,
  day: (ms) => Number(romeDay(new Date(ms)).replaceAll('-', '')),
  month: (ms) => Number(romeDay(new Date(ms)).slice(0, 7).replace('-', '')),
};

const ageOf = ({ gameId, createdAtMs }: KnownRow, { since, days }: AgeBuckets) =>
  Math.floor((daysBetween(since.get(gameId) ?? '', romeDay(new Date(createdAtMs))) - 1) / days);

// One integration's operators share a platform, one operator has its own, the others have none.
const platformOf = new Map([
  [10, 7],
  [11, 7],
  [20, 8],
]);

/** The same request by plain arithmetic over the stored rows. */
function expected(request: AggregatesRequest, source: readonly KnownRow[] = rows): Map<string, Aggregates> {
  const groups = new Map<string, KnownRow[]>();
  const by = new Set(request.by ?? []);
  const among = (ids: readonly number[] | null | undefined, id: number) => !ids?.length || ids.includes(id);
  for (const row of source) {
    if (request.sessionType && row.sessionType !== request.sessionType) continue;
    if (typeof request.isOpen === 'boolean' && row.isOpen !== request.isOpen) continue;
    if (!among(request.integrations, row.integrationId) || !among(request.operators, row.operatorId))
      continue;
    if (!among(request.games, row.gameId)) continue;
    for (const [index, period] of request.periods.entries()) {
      if (row.createdAtMs < period.from.getTime() || row.createdAtMs >= period.to.getTime()) continue;
      const bucket = request.ages
        ? ageOf(row, request.ages)
        : request.grain
          ? bucketOf[request.grain](row.createdAtMs)
          : index;
      const types = request.byType ? [row.sessionType, 0] : [0];
      for (const type of types) {
        const key = [
          bucket,
          by.has('integration') ? row.integrationId : 0,
          by.has('platform') ? (platformOf.get(row.operatorId) ?? 0) : undefined,
          by.has('operator') ? row.operatorId : 0,
          by.has('game') ? row.gameId : 0,
          type,
        ].join(' ');
        groups.set(key, [...(groups.get(key) ?? []), row]);
      }
    }
  }
  return new Map(
    [...groups].map(([key, own]) => {
      const sums = sumsOf(own);
      return [key, request.players ? sums : { ...sums, players: 0 }];
    }),
  );
}

function byKey(found: readonly AggregatesRow[]): Map<string, Aggregates> {
  return new Map(
    found.map(({ bucket, integrationId, platformId, operatorId, gameId, sessionType, ...aggregates }) => [
      [bucket, integrationId, platformId, operatorId, gameId, sessionType].join(' '),
      aggregates,
    ]),
  );
}

const sorted = (aggregates: Map<string, Aggregates>) =>
  [...aggregates].toSorted(([a], [b]) => (a < b ? -1 : 1));

const edges = [
  '2026-03-29T00:00:00Z',
  '2026-03-28T23:00:00Z',
  '2026-03-29T22:00:00Z',
  '2026-10-24T22:00:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:00:00Z',
  '2026-10-25T23:00:00Z',
  '2026-02-28T23:00:00Z',
  '2026-03-31T22:00:00Z',
  '2026-05-31T22:00:00Z',
  '2026-10-31T23:00:00Z',
].map((text) => Date.parse(text));
const instants = fc.oneof(
  fc.constantFrom(...edges),
  fc.integer({ min: Date.parse(from) / 1000, max: Date.parse(to) / 1000 }).map((seconds) => seconds * 1000),
  fc.integer({ min: Date.parse(from), max: Date.parse(to) }),
);
/** A single month, day or hour: one cell of the rollup each, whose count of players is the result. */
const wholeBuckets = fc.constantFrom(
  ['2026-03-31T22:00:00Z', '2026-04-30T22:00:00Z'],
  ['2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
  ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['2026-06-10T10:00:00Z', '2026-06-10T11:00:00Z'],
);
const periods = fc.oneof(
  wholeBuckets.map(([a = '', b = '']): Period => ({ from: new Date(a), to: new Date(b) })),
  fc
    .tuple(instants, instants)
    .filter(([a, b]) => a !== b)
    .map(([a, b]): Period => ({ from: new Date(Math.min(a, b)), to: new Date(Math.max(a, b)) })),
);
const dimensions = fc.subarray<Dimension>(['integration', 'platform', 'operator', 'game']);
const requests: fc.Arbitrary<AggregatesRequest> = fc
  .record({
    periods: fc.array(periods, { minLength: 1, maxLength: 3 }),
    grain: fc.constantFrom<Grain | undefined>(undefined, 'hour', 'day', 'month'),
    by: dimensions,
    platformOf: fc.constant(platformOf),
    byType: fc.boolean(),
    players: fc.boolean(),
    sessionType: fc.constantFrom<1 | 4 | null>(null, 1, 4),
    integrations: fc.subarray([1, 2, 3]),
    operators: fc.oneof(fc.constant([]), fc.subarray([10, 11, 20, 21, 30, 31])),
    games: fc.oneof(fc.constant([]), fc.subarray([1, 2, 3, 4, 5])),
  })
  .map((request) => (request.grain ? { ...request, periods: request.periods.slice(0, 1) } : request));

describe('sums over sessions', () => {
  it('[CONST-12][CONST-13] rollup and base return for any request what plain arithmetic gives, to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const state = await sessionStore.state();
        expect(state.dirtyDays.size + state.dirtyMonths.size).toBe(0);
        const right = sorted(expected(request));
        expect(
          sorted(byKey(await sessionStore.queryAggregates(request, everything, state, 'rollup'))),
        ).toEqual(right);
        expect(sorted(byKey(await sessionStore.queryAggregates(request, everything, state, 'base')))).toEqual(
          right,
        );
      }),
      { numRuns: randomCases(120), seed: 20_261_120 },
    );
  });

  it('weeks of the age of games are what plain arithmetic gives, with their players', async () => {
    const since = new Map([
      [1, '2026-03-29'],
      [2, '2024-02-29'],
      // Released within the period: weeks before it are negative.
      [4, '2026-10-26'],
    ]);
    const period = { from: new Date('2026-02-28T23:00:00Z'), to: new Date('2026-11-01T23:00:00Z') };
    for (const by of [['game'], ['integration', 'game']] as const) {
      for (const days of [7, 28]) {
        const request: AggregatesRequest = {
          periods: [period],
          grain: 'day',
          ages: { since, days },
          games: [...since.keys()],
          by: [...by],
          sessionType: 1,
          players: true,
        };
        const right = sorted(expected(request));
        for (const route of ['rollup', 'base'] as const) {
          const found = await sessionStore.queryAggregates(request, everything, undefined, route);
          expect(sorted(byKey(found))).toEqual(right);
        }
      }
    }
  });

  it('[REP-02][API-086] several levels at once are the results of each by itself', async () => {
    await fc.assert(
      fc.asyncProperty(requests, fc.array(dimensions, { maxLength: 5 }), async (request, levels) => {
        const right = levels.map((by) => sorted(expected({ ...request, by })));
        const found = async (route: Route) =>
          (await sessionStore.queryAggregatesByLevel(request, levels, everything, undefined, route)).map(
            (own) => sorted(byKey(own)),
          );
        expect(await found('rollup')).toEqual(right);
        expect(await found('base')).toEqual(right);
        expect(await found('best')).toEqual(right);
      }),
      { numRuns: randomCases(40), seed: 20_261_121 },
    );
  });

  it('[API-085] a series with its totals is the results of both requests', async () => {
    const charts = requests
      .filter(({ grain }) => grain !== undefined)
      .map(({ by: _by, ...request }) => request);
    await fc.assert(
      fc.asyncProperty(charts, async (chart) => {
        const request = { ...chart, byType: false, grain: chart.grain ?? 'day' };
        const series = sorted(expected(request));
        const totals = sorted(expected({ ...request, grain: undefined, by: ['integration'], players: true }));
        for (const route of ['rollup', 'base', 'best'] as const) {
          const found = await sessionStore.querySeriesWithTotals(request, everything, undefined, route);
          expect(sorted(byKey(found.series))).toEqual(series);
          expect(sorted(byKey(found.totals))).toEqual(totals);
        }
      }),
      { numRuns: randomCases(100), seed: 20_261_126 },
    );
  });
});
