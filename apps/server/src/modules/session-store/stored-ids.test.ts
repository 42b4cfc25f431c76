/** Sessions that arrive with another creation time than the stored one, whoever stored it and whenever. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner, closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { type KnownRow, makeRows } from '../../../test/support/session-store/known-rows.ts';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import { createSessionStore, type SessionStore } from './index.ts';

let stores: TestStores;
const label = 'test';

beforeAll(async () => {
  stores = await openTestStores();
});

afterAll(() => closeTestStores(stores));

/** A process of the hub: its own memory on the same stores. */
const startProcess = (clickhouse: Partial<ClickHouse> = {}): SessionStore =>
  createSessionStore({
    ...stores,
    clickhouse: { ...stores.clickhouse, ...clickhouse },
    clock: fixedClock('2026-11-20T10:00:00Z'),
    refreshesByItself: false,
  });

/** More than are looked up by the index, so that the set of ids decides. */
const size = 150;

function rowsOf(integrationId: number, seed = integrationId, count = size): KnownRow[] {
  return makeRows(seed, count, '2019-03-01T00:00:00Z', '2019-03-02T00:00:00Z').map((row) => ({
    ...row,
    integrationId,
  }));
}

/** The same sessions, created years later. */
const moved = (rows: readonly KnownRow[]) =>
  rows.map((row) => ({
    ...row,
    createdAtMs: Date.parse('2026-06-01T00:00:00Z'),
    updatedAtMs: Date.parse('2026-06-02T00:00:00Z'),
  }));

/** How the rows of a batch fared, in the order in which results name it. */
async function outcomes(process: SessionStore, integrationId: number, rows: readonly KnownRow[]) {
  const { added, changed, unchanged, conflicts } = await process.ingest(integrationId, rows);
  const reasons = new Set(conflicts.map(({ reason }) => reason.code));
  return { added, changed, unchanged, conflicts: conflicts.length, reasons: [...reasons] };
}
const allStored = { added: size, changed: 0, unchanged: 0, conflicts: 0, reasons: [] };
const allRefused = {
  added: 0,
  changed: 0,
  unchanged: 0,
  conflicts: size,
  reasons: ['quarantine.creationDiffers'],
};

async function countStored(integrationId: number): Promise<number> {
  const rows = await stores.clickhouse.rows<{ count: string }>(
    'SELECT count() AS count FROM sessions_v1 WHERE integration_id = {id:UInt16}',
    { label, params: { id: integrationId } },
  );
  return Number(rows[0]?.count);
}

describe('a session with another creation time is refused', () => {
  it('by the process that stored it, and by the next one', async () => {
    const process = startProcess();
    const rows = rowsOf(1);
    expect(await outcomes(process, 1, rows)).toEqual(allStored);
    expect(await outcomes(process, 1, moved(rows))).toEqual(allRefused);
    expect(await outcomes(startProcess(), 1, moved(rows))).toEqual(allRefused);
    expect(await countStored(1)).toBe(size);
  });

  it('among new ones, which are stored', async () => {
    const process = startProcess();
    const [old, fresh] = [rowsOf(2), rowsOf(2, 1002)];
    await process.ingest(2, old);
    const mixed = [...moved(old.slice(0, 3)), ...fresh];
    expect(await outcomes(process, 2, mixed)).toEqual({
      ...allRefused,
      added: size,
      conflicts: 3,
    });
  });

  it('by a process that has read the ids before another one stored it', async () => {
    const [one, other] = [startProcess(), startProcess()];
    await one.ingest(3, rowsOf(3, 1003));
    const rows = rowsOf(3);
    expect(await outcomes(other, 3, rows)).toEqual(allStored);
    expect(await outcomes(one, 3, moved(rows))).toEqual(allRefused);
    // And the other way round, now that both have read them.
    const more = rowsOf(3, 2003);
    expect(await outcomes(one, 3, more)).toEqual(allStored);
    expect(await outcomes(other, 3, moved(more))).toEqual(allRefused);
  });

  it('also where the other process stored it by itself, as a look at one session does', async () => {
    const [one, other] = [startProcess(), startProcess()];
    await one.ingest(4, rowsOf(4, 1004));
    const [row] = rowsOf(4);
    if (row === undefined) throw new Error('There is none');
    await other.upsertOne(4, row);
    const mixed = [...moved([row]), ...rowsOf(4, 2004)];
    expect(await outcomes(one, 4, mixed)).toEqual({ ...allRefused, added: size, conflicts: 1 });
  });

  it('after a process died once it had written, before anyone noted it', async () => {
    const one = startProcess();
    await one.ingest(5, rowsOf(5, 1005));
    const dying = startProcess({
      async insertBinary(...insert) {
        await stores.clickhouse.insertBinary(...insert);
        throw new Error('killed');
      },
    });
    const rows = rowsOf(5);
    await expect(dying.ingest(5, rows)).rejects.toThrow('killed');
    expect(await outcomes(one, 5, moved(rows))).toEqual(allRefused);
    expect(await outcomes(startProcess(), 5, moved(rows))).toEqual(allRefused);
  });

  it('after a process died before it had written: its sessions are new', async () => {
    const one = startProcess();
    await one.ingest(6, rowsOf(6, 1006));
    const dying = startProcess({ insertBinary: () => Promise.reject(new Error('killed')) });
    const rows = rowsOf(6);
    await expect(dying.ingest(6, rows)).rejects.toThrow('killed');
    expect(await outcomes(one, 6, moved(rows))).toEqual(allStored);
    expect(await outcomes(dying, 6, rows)).toEqual(allRefused);
  });

  it('also when a server stores what a dead process has sent after others have looked', async () => {
    const one = startProcess();
    await one.ingest(7, rowsOf(7, 1007));
    let arrive = async () => {};
    const dying = startProcess({
      insertBinary(...insert) {
        arrive = () => stores.clickhouse.insertBinary(...insert);
        return Promise.reject(new Error('killed'));
      },
    });
    const rows = rowsOf(7);
    await expect(dying.ingest(7, rows)).rejects.toThrow('killed');
    // The ids are read, up to the latest write, and written to.
    expect(await outcomes(one, 7, rowsOf(7, 2007))).toEqual(allStored);
    await arrive();
    expect(await outcomes(one, 7, moved(rows))).toEqual(allRefused);
  });

  it('of two processes that store it at the same time by one', async () => {
    const rows = rowsOf(8);
    const results = await Promise.all([
      outcomes(startProcess(), 8, rows),
      outcomes(startProcess(), 8, moved(rows)),
    ]);
    expect(results).toContainEqual(allStored);
    expect(results).toContainEqual(allRefused);
    expect(await countStored(8)).toBe(size);
  });

  it('after the numbers of writes began anew in a PostgreSQL that was restored', async () => {
    const one = startProcess();
    await one.ingest(9, rowsOf(9, 1009));
    await stores.postgres.pool.query('DELETE FROM session_writes WHERE integration_id = 9');
    await asOwner(stores.postgres, "SELECT setval('session_write_numbers', 1)");
    const rows = rowsOf(9);
    await startProcess().ingest(9, rows);
    expect(await outcomes(one, 9, moved(rows))).toEqual(allRefused);
  });
});

describe('the look-up of a batch', () => {
  /** Rows that queries have read so far. */
  const rowsRead = async () => {
    const [row] = await stores.clickhouse.rows<{ value: string }>(
      "SELECT value FROM system.events WHERE event = 'SelectedRows'",
      { label },
    );
    return Number(row?.value ?? 0);
  };

  it('reads the sessions of its own hours, however many are stored', async () => {
    const stored = 400_000;
    await stores.clickhouse.command(
      `INSERT INTO sessions_v1 (id, session_id, integration_id, operator_id, game_id, user_id, session_type, created_at, updated_at, fetched_at)
       SELECT generateUUIDv4(), toString(number), 20, 1, 1, 1, 1,
         toDateTime64('2020-01-01 00:00:00', 3, 'UTC') + toIntervalMinute(number) AS created, created, created
       FROM numbers(${stored})`,
      { label, settings: { async_insert: 0 } },
    );
    const process = startProcess();
    const batch = (seed: number) =>
      makeRows(seed, size, '2020-05-01T00:00:00Z', '2020-05-02T00:00:00Z').map((row) => ({
        ...row,
        integrationId: 20,
      }));
    // The first batch with new sessions reads the ids of all.
    const atFirst = await rowsRead();
    await process.ingest(20, batch(1));
    expect((await rowsRead()) - atFirst).toBeGreaterThan(stored);
    for (const rows of [batch(1), batch(2)]) {
      const before = await rowsRead();
      await process.ingest(20, rows);
      // One granule of 8,192 rows in each part of a month, at most two where the hours touch the next one.
      expect((await rowsRead()) - before).toBeLessThan(8 * 8_192);
    }
  });
});
