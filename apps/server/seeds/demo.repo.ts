import type { Generated } from 'kysely';
import type { Db, Postgres } from '../src/infra/postgres/index.ts';

declare module '../src/infra/postgres/database.ts' {
  interface Database {
    demo_steps: { name: string; done_at: Generated<Date> };
  }
}

export async function findSteps(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('demo_steps').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

export async function insertStep(db: Db, name: string): Promise<void> {
  await db
    .insertInto('demo_steps')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

// Any number that no other lock of the hub uses.
const seedLock = 7_305_020;

/** Runs the work unless another process runs it now. The lock ends with its connection, so a crash frees it. */
export async function underSeedLock(postgres: Postgres, work: () => Promise<void>): Promise<void> {
  const client = await postgres.pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      seedLock,
    ]);
    if (rows[0]?.taken !== true) return;
    try {
      await work();
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [seedLock]);
    }
  } finally {
    client.release();
  }
}
