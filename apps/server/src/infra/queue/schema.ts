import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import library from 'pg-boss/package.json' with { type: 'json' };
import type { Log } from '../log/index.ts';
import { type Database, grantRows, type Postgres, roleOf, withOwner } from '../postgres/index.ts';

/** The PostgreSQL schema of the job queue's own tables. */
export const queueSchema = 'queue';

/** Versions of the tables of the job queue: those there are, null where there are none, and those that this version needs. */
export interface QueuePlan {
  version: number | null;
  needed: number;
}

/** Compares the tables of the job queue with what this version needs, and changes nothing. */
export function planQueue(postgres: Postgres): Promise<QueuePlan> {
  return withOwner(postgres, async (db) => ({
    version: await readVersion(db),
    needed: library.pgboss.schema,
  }));
}

/** Whether a newer release has migrated the tables of the job queue. */
export async function isQueueNewer({ db }: Pick<Postgres, 'db'>): Promise<boolean> {
  return ((await readVersion(db)) ?? 0) > library.pgboss.schema;
}

/**
 * Creates the tables of the job queue or brings them up to date, as the owner, indexes that are built in the background
 * included; then lets the role of the hub read and write their rows. Call it under the migration lock.
 */
export async function migrateQueue(postgres: Postgres, log: Log): Promise<void> {
  const hasOwner = postgres.ownerConnectionString !== postgres.connectionString;
  await applyQueueMigrations(postgres, log);
  if (!hasOwner) return;
  const { name } = await roleOf(postgres.db);
  await withOwner(postgres, (db) => grantRows(db, queueSchema, name));
}

async function readVersion(db: Kysely<Database>): Promise<number | null> {
  const table = `${queueSchema}.version`;
  const { rows: tables } = await sql`SELECT WHERE to_regclass(${table}) IS NOT NULL`.execute(db);
  if (tables.length === 0) return null;
  const { rows } = await sql<{ version: number }>`SELECT version FROM ${sql.table(table)}`.execute(db);
  return rows[0]?.version ?? null;
}

async function applyQueueMigrations({ ownerConnectionString }: Postgres, log: Log): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerConnectionString,
    application_name: 'ludus-hub schema',
    schema: queueSchema,
    max: 2,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'migrating the tables of the job queue failed'));
  await boss.start();
  try {
    while (
      (await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress')
    ) {
      await wait(200);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
