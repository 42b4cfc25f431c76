/**
 * The SQL of every kind of query, kept as files in `sql/` so that a change of a builder shows as a change of statements.
 * `npx vitest run session-store -u` renews them.
 */
import { format } from 'sql-formatter';
import { describe, expect, it } from 'vitest';
import { makeRows } from '../../../test/support/session-store/known-rows.ts';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import {
  type AggregatesDeps,
  queryAggregates,
  queryAggregatesByLevel,
  querySeriesWithTotals,
} from './aggregates.clickhouse.ts';
import type { AggregatesRequest } from './aggregates.types.ts';
import { pageOfChanges } from './changes.clickhouse.ts';
import { createClosedSessions } from './closed-sessions.clickhouse.ts';
import type { DirtyBuckets, SessionStoreState } from './dirty-buckets.repo.ts';
import { ingestRows } from './ingest.clickhouse.ts';
import {
  countByChangeDay,
  filterSql,
  pageByChange,
  pageOfChangeDays,
  pageRecords,
} from './list.clickhouse.ts';
import { findByAnyId, findById, findByPlayers } from './lookup.clickhouse.ts';
import { createOpenSessions } from './open.clickhouse.ts';
import { createPlayerSums } from './player-sums.clickhouse.ts';
import { emptyRollup, findDaysWithSessions, refreshSql } from './rollup.clickhouse.ts';
import { createRowCountEstimates } from './row-count-estimates.clickhouse.ts';
import type { SessionsFilter, SessionsOrder } from './session-store.types.ts';
import { streamSessions } from './session-stream.clickhouse.ts';
import { createStakeSums } from './stake-sums.clickhouse.ts';
import { createStoredIds } from './stored-ids.clickhouse.ts';

type Row = Record<string, unknown>;

/** Records the statements that a query sends to ClickHouse; `results` are the rows that it gets back, in order. */
async function record(
  query: (clickhouse: ClickHouse) => Promise<unknown>,
  results: Row[][] = [],
): Promise<string> {
  const statements: string[] = [];
  const add = (sql: string) => {
    statements.push(format(sql, { language: 'clickhouse', expressionWidth: 100 }));
  };
  const clickhouse = {
    rows: async (sql: string) => {
      add(sql);
      return results.shift() ?? [];
    },
    integers: async (sql: string) => {
      add(sql);
      return new BigInt64Array();
    },
    binary: async (sql: string) => {
      add(sql);
      return new Uint8Array();
    },
    command: async (sql: string) => add(sql),
    truncateTable: async (table: string) => add(`TRUNCATE TABLE ${table}`),
    insertLines: async () => {},
    stream: (sql: string) => {
      add(sql);
      return noBatches();
    },
    streamBinary: (sql: string) => {
      add(sql);
      return noBatches();
    },
  };
  await query(clickhouse as unknown as ClickHouse);
  return `${statements.join(';\n\n')};\n`;
}

async function* noBatches(): AsyncGenerator<Row[]> {}

const golden = (name: string, text: string) => expect(text).toMatchFileSnapshot(`sql/${name}.golden.sql`);

const clean: SessionStoreState = { dataVersion: '1', dirtyDays: new Set(), dirtyMonths: new Set() };
const dirty: SessionStoreState = {
  dataVersion: '1',
  dirtyDays: new Set(['2026-11-20']),
  dirtyMonths: new Set(['2026-11-01']),
};
const everything = { kind: 'all' } as const;
const own = { kind: 'one', id: 2 } as const;
const october = { from: new Date('2026-09-30T22:00:00Z'), to: new Date('2026-10-31T23:00:00Z') };
/** Eleven months and twenty days, whole Rome days. */
const longPeriod = { from: new Date('2025-12-31T23:00:00Z'), to: new Date('2026-11-20T23:00:00Z') };
const morning = { from: new Date('2026-10-10T04:30:00Z'), to: new Date('2026-10-10T10:15:00Z') };

describe('the statements of aggregates', () => {
  const cases: [
    name: string,
    request: AggregatesRequest,
    state: SessionStoreState,
    route: 'base' | 'rollup',
  ][] = [
    ['total-from-base', { periods: [october], players: true }, clean, 'base'],
    ['total-from-rollup', { periods: [longPeriod], players: true }, clean, 'rollup'],
    ['total-with-dirty-buckets', { periods: [longPeriod], players: true }, dirty, 'rollup'],
    ['one-month', { periods: [october], players: true }, clean, 'rollup'],
    ['several-periods', { periods: [october, longPeriod], players: true }, clean, 'rollup'],
    ['by-hour', { periods: [morning], grain: 'hour', players: true }, clean, 'rollup'],
    ['by-day', { periods: [longPeriod], grain: 'day', players: true }, clean, 'rollup'],
    [
      'by-month-and-type',
      { periods: [longPeriod], grain: 'month', byType: true, players: true },
      clean,
      'rollup',
    ],
    [
      'by-week-of-age',
      {
        periods: [longPeriod],
        grain: 'day',
        ages: {
          since: new Map([
            [7, '2026-01-05'],
            [9, '2024-02-29'],
          ]),
          days: 7,
        },
        by: ['game'],
        games: [7, 9],
        sessionType: 1,
      },
      dirty,
      'rollup',
    ],
    ['by-type-from-base', { periods: [october], byType: true, players: true }, clean, 'base'],
    [
      'by-game-filtered',
      { periods: [october], grain: 'day', by: ['game'], sessionType: 1, integrations: [1, 3], games: [7, 9] },
      clean,
      'rollup',
    ],
    [
      'players-of-few-games-by-day',
      {
        periods: [longPeriod],
        grain: 'day',
        sessionType: 1,
        integrations: [1, 3],
        games: [7, 9],
        players: true,
      },
      clean,
      'rollup',
    ],
    [
      'by-platform',
      { periods: [october], by: ['integration', 'platform'], platformOf: new Map([[10, 7]]), players: true },
      clean,
      'rollup',
    ],
    [
      'by-day-of-another-zone',
      { periods: [october], grain: 'day', timeZone: 'America/New_York', players: true },
      clean,
      'rollup',
    ],
    [
      'by-hour-of-another-zone',
      { periods: [morning], grain: 'hour', timeZone: 'Asia/Kolkata' },
      clean,
      'rollup',
    ],
    ['only-open', { periods: [october], isOpen: true, operators: [10] }, clean, 'rollup'],
  ];

  it.each(cases)('%s', async (name, request, state, route) => {
    const text = await record(async (clickhouse) =>
      queryAggregates(depsOf(clickhouse), request, everything, state, route),
    );
    await golden(`aggregates-${name}`, text);
  });

  it('of an integration see only its rows', async () => {
    const text = await record((clickhouse) =>
      queryAggregates(depsOf(clickhouse), { periods: [october], by: ['game'] }, own, clean, 'rollup'),
    );
    await golden('aggregates-of-one-integration', text);
  });

  it('of a report share one statement between levels', async () => {
    const text = await record((clickhouse) =>
      queryAggregatesByLevel(
        depsOf(clickhouse),
        { periods: [october], sessionType: 1, players: true },
        [['integration'], ['integration', 'operator'], ['integration', 'operator', 'game']],
        everything,
        clean,
        'rollup',
      ),
    );
    await golden('aggregates-report-levels', text);
  });

  it.each([
    ['of-few-games', { periods: [longPeriod], integrations: [1, 3], games: [7, 9] }, 'rollup'],
    ['from-base', { periods: [october], sessionType: 1 }, 'base'],
  ] as const)('of a series with its totals %s', async (name, request, route) => {
    const text = await record((clickhouse) =>
      querySeriesWithTotals(
        depsOf(clickhouse),
        { ...request, grain: 'day', players: true },
        everything,
        clean,
        route,
      ),
    );
    await golden(`aggregates-series-with-totals-${name}`, text);
  });

  it('of stakes, with games that begin on days of their own', async () => {
    const starts = new Map([
      [3, october.from],
      [4, new Date(october.from.getTime() + 86_400_000)],
    ]);
    const text = await record(async (clickhouse) => {
      const stakes = createStakeSums(depsOf(clickhouse).queryIntegers, async () => clean);
      const windows = [october, { from: starts, to: october.to }];
      await stakes.sum({ windows, estimatedFrom: 1, games: [3, 4] }, own);
      await stakes.sum({ windows: [october], estimatedFrom: 0, games: [3], byOperator: true }, own);
      await stakes.squaresByDay({ game: 3, ...october }, everything);
    });
    await golden('stakes', text);
  });

  it('of a player', async () => {
    const text = await record(async (clickhouse) => {
      await createPlayerSums(clickhouse, async () => [17, 90]).sum(own, 2, 'player');
    });
    await golden('player-sums', text);
  });

  it('of closed months', async () => {
    const text = await record(async (clickhouse) => {
      const closed = createClosedSessions(clickhouse);
      const month = { integrationId: 2, period: october };
      await closed.copy(7, month);
      await closed.sum(7);
      await closed.compare(7, month);
      await closed.findLatestWrites([1, 2], october, 40n);
    });
    await golden('closed-months', text);
  });

  it('of estimates', async () => {
    await golden(
      'row-count-estimates',
      await record((clickhouse) => createRowCountEstimates(clickhouse).current(clean)),
    );
  });
});

function depsOf(clickhouse: ClickHouse): AggregatesDeps {
  return {
    queryIntegers: (_dataVersion, ...query) => clickhouse.integers(...query),
    estimates: { current: async () => ({ sessionsIn: () => Number.POSITIVE_INFINITY }) },
  };
}

describe('the statements of the rollup', () => {
  const day = { from: Date.parse('2026-10-24T22:00:00Z'), to: Date.parse('2026-10-25T23:00:00Z') };

  it.each(['hour', 'day', 'month'] as const)('refresh of %s buckets', async (grain) => {
    const text = await record((clickhouse) =>
      clickhouse.command(refreshSql(grain, day.from, day.to, '42'), { label: 'test' }),
    );
    await golden(`refresh-${grain}`, text);
  });

  it('rebuild', async () => {
    const text = await record(async (clickhouse) => {
      await findDaysWithSessions(clickhouse);
      await emptyRollup(clickhouse);
    });
    await golden('rebuild', text);
  });
});

describe('the statements of lists', () => {
  const filter: SessionsFilter = {
    ...october,
    sessionType: 1,
    integrations: [1, 3],
    operators: [10],
    games: [7],
    isOpen: false,
    nonZeroRounds: true,
    bet: { min: 100, max: 500_000 },
    win: { min: 1, max: null },
    grossWin: { min: null, max: -1 },
  };
  const where = filterSql(filter, null, { hasPartitions: true });
  const byBet: SessionsOrder = { field: 'bet', direction: 'asc' };
  const after = { after: { value: 1_000, id: '3f2504e0-4f89-81d3-9a0c-0305e82c3301' } };
  const days = [
    { fromMs: october.from.getTime(), toMs: october.to.getTime(), latestChangeMs: october.to.getTime() },
  ];
  const time = String(Date.parse('2026-10-20T10:00:00Z'));

  it('a page by its number', async () => {
    await golden(
      'list-page',
      await record((clickhouse) => pageRecords(clickhouse, where, byBet, { page: 3 }, 50)),
    );
  });

  it('a page after a row', async () => {
    await golden(
      'list-page-after',
      await record((clickhouse) => pageRecords(clickhouse, where, byBet, after, 50)),
    );
  });

  it('a page by last change: its times, the rows before it at the same time, its rows', async () => {
    const times = [{ updated_ms: time }, { updated_ms: time }];
    const text = await record(
      (clickhouse) => pageByChange(clickhouse, where, 'desc', { page: 2 }, 2, days, 100),
      [times, [{ sessions: '1' }]],
    );
    await golden('list-page-by-change', text);
  });

  it('a page by last change where sessions were counted by day: none of the other days is read', async () => {
    const day = (date: string, sessions: number) => ({
      fromMs: Date.parse(`${date}T00:00:00Z`),
      sessions,
      withoutRounds: 0,
    });
    const counted = [
      day('2026-10-02', 40),
      day('2026-10-19', 9),
      day('2026-10-20', 30),
      day('2026-10-21', 12),
    ];
    const text = await record((clickhouse) =>
      pageOfChangeDays(clickhouse, where, 'desc', 40, 10, counted, days),
    );
    await golden('list-page-of-change-days', text);
    expect(text).toContain('10 OFFSET 28');
  });

  it('a count, and a filter by player', async () => {
    await golden(
      'list-count-of-player',
      await record((clickhouse) =>
        countByChangeDay(clickhouse, {
          where: filterSql(october, [4, 5], { hasPartitions: false }),
          leavesOutUnplayed: true,
        }),
      ),
    );
  });

  it('a page in the order of storing: its keys, then its rows', async () => {
    const after = { write: 41, id: 'b9a6d7a2-6f0f-4bd7-a6b3-0f52b1d0c001' };
    const keys = [{ id: 'b9a6d7a2-6f0f-4bd7-a6b3-0f52b1d0c002', write: '42', created_ms: '1768000000000' }];
    await golden(
      'list-page-of-changes',
      await record((clickhouse) => pageOfChanges(clickhouse, 1, { after }, 50, 500), [keys, []]),
    );
  });

  it('a stream', async () => {
    const text = await record(async (clickhouse) => {
      for await (const _ of streamSessions(clickhouse, where, byBet));
    });
    await golden('list-stream', text);
  });
});

describe('the statements of open sessions', () => {
  const at = new Date('2026-11-20T10:00:00Z');

  it('counts', async () => {
    await golden(
      'open-counts',
      await record((clickhouse) =>
        createOpenSessions(clickhouse, async () => []).count(everything, { at, sessionType: 1 }),
      ),
    );
  });

  it('a page of one integration', async () => {
    await golden(
      'open-page',
      await record((clickhouse) =>
        createOpenSessions(clickhouse, async () => []).list(
          own,
          { at, ages: ['under24h', 'over30d'] },
          { field: 'createdAt', direction: 'asc' },
          { page: 1, limit: 25 },
        ),
      ),
    );
  });
});

describe('the statements of look-ups', () => {
  const id = '3f2504e0-4f89-81d3-9a0c-0305e82c3301';
  const places = [
    { integration_id: 2, second: '1793000000' },
    { integration_id: 1, second: '1790900000' },
  ];

  it('by any id', async () => {
    await golden(
      'lookup-by-any-id',
      await record((clickhouse) => findByAnyId(clickhouse, id, own), [places]),
    );
  });

  it('by an id of a platform that is typed without capitals', async () => {
    await golden(
      'lookup-by-lower-case-id',
      await record((clickhouse) => findByAnyId(clickhouse, 'n1aa7b948de02', own), [places]),
    );
  });

  it('by the id of the hub', async () => {
    await golden(
      'lookup-by-id',
      await record((clickhouse) => findById(clickhouse, id, everything), [places]),
    );
  });

  it('by player', async () => {
    await golden(
      'lookup-by-player',
      await record((clickhouse) => findByPlayers(clickhouse, [4, 5], own, { page: 2, limit: 500 })),
    );
  });
});

describe('the statements of an ingest', () => {
  it.each([
    ['few', 2],
    ['many', 101],
  ] as const)('stored states of %s rows', async (name, count) => {
    const rows = makeRows(1, count, '2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z');
    const text = await record((clickhouse) =>
      ingestRows(
        {
          clickhouse,
          clock: { now: () => october.to } as never,
          players: {
            findOrCreateNumbers: async (_: number, ids: ReadonlySet<string>) => numbered(ids),
          } as never,
          dirtyBuckets: {
            markAndWrite: async () => {},
            nextDataVersion: async () => '2',
          } as Partial<DirtyBuckets> as DirtyBuckets,
          days: { raise: async () => {}, read: async () => [] },
          writes: {
            readStoredUpTo: async () => 0,
            takeTurn: (_, work) =>
              work({
                tx: {} as never,
                state: { latest: 0, unknown: [] },
                begin: async () => 1,
                end: async () => {},
              }),
          },
          storedIds: createStoredIds(clickhouse),
          closings: { prepare: async () => async () => {} },
        },
        1,
        rows,
      ),
    );
    await golden(`ingest-stored-states-of-${name}`, text);
  });
});

const numbered = (ids: ReadonlySet<string>) => new Map([...ids].map((id, index) => [id, index + 1]));
