import { messageOf } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { type KnownRow, makeRows, sumsOf } from '../../../test/support/session-store/known-rows.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import { createDirtyBuckets } from './dirty-buckets.repo.ts';
import { addAggregates, createSessionStore, type SessionStore } from './index.ts';
import { countStates } from './ingest.clickhouse.ts';
import { createPlayers } from './players.repo.ts';

let stores: TestStores;
let sessionStore: SessionStore;
const everything = { kind: 'all' } as const;
const whole = [{ from: new Date('2026-01-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') }];

beforeAll(async () => {
  stores = await openTestStores();
  sessionStore = createSessionStore({ ...stores, clock: fixedClock('2026-11-20T10:00:00Z') });
});

afterAll(async () => {
  await sessionStore?.waitForRefreshes();
  await closeTestStores(stores);
});

const ingest = async (rows: readonly KnownRow[], integrationId: number, options = {}) =>
  sessionStore.ingest(
    integrationId,
    rows.filter((row) => row.integrationId === integrationId),
    options,
  );
const queryAggregates = async (integrationId: number) =>
  addAggregates(
    await sessionStore.queryAggregates(
      { periods: whole, integrations: [integrationId], players: true },
      everything,
    ),
  );
const counts = (added: number, changed = 0, unchanged = 0, outdated = 0, superseded = 0) => ({
  added,
  changed,
  unchanged,
  outdated,
  superseded,
  conflicts: [],
});

/** Rows of an integration that no other test writes to. */
const rowsFor = (integrationId: number, count: number) =>
  makeRows(integrationId, count, '2026-03-01T00:00:00Z', '2026-04-02T00:00:00Z').map((row) => ({
    ...row,
    integrationId,
  }));
const later = (row: KnownRow, change: Partial<KnownRow> = {}): KnownRow => ({
  ...row,
  updatedAtMs: row.updatedAtMs + 1,
  bet: row.bet + 1234,
  ...change,
});
const first = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined) throw new Error('There is none');
  return item;
};

describe('storing sessions', () => {
  it('the same rows a second time change nothing, and the base does not grow', async () => {
    const rows = rowsFor(21, 300);
    expect(await ingest(rows, 21)).toEqual(counts(300));
    const states = await countStates(stores.clickhouse);
    expect(await ingest(rows, 21)).toEqual(counts(0, 0, 300));
    expect(await countStates(stores.clickhouse)).toBe(states);
    expect(await queryAggregates(21)).toEqual(sumsOf(rows));
    await sessionStore.refreshDirty();
    expect(await queryAggregates(21)).toEqual(sumsOf(rows));
  });

  it('a newer state replaces the older one; an old state that arrives late changes nothing', async () => {
    const old = rowsFor(22, 200);
    const fresh = old.map((row, index) => (index % 2 === 0 ? later(row, { isOpen: !row.isOpen }) : row));
    await ingest(old, 22);
    expect(await ingest(fresh, 22)).toEqual(counts(0, 100, 100));
    expect(await ingest(old, 22)).toEqual(counts(0, 0, 100, 100));
    expect(await queryAggregates(22)).toEqual(sumsOf(fresh));
    await sessionStore.refreshDirty();
    expect(await queryAggregates(22)).toEqual(sumsOf(fresh));
  });

  it('the newest state wins though it stands first in its batch, and the others are counted', async () => {
    const row = first(rowsFor(23, 1));
    const newest = later(later(row));
    expect(await ingest([newest, row, later(row)], 23)).toEqual(counts(1, 0, 0, 0, 2));
    expect(await queryAggregates(23)).toEqual(sumsOf([newest]));
  });

  it('of two contents with the same time of change the same one stays in either order of arrival', async () => {
    const open = { ...first(rowsFor(24, 1)), isOpen: true, rounds: 9 };
    const closed = { ...open, isOpen: false, rounds: 3 };
    await ingest([open], 24);
    expect(await ingest([closed], 24)).toEqual(counts(0, 1));
    expect(await ingest([open], 24)).toEqual(counts(0, 0, 0, 1));
    expect(await ingest([closed, open], 24)).toEqual(counts(0, 0, 1, 0, 1));
    expect(await queryAggregates(24)).toEqual(sumsOf([closed]));
  });

  it.each<[string, Partial<KnownRow>, string]>([
    ['operator', { operatorId: 99 }, 'The operator differs'],
    ['game', { gameId: 77 }, 'The game differs'],
    ['player', { userId: 'someone-else' }, 'The player differs'],
    ['type', { sessionType: 4 }, 'The session type differs'],
    ['creation time', { createdAtMs: Date.parse('2026-06-01T00:00:00Z') }, 'createdAt differs'],
  ])('a row with another %s is refused with the reason and changes no sum', async (_, change, reason) => {
    const rows = rowsFor(25, 20).map((row) => ({ ...row, sessionType: 1 as const }));
    await ingest(rows, 25);
    const wrong = later(first(rows), { ...change, updatedAtMs: Date.parse('2026-07-01T00:00:00Z') });
    const { conflicts, ...others } = await ingest([wrong], 25);
    expect(others).toEqual({ added: 0, changed: 0, unchanged: 0, outdated: 0, superseded: 0 });
    expect(conflicts.map(({ row }) => row)).toEqual([wrong]);
    expect(conflicts.map((conflict) => renderMessage(conflict.reason))).toEqual([
      expect.stringContaining(reason),
    ]);
    expect(await queryAggregates(25)).toEqual(sumsOf(rows));
  });

  it('of rows that contradict each other in one batch, the one that agrees with the stored session is taken', async () => {
    const row = first(rowsFor(39, 1));
    await ingest([row], 39);
    const wrong = later(row, { operatorId: 5 });
    const [real, older] = [later(later(row, { bet: row.bet + 100 })), later(row, { bet: row.bet + 50 })];
    const result = await ingest([wrong, older, real], 39);
    expect(result).toMatchObject({ added: 0, changed: 1, superseded: 1 });
    expect(result.conflicts).toEqual([{ row: wrong, reason: messageOf('quarantine.operatorDiffers') }]);
    expect((await ingest([real], 39)).unchanged).toBe(1);
  });

  it('rows that differ in an immutable field within one batch: the first stays, the other is refused', async () => {
    const row = first(rowsFor(26, 1));
    const { conflicts, added } = await ingest([row, later(row, { operatorId: 5 })], 26);
    expect(added).toBe(1);
    expect(conflicts).toEqual([
      {
        row: later(row, { operatorId: 5 }),
        reason: messageOf('quarantine.conflictInPage', { conflict: messageOf('quarantine.operatorDiffers') }),
      },
    ]);
  });

  it('a forced fetch writes what has not changed again, and no sum changes', async () => {
    const rows = rowsFor(27, 50).map((row) => later(row));
    await ingest(rows, 27);
    expect(await ingest(rows, 27, { forceUpdate: true })).toEqual(counts(0, 50));
    expect(
      await ingest(
        rows.map((row) => ({ ...row, updatedAtMs: row.updatedAtMs - 1 })),
        27,
        { forceUpdate: true },
      ),
    ).toEqual(counts(0, 0, 0, 50));
    expect(await queryAggregates(27)).toEqual(sumsOf(rows));
    await sessionStore.refreshDirty();
    expect(await queryAggregates(27)).toEqual(sumsOf(rows));
  });

  it('the same session id at two integrations is two sessions, and the same user id two players', async () => {
    const row = { ...first(rowsFor(28, 1)), userId: 'shared' };
    await ingest([row], 28);
    await ingest([{ ...row, integrationId: 29 }], 29);
    const both = await sessionStore.queryAggregates(
      { periods: whole, integrations: [28, 29], players: true, games: [row.gameId] },
      everything,
    );
    expect(addAggregates(both)).toMatchObject({ sessions: 2n, players: 2 });
  });

  it('a stored session comes back as it was sent, to the millisecond and with odd characters in its ids', async () => {
    const row = {
      ...first(rowsFor(30, 1)),
      externalTicketId: '"quoted\\back`tick{x:y}\'',
      createdAtMs: Date.parse('2026-10-25T01:59:59.999Z'),
      updatedAtMs: Date.parse('2026-10-25T02:00:00.001Z'),
      netWin: -1,
    };
    const { session } = await sessionStore.upsertOne(30, row);
    expect(session).toMatchObject({
      sessionId: row.sessionId,
      externalTicketId: row.externalTicketId,
      userId: row.userId,
      bet: row.bet,
      netWin: -1,
      createdAt: new Date(row.createdAtMs),
      updatedAt: new Date(row.updatedAtMs),
      fetchedAt: new Date('2026-11-20T10:00:00Z'),
    });
    expect(await sessionStore.searchById(everything, row.externalTicketId)).toEqual([session]);
  });
});

describe('many writers at once', () => {
  it('wait for each other instead of for connections that the others have taken', async () => {
    const rows = rowsFor(33, 60);
    await Promise.all(rows.map((row) => sessionStore.ingest(33, [row])));
    expect((await queryAggregates(33)).sessions).toBe(60n);
  });
});

describe('a process that dies between writing and refreshing', () => {
  it('leaves dirty buckets: the next one reads exact sums from the base and then refreshes the rollup', async () => {
    const rows = rowsFor(31, 150);
    await ingest(rows.slice(0, 50), 31);
    await sessionStore.refreshDirty();
    // Also the refresh that the first rows would start by themselves: it must not include the buckets of the others.
    await sessionStore.waitForRefreshes();
    await ingest(rows.slice(50), 31);
    await sessionStore.waitForRefreshes();

    const next = createSessionStore({ ...stores, clock: fixedClock('2026-11-20T11:00:00Z') });
    const asked = { periods: whole, integrations: [31], players: true };
    const state = await next.state();
    expect(state.dirtyDays.size).toBeGreaterThan(0);
    expect(addAggregates(await next.queryAggregates(asked, everything, state, 'rollup'))).toEqual(
      sumsOf(rows),
    );
    await next.refreshDirty();
    const clean = await next.state();
    expect([clean.dirtyDays.size, clean.dirtyMonths.size]).toEqual([0, 0]);
    expect(addAggregates(await next.queryAggregates(asked, everything, clean, 'rollup'))).toEqual(
      sumsOf(rows),
    );
    await next.waitForRefreshes();
  });

  it('leaves no cached result of half-written rows once its buckets are refreshed', async () => {
    await stores.postgres.pool.query(
      "INSERT INTO dirty_buckets VALUES ('day', '2026-03-02', nextval('data_version_seq'))",
    );
    const before = BigInt((await sessionStore.state()).dataVersion);
    await sessionStore.refreshDirty();
    expect(BigInt((await sessionStore.state()).dataVersion)).toBeGreaterThan(before);
  });

  it('a bucket that becomes dirty again while it is refreshed stays dirty', async () => {
    const dirtyBuckets = createDirtyBuckets(stores.postgres);
    await dirtyBuckets.mark(['2030-05-01']);
    const found = await dirtyBuckets.findRefreshable();
    await dirtyBuckets.mark(['2030-05-01']);
    await dirtyBuckets.clear(found);
    expect([...(await dirtyBuckets.readState()).dirtyDays]).toEqual(['2030-05-01']);
    await dirtyBuckets.clear(await dirtyBuckets.findRefreshable());
    expect((await dirtyBuckets.readState()).dirtyDays.size).toBe(0);
  });

  it('no refresh includes the buckets of a write that has not ended', async () => {
    const dirtyBuckets = createDirtyBuckets(stores.postgres);
    const writing = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const written = stores.postgres.transaction((tx) =>
      dirtyBuckets.markAndWrite(tx, ['2030-06-01'], 0, () => {
        begun.resolve();
        return writing.promise;
      }),
    );
    await begun.promise;
    expect([...(await dirtyBuckets.readState()).dirtyDays]).toEqual(['2030-06-01']);
    const order: string[] = [];
    const found = dirtyBuckets.findRefreshable().then((buckets) => {
      order.push('found');
      return buckets;
    });
    const waiting = `SELECT FROM pg_locks WHERE NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(async () => (await stores.postgres.pool.query(waiting)).rowCount).toBe(1);
    order.push('written');
    writing.resolve();
    await written;
    await dirtyBuckets.clear(await found);
    expect(order).toEqual(['written', 'found']);
  });

  it('a query starts the refresh of months after one that was killed between days and months', async () => {
    await stores.postgres.pool.query(
      "INSERT INTO dirty_buckets VALUES ('month', '2026-03-01', nextval('data_version_seq'), now() - interval '1 minute')",
    );
    const next = createSessionStore({ ...stores, clock: fixedClock('2026-11-20T11:00:00Z') });
    await next.queryAggregates({ periods: whole }, everything);
    await next.waitForRefreshes();
    expect((await next.state()).dirtyMonths.size).toBe(0);
  });

  it('waiting for refreshes includes those that wait for another one', async () => {
    let ended = false;
    const first = sessionStore.refreshDirty();
    // Those that begin in one moment are one.
    await new Promise(setImmediate);
    const second = sessionStore.refreshDirty().then(() => {
      ended = true;
    });
    await first;
    await sessionStore.waitForRefreshes();
    expect(ended).toBe(true);
    await second;
  });

  it('the whole rollup can be emptied and comes back the same', async () => {
    const rows = rowsFor(32, 200);
    await ingest(rows, 32);
    await sessionStore.rebuildRollup();
    const state = await sessionStore.state();
    expect([state.dirtyDays.size, state.dirtyMonths.size]).toEqual([0, 0]);
    const asked = { periods: whole, integrations: [32], players: true };
    expect(addAggregates(await sessionStore.queryAggregates(asked, everything, state, 'rollup'))).toEqual(
      sumsOf(rows),
    );
  });
});

// On a cluster the counters are those of the server that is asked.
describe.skipIf(process.env.SESSION_STORE_LAYOUT === 'cluster')('what was acknowledged', () => {
  /** How often the engine has synced files and folders so far. */
  const countSyncs = async () => {
    const rows = await stores.clickhouse.rows<{ event: string; value: string }>(
      "SELECT event, value FROM system.events WHERE event IN ('FileSync', 'DirectorySync')",
      { label: 'test' },
    );
    return Object.fromEntries(rows.map(({ event, value }) => [event, Number(value)]));
  };

  it.each([
    ['sessions', async () => ingest(rowsFor(50, 10), 50)],
    ['the rollup', async () => sessionStore.refreshDirty()],
    [
      'the dictionary of players',
      async () => createPlayers(stores).findOrCreateNumbers(50, new Set(['new'])),
    ],
    [
      'coverage',
      async () => {
        const at = new Date();
        await sessionStore.coverage.save(50, { fromMs: 0, toMs: 1, readAt: at, lateReadAt: at });
      },
    ],
  ])('of %s is synced to disk', async (_name, write) => {
    const before = await countSyncs();
    await write();
    const after = await countSyncs();
    expect(after.FileSync).toBeGreaterThan(before.FileSync ?? 0);
    expect(after.DirectorySync).toBeGreaterThan(before.DirectorySync ?? 0);
  });

  it('is synced in every table, after merges too', async () => {
    const rows = await stores.clickhouse.rows<{ name: string; created: string }>(
      `SELECT name, create_table_query AS created FROM system.tables
       WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name != 'migrations'`,
      { label: 'test' },
    );
    const settings = [
      'fsync_after_insert = 1',
      'fsync_part_directory = 1',
      'min_rows_to_fsync_after_merge = 1',
    ];
    const unsynced = rows.filter(({ created }) => !settings.every((setting) => created.includes(setting)));
    expect(rows.length).toBeGreaterThan(10);
    expect(unsynced.map(({ name }) => name)).toEqual([]);
  });
});

describe('numbers of players', () => {
  it('two processes that meet the same new players give each the same number', async () => {
    const names = new Set(Array.from({ length: 2000 }, (_, index) => `both-${index}`));
    const [one, other] = await Promise.all([
      createPlayers(stores).findOrCreateNumbers(40, names),
      createPlayers(stores).findOrCreateNumbers(40, new Set([...names].reverse())),
    ]);
    expect(one.size).toBe(2000);
    expect(new Set(one.values()).size).toBe(2000);
    expect([...one].every(([name, number]) => other.get(name) === number)).toBe(true);
  });

  it('names come back for numbers, and a number no one has is an error', async () => {
    const players = createPlayers(stores);
    const numbers = await players.findOrCreateNumbers(41, new Set(['ann', 'bob']));
    expect([...(await createPlayers(stores).findUserIds(numbers.values())).values()].toSorted()).toEqual([
      'ann',
      'bob',
    ]);
    await expect(players.findUserIds([2_000_000_000])).rejects.toThrow('does not know');
  });
});
