import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/index.ts';
import type { Postgres } from './postgres.ts';

/** A lock that one process of all has, for as long as it runs. */
export interface ExclusiveLock {
  release(): Promise<void>;
}

const retryMs = 1_000;

// A process that was killed a moment ago may still have it.
const acquireTimeoutMs = 5_000;
const lockNotAvailable = '55P03';

/**
 * Acquires an advisory lock of the database, on a connection of its own, and acquires it again when that connection is lost.
 * @param onTaken called when another process has the lock after a loss; this one must end then
 * @returns null while another process has the lock
 */
export async function acquireExclusiveLock(
  { connectionString }: Pick<Postgres, 'connectionString'>,
  key: number,
  log: Log,
  onTaken: () => void,
): Promise<ExclusiveLock | null> {
  let isReleased = false;
  const acquire = async (): Promise<pg.Client | null> => {
    const client = new pg.Client({ connectionString, application_name: 'ludus-hub lock', keepAlive: true });
    client.on('error', () => {});
    await client.connect();
    try {
      // A machine that went away without a word must not keep the lock for hours.
      await client.query('SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10');
      await client.query(`SET lock_timeout = ${acquireTimeoutMs}`);
      await client.query('SELECT pg_advisory_lock($1)', [key]);
    } catch (error) {
      await client.end();
      if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) return null;
      throw error;
    }
    client.once('end', () => void acquireAgain());
    return client;
  };
  const acquireAgain = async (): Promise<void> => {
    while (!isReleased) {
      try {
        held = await acquire();
        if (held === null) onTaken();
        else if (isReleased) await held.end();
        return;
      } catch (error) {
        log.warn({ err: error }, 'the lock of this process was lost with its connection to PostgreSQL');
        await wait(retryMs);
      }
    }
  };
  let held = await acquire();
  if (held === null) return null;
  return {
    async release() {
      isReleased = true;
      await held?.end().catch(() => {});
    },
  };
}
