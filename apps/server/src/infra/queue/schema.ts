import { setTimeout as wait } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { Log } from '../log/index.ts';
import { grantRows, type Postgres, roleOf, underMigrationLock, withOwner } from '../postgres/index.ts';

/** The PostgreSQL schema of the job queue's own tables. */
export const queueSchema = 'queue';

/**
 * Creates the tables of the job queue or brings them up to date, as the owner, indexes that are built in the background
 * included; then lets the role of the hub read and write their rows. Hubs that start together wait for each other.
 */
export async function migrateQueue(postgres: Postgres, log: Log): Promise<void> {
  const hasOwner = postgres.ownerConnectionString !== postgres.connectionString;
  await underMigrationLock(postgres, async () => {
    await applyQueueMigrations(postgres, log);
    if (!hasOwner) return;
    const { name } = await roleOf(postgres.db);
    await withOwner(postgres, (db) => grantRows(db, queueSchema, name));
  });
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
