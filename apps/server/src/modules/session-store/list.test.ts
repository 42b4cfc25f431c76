import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomCases } from '../../../test/effort.ts';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { type KnownRow, makeRows, sumsOf } from '../../../test/support/session-store/known-rows.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import {
  addAggregates,
  type CentsRange,
  createSessionStore,
  type ListedSession,
  type SessionStore,
  type SessionsFilter,
  type SessionsOrder,
  type StoredSession,
  sessionIdOf,
} from './index.ts';
import { type ChangeDays, countByChangeDay, filterSql, pageOfChangeDays } from './list.clickhouse.ts';

let stores: TestStores;
let sessionStore: SessionStore;
const everything = { kind: 'all' } as const;
const from = new Date('2026-05-28T00:00:00Z');
const to = new Date('2026-07-04T00:00:00Z');
const newestFirst: SessionsOrder = { field: 'externalUpdatedAt', direction: 'desc' };
let rows: KnownRow[] = makeRows(3, 700, from.toISOString(), to.toISOString()).map((row, index) => ({
  ...row,
  // Many sessions at one time, more than a page holds, and late corrections long after the session.
  updatedAtMs:
    index % 5 === 0
      ? to.getTime()
      : index % 11 === 0
        ? row.updatedAtMs + 40 * 86_400_000
        : row.updatedAtMs - (row.updatedAtMs % 3_600_000) + 3_600_000,
}));

beforeAll(async () => {
  stores = await openTestStores();
  sessionStore = createSessionStore({ ...stores, clock: fixedClock('2026-11-20T10:00:00Z') });
  const older = rows.map((row) => ({
    ...row,
    updatedAtMs: row.updatedAtMs - 500,
    bet: row.bet + 1,
    isOpen: true,
  }));
  for (const batch of [older, rows]) {
    for (const id of [1, 2, 3])
      await sessionStore.ingest(
        id,
        batch.filter((row) => row.integrationId === id),
      );
  }
  await sessionStore.refreshDirty();
});

afterAll(async () => {
  await sessionStore?.waitForRefreshes();
  await closeTestStores(stores);
});

const keyOf = (row: KnownRow) => sessionIdOf(row.integrationId, row.sessionId);
const within = (value: number, range: CentsRange | undefined) =>
  (range?.min ?? -Infinity) <= value && value <= (range?.max ?? Infinity);

function matching(filter: SessionsFilter): KnownRow[] {
  const among = (ids: readonly number[] | undefined, id: number) => !ids?.length || ids.includes(id);
  return rows.filter(
    (row) =>
      row.createdAtMs >= filter.from.getTime() &&
      row.createdAtMs < filter.to.getTime() &&
      among(filter.integrations, row.integrationId) &&
      among(filter.operators, row.operatorId) &&
      among(filter.games, row.gameId) &&
      (!filter.sessionType || filter.sessionType === row.sessionType) &&
      (typeof filter.isOpen !== 'boolean' || filter.isOpen === row.isOpen) &&
      (!filter.nonZeroRounds || row.rounds > 0) &&
      (!filter.userId || filter.userId === row.userId) &&
      within(row.bet, filter.bet) &&
      within(row.win, filter.win) &&
      within(row.bet - row.win, filter.grossWin),
  );
}

const values: Record<SessionsOrder['field'], (session: StoredSession) => number> = {
  bet: ({ bet }) => bet,
  win: ({ win }) => win,
  grossWin: ({ grossWin }) => grossWin,
  netWin: ({ netWin }) => netWin,
  due: ({ due }) => due,
  rounds: ({ rounds }) => rounds,
  externalUpdatedAt: ({ updatedAt }) => updatedAt.getTime(),
};

/** All pages of a list, by page number or by cursor. */
async function allPages(
  filter: SessionsFilter,
  order: SessionsOrder,
  limit: number,
  how: 'number' | 'cursor',
): Promise<StoredSession[]> {
  const found: StoredSession[] = [];
  for (let page = 1; ; page++) {
    const last = found.at(-1);
    const position =
      how === 'cursor' && last ? { after: { value: values[order.field](last), id: last.id } } : { page };
    const { rows: part } = await sessionStore.list(everything, filter, order, position, limit);
    found.push(...part);
    if (part.length < limit) return found;
  }
}

const ranges = fc.option(
  fc.record({
    min: fc.option(fc.integer({ min: -20_000, max: 60_000 })),
    max: fc.option(fc.integer({ min: -20_000, max: 60_000 })),
  }),
  { nil: undefined },
);
const filters: fc.Arbitrary<SessionsFilter> = fc.record({
  from: fc.constantFrom(from, new Date('2026-05-31T22:00:00Z'), new Date('2026-06-10T12:34:56.789Z')),
  to: fc.constantFrom(to, new Date('2026-06-30T22:00:00Z'), new Date('2026-06-20T01:02:03.004Z')),
  sessionType: fc.constantFrom<1 | 4 | null>(null, 1, 4),
  integrations: fc.subarray([1, 2, 3]),
  operators: fc.oneof(fc.constant([]), fc.subarray([10, 11, 20, 21, 30, 31])),
  games: fc.oneof(fc.constant([]), fc.subarray([1, 2, 3, 4, 5])),
  isOpen: fc.constantFrom(null, true, false),
  nonZeroRounds: fc.boolean(),
  userId: fc.constantFrom(undefined, undefined, undefined, 'player-3', 'no-one'),
  bet: ranges,
  win: ranges,
  grossWin: ranges,
});
const orders: fc.Arbitrary<SessionsOrder> = fc.record({
  field: fc.constantFrom(
    ...(['externalUpdatedAt', 'bet', 'win', 'grossWin', 'netWin', 'due', 'rounds'] as const),
  ),
  direction: fc.constantFrom('asc', 'desc'),
});

describe('the sessions list', () => {
  it('[LIST-19] any filter, order and page size: every session is on one page, in order, and the count is their number', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        orders,
        fc.integer({ min: 5, max: 60 }),
        fc.constantFrom('number' as const, 'cursor' as const),
        async (filter, order, limit, how) => {
          const right = matching(filter);
          const { count, withoutRounds } = await sessionStore.list(everything, filter, order, { page: 1 }, 1);
          expect(count).toBe(right.length);
          const all = filter.nonZeroRounds ? matching({ ...filter, nonZeroRounds: false }) : right;
          expect(withoutRounds).toBe(all.length - right.length);
          const found = await allPages(filter, order, limit, how);
          expect(found.map(({ id }) => id).toSorted()).toEqual(right.map(keyOf).toSorted());
          const sign = order.direction === 'asc' ? 1 : -1;
          const order_ = found.map(values[order.field]);
          expect(order_).toEqual(order_.toSorted((a, b) => sign * (a - b)));
        },
      ),
      { numRuns: randomCases(40), seed: 20_261_120 },
    );
  });

  it('[LIST-19] any filter: the totals are the sums of its sessions, by type, with each player once', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const right = matching(filter);
        const sums = await sessionStore.sumList(everything, filter);
        for (const [part, sessionType] of [
          ['all', null],
          ['real', 1],
          ['fun', 4],
        ] as const) {
          const own = right.filter((row) => sessionType === null || row.sessionType === sessionType);
          expect(sums[part], part).toMatchObject(sumsOf(own));
        }
      }),
      { numRuns: randomCases(40), seed: 20_261_127 },
    );
  });

  it('sums nothing of an integration that is not in the scope', async () => {
    const sums = await sessionStore.sumList({ kind: 'one', id: 1 }, { from, to, integrations: [2] });
    expect(sums.all).toMatchObject(sumsOf([]));
  });

  it('pages by last update are exactly the pages of one plain sort, though 140 sessions share one time', async () => {
    const plain = await stores.clickhouse.rows<{ id: string }>(
      `SELECT id FROM sessions_v1 FINAL WHERE integration_id IN (1, 2) ORDER BY updated_at DESC, id`,
      { label: 'test.plain' },
    );
    // The rollup counts the sessions of the first filter; those of the second are counted one by one.
    for (const [bet, limits] of [
      [undefined, [14, 11, 500]],
      [{ min: -1, max: null }, [33, 500]],
    ] as const) {
      for (const limit of limits) {
        const filter = { from, to, integrations: [1, 2], bet };
        const paged = await allPages(filter, newestFirst, limit, 'number');
        expect(paged.map(({ id }) => id)).toEqual(plain.map(({ id }) => id));
      }
    }
  });

  it('a page that is no longer whole, because a session has changed since they were counted, is not given away', async () => {
    const where = filterSql({ from, to, integrations: [1] }, null, { hasPartitions: false });
    const counted = await countByChangeDay(stores.clickhouse, { where, leavesOutUnplayed: false });
    const days = [
      { fromMs: from.getTime(), toMs: to.getTime(), latestChangeMs: to.getTime() + 60 * 86_400_000 },
    ];
    const page = (sessions: ChangeDays) =>
      pageOfChangeDays(stores.clickhouse, where, 'asc', 14, 14, sessions, days);
    expect(await page(counted)).toHaveLength(14);
    expect(await page(counted.map((day) => ({ ...day, sessions: day === counted[0] ? 1 : 10 })))).toBeNull();
  });

  it('list, export and sums agree to the cent', async () => {
    const filter = { from, to, sessionType: 1 as const, integrations: [1, 3], games: [2, 4] };
    const right = sumsOf(matching(filter));
    const streamed: ListedSession[] = [];
    for await (const batch of sessionStore.stream(everything, filter, newestFirst)) streamed.push(...batch);
    const listed = await allPages(filter, newestFirst, 50, 'number');
    expect(listed).toMatchObject(streamed);
    const total = (pick: (session: StoredSession) => number) =>
      listed.reduce((sum, session) => sum + BigInt(pick(session)), 0n);
    expect([total(({ bet }) => bet), total(({ win }) => win), total(({ netWin }) => netWin)]).toEqual([
      right.bet,
      right.win,
      right.netWin,
    ]);
    const sums = await sessionStore.queryAggregates(
      { ...filter, periods: [filter], players: true },
      everything,
    );
    expect(addAggregates(sums)).toEqual(right);
  });

  it('a count follows the session store at once', async () => {
    const filter = { from, to, integrations: [2] };
    const { count: before } = await sessionStore.count(everything, filter);
    const [one] = makeRows(77, 1, from.toISOString(), to.toISOString());
    if (one === undefined) throw new Error('No row');
    const row = { ...one, integrationId: 2 };
    await sessionStore.ingest(2, [row]);
    rows = [...rows, row];
    expect(await sessionStore.count(everything, filter)).toEqual({ count: before + 1, withoutRounds: 0 });
  });
});

describe('the scope of the caller', () => {
  const none = { kind: 'none' } as const;
  const own = { kind: 'one', id: 2 } as const;

  it('is in every question: another integration is as if it were not there', async () => {
    const [foreign] = rows.filter((row) => row.integrationId === 1);
    if (foreign === undefined) throw new Error('No row');
    const filter = { from, to };
    const list = await sessionStore.list(own, filter, newestFirst, { page: 1 }, 500);
    expect(new Set(list.rows.map(({ integrationId }) => integrationId))).toEqual(new Set([2]));
    expect(list.count).toBe(matching({ ...filter, integrations: [2] }).length);
    expect(await sessionStore.count(own, { ...filter, integrations: [1] })).toEqual({
      count: 0,
      withoutRounds: 0,
    });
    expect(await sessionStore.count(own, { ...filter, integrations: [1, 2] })).toMatchObject({
      count: list.count,
    });
    expect(await sessionStore.page(own, filter, newestFirst, { page: 1 }, 500)).toEqual(list.rows);
    expect(await sessionStore.find(own, keyOf(foreign))).toBeNull();
    expect(await sessionStore.find(everything, keyOf(foreign))).not.toBeNull();
    for (const id of [foreign.sessionId, foreign.externalTicketId ?? '', keyOf(foreign)]) {
      expect((await sessionStore.searchById(everything, id)).map((session) => session.id)).toEqual([
        keyOf(foreign),
      ]);
      expect(await sessionStore.searchById(own, id)).toEqual([]);
    }
    const ofUser = await sessionStore.searchByUser(own, 'player-3');
    expect(ofUser.map(({ id }) => id).toSorted()).toEqual(
      matching({ ...filter, integrations: [2], userId: 'player-3' })
        .map(keyOf)
        .toSorted(),
    );
    const sums = await sessionStore.queryAggregates({ periods: [filter], by: ['integration'] }, own);
    expect(sums.map(({ integrationId }) => integrationId)).toEqual([2]);
    expect(await sessionStore.queryAggregates({ periods: [filter], integrations: [1] }, own)).toEqual([]);
  });

  it('of someone whose integration is unknown finds nothing at all', async () => {
    const [row] = rows;
    if (row === undefined) throw new Error('No row');
    const filter = { from, to };
    expect(await sessionStore.list(none, filter, newestFirst, { page: 1 }, 500)).toEqual({
      rows: [],
      count: 0,
      withoutRounds: 0,
    });
    expect(await sessionStore.page(none, filter, newestFirst, { page: 1 }, 500)).toEqual([]);
    expect(await sessionStore.find(none, keyOf(row))).toBeNull();
    expect(await sessionStore.searchById(none, row.sessionId)).toEqual([]);
    expect(await sessionStore.searchByUser(none, row.userId)).toEqual([]);
    expect(await sessionStore.queryAggregates({ periods: [filter] }, none)).toEqual([]);
    for await (const batch of sessionStore.stream(none, filter, newestFirst)) expect(batch).toEqual([]);
  });
});

describe('search', () => {
  it('[SRCH-02] finds by ticket, external session, platform and hub id; a text that is none of them finds nothing', async () => {
    const [row] = rows.filter((one) => one.integrationId === 2);
    if (row === undefined) throw new Error('No row');
    const ids = [
      row.externalTicketId,
      row.externalSessionId,
      row.sessionId,
      keyOf(row),
      keyOf(row).toUpperCase(),
    ];
    for (const id of ids) {
      expect((await sessionStore.searchById(everything, id ?? '')).map((session) => session.id)).toEqual([
        keyOf(row),
      ]);
    }
    for (const text of ["' OR 1=1 --", '%', '', "\\'"])
      expect(await sessionStore.searchById(everything, text)).toEqual([]);
  });

  it('[SRCH-02] finds an id that is typed without capitals, unless a session has it exactly so', async () => {
    const [row] = rows.filter((one) => one.integrationId === 2);
    if (row === undefined) throw new Error('No row');
    const upper = {
      ...row,
      sessionId: 'ALP-1AL702D8F02',
      externalTicketId: 'N1AA7B948DE02',
      externalSessionId: 'M1AA7B948DE02',
    };
    await sessionStore.ingest(2, [upper]);
    const found = async (id: string) =>
      (await sessionStore.searchById(everything, id)).map(({ sessionId }) => sessionId);
    for (const id of ['n1aa7b948de02', 'm1Aa7B948DE02', 'alp-1al702d8f02', 'ALP-1AL702D8F02'])
      expect(await found(id), id).toEqual([upper.sessionId]);
    await sessionStore.ingest(2, [{ ...upper, sessionId: 'alp-1al702d8f02' }]);
    expect(await found('alp-1al702d8f02')).toEqual(['alp-1al702d8f02']);
    expect(await found('ALP-1AL702D8F02')).toEqual(['ALP-1AL702D8F02']);
  });

  it('an id that a session had before and lost is not found any more', async () => {
    const [row] = rows.filter((one) => one.integrationId === 1);
    if (row === undefined) throw new Error('No row');
    const renamed = { ...row, externalTicketId: 'NEW-TICKET', updatedAtMs: row.updatedAtMs + 1000 };
    await sessionStore.ingest(1, [renamed]);
    expect(await sessionStore.searchById(everything, row.externalTicketId ?? '')).toEqual([]);
    expect(await sessionStore.searchById(everything, 'NEW-TICKET')).toHaveLength(1);
  });
});

describe('sessions without the latest change of their days', () => {
  it('are listed whole after a start', async () => {
    const filter = { from, to };
    const before = await sessionStore.list(everything, filter, newestFirst, { page: 1 }, 500);
    await stores.postgres.pool.query('DELETE FROM session_days');
    const started = createSessionStore({ ...stores, clock: fixedClock('2026-11-20T10:00:00Z') });
    await started.prepare();
    expect(await started.list(everything, filter, newestFirst, { page: 1 }, 500)).toEqual(before);
    expect(before.rows).toHaveLength(500);
  });
});
