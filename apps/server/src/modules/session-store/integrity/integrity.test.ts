import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame, addIntegration, addOperator } from '../../../../test/catalogue.ts';
import { asOwner, closeTestStores, openTestStores, type TestStores } from '../../../../test/harness.ts';
import { type KnownRow, makeRows, sumsOf } from '../../../../test/support/session-store/known-rows.ts';
import { fixedClock } from '../../../infra/clock/index.ts';
import { addAggregates, createSessionStore, repairSessionStore, type SessionStore } from '../index.ts';
import { insertPlayers } from '../players.clickhouse.ts';
import { createPlayers } from '../players.repo.ts';
import { assertStoresMatch, joinStores, readStorePair } from './store-pair.ts';
import { verifySessionStore } from './verify.ts';

let stores: TestStores;
let sessionStore: SessionStore;
const everything = { kind: 'all' } as const;
const whole = [{ from: new Date('2026-01-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') }];
const rows = makeRows(1, 400, '2026-03-01T00:00:00Z', '2026-04-10T00:00:00Z').map((row) => ({
  ...row,
  integrationId: 1,
  operatorId: 1,
  gameId: 1,
}));
const label = 'test';

beforeAll(async () => {
  stores = await openTestStores();
  sessionStore = openSessionStore();
  const { db } = stores.postgres;
  const { id: integrationId } = await addIntegration(db, 'Alpina');
  const { id: operatorId } = await addOperator(db, integrationId, 'A');
  const gameId = await addGame(db, 'game-1');
  expect([integrationId, operatorId, gameId]).toEqual([1, 1, 1]);
  await joinStores(stores);
  await sessionStore.ingest(1, rows);
  await sessionStore.refreshDirty();
}, 60_000);

afterAll(async () => {
  await sessionStore?.waitForRefreshes();
  await closeTestStores(stores);
});

/** Another process: it has read nothing yet. */
const openSessionStore = () =>
  createSessionStore({ ...stores, clock: fixedClock('2026-11-20T10:00:00Z'), resultCacheBytes: 0 });

async function verify(): Promise<string[]> {
  const problems: string[] = [];
  const isWhole = await verifySessionStore(stores, {
    progress: () => {},
    problem: (line) => problems.push(line),
  });
  expect(isWhole).toBe(problems.length === 0);
  return problems;
}

const repair = () =>
  repairSessionStore(
    { ...stores, sessionStore },
    { refetch: false },
    { progress: () => {}, problem: () => {} },
  );

const sums = async (route: 'base' | 'rollup') =>
  addAggregates(
    await openSessionStore().queryAggregates({ periods: whole, players: true }, everything, undefined, route),
  );

describe('the proof of the session store', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await verify()).toEqual([]);
    expect(await sums('rollup')).toEqual(sumsOf(rows));
  });

  it('finds sums and numbers of players that the sessions do not give, in each grain, and repairs them', async () => {
    for (const [table, change] of [
      ['rollup_day_v1', "bet = bet + 1 WHERE level = 5 AND bucket = '2026-03-07'"],
      [
        'rollup_hour_v1',
        "rounds = rounds + 1 WHERE level = 1 AND toDate(bucket, 'Europe/Rome') = '2026-03-20'",
      ],
      ['rollup_day_v1', "players = players + 1 WHERE level = 3 AND bucket = '2026-03-28'"],
      ['rollup_month_v1', 'win = 0 WHERE level = 0'],
    ] as const) {
      await stores.clickhouse.changeRows(table, `UPDATE ${change}`, { label });
    }
    expect(await verify()).toEqual([
      expect.stringMatching(/^The rollup differs on 2026-03-07, 2026-03-20, 2026-03-28\.$/),
      'The rollup differs in the months of 2026-03-01, 2026-04-01.',
    ]);
    await repair();
    expect(await verify()).toEqual([]);
    expect(await sums('rollup')).toEqual(sumsOf(rows));
  });

  it('finds other players behind a cell, though their number is right', async () => {
    await stores.clickhouse.command(
      `INSERT INTO rollup_day_players_v1
       SELECT level, bucket, integration_id, operator_id, game_id, session_type,
         bitmapBuild(arrayMap(number -> toUInt32(number + 1000000), bitmapToArray(player_bitmap))), version + 1
       FROM rollup_day_players_v1 FINAL WHERE bucket = '2026-03-05'`,
      { label },
    );
    expect(await verify()).toEqual(['The rollup differs on 2026-03-05.']);
    await repair();
    expect(await verify()).toEqual([]);
  });

  it('finds and repairs days of games that are not those of the rollup', async () => {
    const [from, to] = ['2026-03-01T23:00:00Z', '2026-03-30T22:00:00Z'].map((at) => new Date(at)) as [
      Date,
      Date,
    ];
    const players = async () =>
      (
        await openSessionStore().queryAggregates(
          { periods: [{ from, to }], integrations: [1], games: [1], players: true },
          everything,
          undefined,
          'rollup',
        )
      ).map((row) => row.players);
    const within = rows.filter(
      ({ createdAtMs }) => createdAtMs >= from.getTime() && createdAtMs < to.getTime(),
    );
    const distinct = new Set(within.map(({ userId }) => userId)).size;
    expect(await players()).toEqual([distinct]);
    await stores.clickhouse.changeRows('rollup_day_games_v1', "DELETE WHERE bucket < '2026-03-29'", {
      label,
    });
    expect(await players()).not.toEqual([distinct]);
    expect(await verify()).toEqual(['The days of games are not those of the rollup.']);
    await repair();
    expect(await verify()).toEqual([]);
    expect(await players()).toEqual([distinct]);
  });

  it('finds cells of sessions that are not there, and repairs them', async () => {
    await stores.clickhouse.command(
      `INSERT INTO rollup_day_v1
       SELECT * REPLACE (7 AS game_id) FROM rollup_day_v1 FINAL WHERE level = 5 AND bucket = '2026-03-06'`,
      { label },
    );
    expect(await verify()).toEqual(['The rollup differs on 2026-03-06.']);
    await repair();
    expect(await verify()).toEqual([]);
    expect(await sums('rollup')).toEqual(sumsOf(rows));
  });

  it('does not compare buckets that are dirty: their figures come from the sessions', async () => {
    const changed = rows.slice(0, 5).map((row): KnownRow => ({ ...row, updatedAtMs: row.updatedAtMs + 1 }));
    await sessionStore.ingest(1, changed);
    const damage = "UPDATE bet = 0 WHERE bucket = toDate('2026-03-01')";
    await stores.clickhouse.changeRows('rollup_day_v1', damage, { label });
    await stores.postgres.pool.query(
      "INSERT INTO dirty_buckets VALUES ('day', '2026-03-01', 1) ON CONFLICT DO NOTHING",
    );
    expect(await verify()).toEqual([]);
    await sessionStore.refreshDirty();
  });

  it('finds and repairs what the smaller indexes lack', async () => {
    await stores.clickhouse.changeRows('session_users_v1', "DELETE WHERE created_at < '2026-03-04'", {
      label,
    });
    await stores.postgres.pool.query("UPDATE session_days SET latest_change_ms = 0 WHERE day = '2026-03-09'");
    expect(await verify()).toEqual([
      'The sessions by player are not those of the session store.',
      'PostgreSQL does not know the latest changes of 2026-03-09.',
    ]);
    await repair();
    expect(await verify()).toEqual([]);
  });

  it('finds and repairs ids that a search would not find, as they were written with the sessions', async () => {
    const all = 'SELECT * FROM session_ids_v1 FINAL ORDER BY ALL';
    const written = await stores.clickhouse.rows(all, { label });
    const [lost] = await stores.clickhouse.rows<{ count: string }>(
      `SELECT count() AS count FROM (${all}) WHERE created_second < '2026-03-04'`,
      { label },
    );
    expect(Number(lost?.count)).toBeGreaterThan(0);
    await stores.clickhouse.changeRows('session_ids_v1', "DELETE WHERE created_second < '2026-03-04'", {
      label,
    });
    expect(await verify()).toEqual([`${lost?.count} ids of sessions cannot be looked up.`]);
    await repair();
    expect(await verify()).toEqual([]);
    expect(await stores.clickhouse.rows(all, { label })).toEqual(written);
  });
});

describe('a PostgreSQL that knows less than the session store', () => {
  const players = () => createPlayers(stores);

  it('gives players the numbers that their sessions have, and new ones above them', async () => {
    const known = new Set(rows.map(({ userId }) => userId));
    const before = await players().findOrCreateNumbers(1, known);
    await stores.postgres.pool.query('DELETE FROM players');
    await asOwner(stores.postgres, 'ALTER SEQUENCE player_numbers RESTART');
    const after = await players().findOrCreateNumbers(1, new Set(['someone new', ...known]));
    expect([...known].filter((userId) => after.get(userId) !== before.get(userId))).toEqual([]);
    expect(after.get('someone new')).toBeGreaterThan(Math.max(...before.values()));
  });

  it('takes up the number of a player whose process was killed before it reached PostgreSQL', async () => {
    await insertPlayers(stores.clickhouse, 1, new Map([['killed', 5_000]]));
    expect(await players().findOrCreateNumbers(1, new Set(['killed', 'next']))).toEqual(
      new Map([
        ['killed', 5_000],
        ['next', 5_001],
      ]),
    );
  });

  it('refreshes the rollup above every stored version', async () => {
    await asOwner(stores.postgres, 'ALTER SEQUENCE data_version_seq RESTART');
    const changed = rows.map(
      (row, index): KnownRow =>
        index % 10 === 0 ? { ...row, bet: row.bet + 100, updatedAtMs: row.updatedAtMs + 10 } : row,
    );
    await sessionStore.ingest(1, changed);
    await sessionStore.refreshDirty();
    expect(await sums('rollup')).toEqual(sumsOf(changed));
    expect(await sums('base')).toEqual(sumsOf(changed));
  });
});

describe('the two stores', () => {
  it('know each other’s latest write', async () => {
    const { records, store, mismatch } = await readStorePair(stores);
    const writtenMs = Date.parse('2026-11-20T10:00:00Z');
    expect({ records, store, mismatch }).toEqual({
      records: { storeId: store.storeId, writeBegunMs: writtenMs, writeStoredMs: writtenMs },
      store: { storeId: expect.stringMatching(/^[0-9a-f-]{36}$/), writtenMs },
      mismatch: null,
    });
  });

  it.each([
    ['a write that PostgreSQL did not begin', -1, 'PostgreSQL is older than the session store'],
    [
      'a write that PostgreSQL knows and the session store lacks',
      1,
      'The session store is older than PostgreSQL',
    ],
  ])('do not belong together after %s', async (_name, shift, refusal) => {
    await stores.postgres.pool.query(
      'UPDATE store_identity SET write_begun_ms = write_begun_ms + $1, write_stored_ms = write_stored_ms + $1',
      [shift],
    );
    await expect(assertStoresMatch(stores)).rejects.toThrow(refusal);
    await repair();
    await expect(assertStoresMatch(stores)).resolves.toBeUndefined();
  });

  it('let fetches that have not ended begin anew once they were repaired', async () => {
    const job = (id: string, state: string) =>
      `('${id}', 'bookkeeping', 'fetch-sessions', '${state}', 'system', 'system', '{}', '{"page": 5}')`;
    const [open, ended] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    await stores.postgres.pool.query(`
      INSERT INTO jobs (id, queue, name, state, user_id, username, data, checkpoint)
      VALUES ${job(open, 'waiting')}, ${job(ended, 'completed')}`);
    await repair();
    const { rows: jobs } = await stores.postgres.pool.query('SELECT id, checkpoint FROM jobs ORDER BY id');
    expect(jobs).toEqual([
      { id: open, checkpoint: null },
      { id: ended, checkpoint: { page: 5 } },
    ]);
  });

  it('belong together after a write that was begun and killed', async () => {
    await stores.postgres.pool.query('UPDATE store_identity SET write_begun_ms = write_begun_ms + 1000');
    await expect(assertStoresMatch(stores)).resolves.toBeUndefined();
  });
});
