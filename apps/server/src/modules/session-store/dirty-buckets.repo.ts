import { sql, type Transaction } from 'kysely';
import type { Database, Db, Postgres } from '../../infra/postgres/index.ts';
import './session-store.tables.ts';

// Any numbers that no other lock of the hub uses.
/** Held by every write of sessions, shared. */
export const writeLock = 7_305_401;
const refreshLock = 7_305_402;
// A writer refreshes within a second of its last write, or it is in the middle of writing more.
const abandonedAfter = '5 seconds';

export interface DirtyBucket {
  grain: 'day' | 'month';
  /** First day of the bucket, YYYY-MM-DD. */
  bucket: string;
  /** The data version at which it became dirty, so that one that became dirty again is recognised. */
  dataVersion: string;
}

/** The state of the session store at a moment: its data version, and the buckets that must not be read from the rollup. */
export interface SessionStoreState {
  dataVersion: string;
  dirtyDays: ReadonlySet<string>;
  /** First days of months. */
  dirtyMonths: ReadonlySet<string>;
}

/**
 * Buckets whose rollup cells may differ from the base. A dirty bucket is committed before rows are written and cleared
 * only when a refresh that began after the write has finished: a process that dies at any point leaves dirty buckets,
 * never wrong sums.
 */
export interface DirtyBuckets {
  /**
   * Makes the days and their months dirty, then writes; no refresh includes them before the transaction has ended. The data
   * version has to advance after it: what was read between marking and writing must not be cached as the state after the
   * write.
   * @param writtenAtMs the time that the written sessions carry; noted before the write, and once it is stored
   */
  markAndWrite(
    tx: Transaction<Database>,
    days: Iterable<string>,
    writtenAtMs: number,
    write: () => Promise<void>,
  ): Promise<void>;
  /** Makes the days and their months dirty. */
  mark(days: Iterable<string>): Promise<void>;
  /** Returns the dirty buckets whose writes have ended, oldest bucket first; waits for writes that are running. */
  findRefreshable(): Promise<DirtyBucket[]>;
  /** Returns the dirty buckets that their writers have not refreshed for seconds; none while any write is running. */
  findAbandoned(): Promise<DirtyBucket[]>;
  /** Removes buckets that have not become dirty again since they were read. */
  clear(refreshed: readonly DirtyBucket[]): Promise<void>;
  readState(): Promise<SessionStoreState>;
  /** Advances the version of the session store's data; it also orders refreshes. */
  nextDataVersion(): Promise<string>;
  /** Runs work while no process writes or refreshes; for comparisons, which must not take long. */
  withoutWrites<T>(work: (state: SessionStoreState) => Promise<T>): Promise<T>;
  /** Runs work while no other process refreshes or rebuilds; waits for one that does. */
  runExclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work like `runExclusively`, or not at all while another process refreshes or rebuilds. */
  runUnlessRefreshing(work: () => Promise<void>): Promise<void>;
}

export function createDirtyBuckets(postgres: Postgres): DirtyBuckets {
  const nextDataVersion = async () => {
    const { rows } = await sql<{ data_version: string }>`
      SELECT nextval('data_version_seq') AS data_version`.execute(postgres.db);
    return rows[0]?.data_version ?? '0';
  };
  const acquireWriteLock = (tx: Transaction<Database>, mode: 'shared' | 'exclusive') =>
    mode === 'shared'
      ? sql`SELECT pg_advisory_xact_lock_shared(${writeLock})`.execute(tx)
      : sql`SELECT pg_advisory_xact_lock(${writeLock})`.execute(tx);

  const insertDirty = async (db: Db, days: Iterable<string>) => {
    const dayList = [...new Set(days)].toSorted();
    const months = [...new Set(dayList.map((day) => `${day.slice(0, 7)}-01`))];
    const grains = [...dayList.map(() => 'day'), ...months.map(() => 'month')];
    await sql`
      INSERT INTO dirty_buckets (grain, bucket, data_version)
      SELECT grain, bucket, nextval('data_version_seq')
      FROM unnest(${grains}::text[], ${[...dayList, ...months]}::date[]) AS dirty (grain, bucket)
      ORDER BY grain, bucket
      ON CONFLICT (grain, bucket)
      DO UPDATE SET data_version = excluded.data_version, marked_at = excluded.marked_at`.execute(db);
  };
  const tryLock = async (tx: Transaction<Database>, lock: number) => {
    const { rows } = await sql<{
      locked: boolean;
    }>`SELECT pg_try_advisory_xact_lock(${lock}) AS locked`.execute(tx);
    return rows[0]?.locked === true;
  };
  const selectBuckets = (tx: Transaction<Database>) =>
    tx
      .selectFrom('dirty_buckets')
      .select(['grain', 'bucket', 'data_version as dataVersion'])
      .orderBy('bucket');

  const readState = async (db: Db): Promise<SessionStoreState> => {
    const { rows } = await sql<{ data_version: string; grain: string | null; bucket: string | null }>`
      SELECT s.last_value AS data_version, d.grain, d.bucket
      FROM data_version_seq s LEFT JOIN dirty_buckets d ON true`.execute(db);
    const bucketsOf = (grain: string) =>
      new Set(rows.flatMap((row) => (row.grain === grain && row.bucket !== null ? [row.bucket] : [])));
    return {
      dataVersion: rows[0]?.data_version ?? '0',
      dirtyDays: bucketsOf('day'),
      dirtyMonths: bucketsOf('month'),
    };
  };

  return {
    async mark(days) {
      await insertDirty(postgres.db, days);
      await nextDataVersion();
    },

    async markAndWrite(tx, days, writtenAtMs, write) {
      await acquireWriteLock(tx, 'shared');
      // On its own connection: everyone must see the dirty buckets while the write is running.
      await insertDirty(postgres.db, days);
      await sql`
        UPDATE store_identity SET write_begun_ms = ${writtenAtMs}
        WHERE write_begun_ms < ${writtenAtMs}`.execute(postgres.db);
      await write();
      await sql`
        UPDATE store_identity SET write_stored_ms = ${writtenAtMs}
        WHERE write_stored_ms < ${writtenAtMs}`.execute(tx);
    },

    findRefreshable: () =>
      postgres.transaction(async (tx) => {
        await acquireWriteLock(tx, 'exclusive');
        return selectBuckets(tx).execute();
      }),

    findAbandoned: () =>
      postgres.transaction(async (tx) => {
        if (!(await tryLock(tx, writeLock))) return [];
        return selectBuckets(tx)
          .where('marked_at', '<', sql<Date>`now() - ${abandonedAfter}::interval`)
          .execute();
      }),

    async clear(refreshed) {
      if (refreshed.length === 0) return;
      await sql`
        DELETE FROM dirty_buckets d
        USING unnest(
          ${refreshed.map(({ grain }) => grain)}::text[], ${refreshed.map(({ bucket }) => bucket)}::date[],
          ${refreshed.map(({ dataVersion }) => dataVersion)}::bigint[]
        ) AS r (grain, bucket, data_version)
        WHERE d.grain = r.grain AND d.bucket = r.bucket AND d.data_version = r.data_version`.execute(
        postgres.db,
      );
    },

    withoutWrites: (work) =>
      postgres.transaction(async (tx) => {
        // In the order of a refresh, which holds this lock while it waits for writes to end.
        await sql`SELECT pg_advisory_xact_lock(${refreshLock})`.execute(tx);
        await acquireWriteLock(tx, 'exclusive');
        return work(await readState(tx));
      }),

    readState: () => readState(postgres.db),

    nextDataVersion,

    runExclusively: (work) =>
      postgres.transaction(async (tx) => {
        await sql`SELECT pg_advisory_xact_lock(${refreshLock})`.execute(tx);
        return work();
      }),

    runUnlessRefreshing: (work) =>
      postgres.transaction(async (tx) => {
        if (await tryLock(tx, refreshLock)) await work();
      }),
  };
}
