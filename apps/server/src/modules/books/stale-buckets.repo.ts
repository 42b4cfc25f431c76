import { sql, type Transaction } from 'kysely';
import type { Database, Postgres } from '../../platform/postgres/index.ts';
import './books.tables.ts';
import { createTurns } from './turns.ts';

// Any numbers that no other lock of the hub uses.
const writingLock = 7_305_401;
const refreshLock = 7_305_402;
// A writing holds a connection and needs another one for its marks: too many at once would wait for each other.
const writingsAtOnce = 6;

export interface StaleBucket {
  grain: 'day' | 'month';
  /** First day of the bucket, YYYY-MM-DD. */
  bucket: string;
  generation: string;
}

/** How the books stand at a moment: their version, and the buckets that the cube must not be asked for. */
export interface BooksState {
  generation: string;
  staleDays: ReadonlySet<string>;
  /** First days of months. */
  staleMonths: ReadonlySet<string>;
}

/**
 * Marks of buckets whose cube rows do not hold what the base holds. A mark is committed before rows are written and
 * goes only when a refresh that began after the writing has finished: a process that dies anywhere leaves marks, never
 * wrong figures.
 */
export interface StaleBuckets {
  /** Marks the days and their months, then writes; no refresh takes the marks before the writing has ended. */
  whileWriting(days: Iterable<string>, write: () => Promise<void>): Promise<void>;
  /** The marks of finished writings, oldest bucket first. */
  take(): Promise<StaleBucket[]>;
  /** Removes marks that have not been renewed since they were taken. */
  clear(taken: readonly StaleBucket[]): Promise<void>;
  state(): Promise<BooksState>;
  /** The next version of the books; it also orders refreshes. */
  nextGeneration(): Promise<string>;
  /** Runs work while no other process refreshes or rebuilds; waits for one that does. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

export function createStaleBuckets(postgres: Postgres): StaleBuckets {
  const writings = createTurns(writingsAtOnce);
  const nextGeneration = async () => {
    const { rows } = await sql<{ generation: string }>`
      SELECT nextval('books_generation') AS generation`.execute(postgres.db);
    return rows[0]?.generation ?? '0';
  };
  const lock = (tx: Transaction<Database>, how: 'shared' | 'exclusive') =>
    how === 'shared'
      ? sql`SELECT pg_advisory_xact_lock_shared(${writingLock})`.execute(tx)
      : sql`SELECT pg_advisory_xact_lock(${writingLock})`.execute(tx);

  return {
    async whileWriting(days, write) {
      const list = [...new Set(days)].toSorted();
      const months = [...new Set(list.map((day) => `${day.slice(0, 7)}-01`))];
      const grains = [...list.map(() => 'day'), ...months.map(() => 'month')];
      const marked = async (tx: Transaction<Database>) => {
        await lock(tx, 'shared');
        // On a connection of its own: the marks must be there for everybody while the writing goes on.
        await sql`
          INSERT INTO books_stale_buckets (grain, bucket, generation)
          SELECT g, b, nextval('books_generation')
          FROM unnest(${grains}::text[], ${[...list, ...months]}::date[]) AS marks (g, b) ORDER BY g, b
          ON CONFLICT (grain, bucket) DO UPDATE SET generation = excluded.generation`.execute(postgres.db);
        await write();
      };
      await writings(() => postgres.transaction(marked));
      // What was counted between the mark and the writing must not be taken for the state after it.
      await nextGeneration();
    },

    take: () =>
      postgres.transaction(async (tx) => {
        await lock(tx, 'exclusive');
        return tx.selectFrom('books_stale_buckets').selectAll().orderBy('bucket').execute();
      }),

    async clear(taken) {
      if (taken.length === 0) return;
      await sql`
        DELETE FROM books_stale_buckets s
        USING unnest(
          ${taken.map(({ grain }) => grain)}::text[], ${taken.map(({ bucket }) => bucket)}::date[],
          ${taken.map(({ generation }) => generation)}::bigint[]
        ) AS t (grain, bucket, generation)
        WHERE s.grain = t.grain AND s.bucket = t.bucket AND s.generation = t.generation`.execute(postgres.db);
    },

    async state() {
      const { rows } = await sql<{ generation: string; grain: string | null; bucket: string | null }>`
        SELECT g.last_value AS generation, s.grain, s.bucket
        FROM books_generation g LEFT JOIN books_stale_buckets s ON true`.execute(postgres.db);
      const of = (grain: string) =>
        new Set(rows.flatMap((row) => (row.grain === grain && row.bucket !== null ? [row.bucket] : [])));
      return { generation: rows[0]?.generation ?? '0', staleDays: of('day'), staleMonths: of('month') };
    },

    nextGeneration,

    exclusively: (work) =>
      postgres.transaction(async (tx) => {
        await sql`SELECT pg_advisory_xact_lock(${refreshLock})`.execute(tx);
        return work();
      }),
  };
}
