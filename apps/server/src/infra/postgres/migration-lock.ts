import pg from 'pg';
import type { Log } from '../log/index.ts';
import type { Postgres } from './postgres.ts';

// Any number that no other lock of the hub uses.
const migrationLock = 7_305_002;

/**
 * Lets one process at a time change the schemas of the stores and the grants; others wait, with a line in their log.
 * @param isOptional leaves the work out while another process has the lock: nothing is due for this one, and a migration of a
 * newer release may take long
 */
export async function underMigrationLock(
  { ownerConnectionString: connectionString }: Pick<Postgres, 'ownerConnectionString'>,
  log: Log,
  work: () => Promise<void>,
  { isOptional = false }: { isOptional?: boolean } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'ludus-hub schema', keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      migrationLock,
    ]);
    if (rows[0]?.locked !== true) {
      if (isOptional) return;
      log.info('another process migrates the stores; this one waits for it');
      await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    }
    await work();
  } finally {
    await client.end();
  }
}
