import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/index.ts';
import type { Cluster } from './cluster.ts';

const presence = 'ludus-hub presence';
// Any number that no other lock of the hub uses.
const leavingLock = 7_305_001;

/** Keeps an embedded server alive while this process uses it. */
export interface Guard {
  /** Leaves the server; the last process that uses it stops it. */
  leave(): Promise<void>;
}

/**
 * Holds one connection open. When it breaks because the server died (kill -9, out of memory), the server is started
 * again on the same port, so that pools find it there; nothing is polled. The connections also tell how many
 * processes use the server: a command-line run beside the hub must not stop it.
 */
export async function guardCluster(cluster: Cluster, log: Log): Promise<Guard> {
  let leaving = false;
  let client = await connect();
  let revival = Promise.resolve();

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: cluster.address('postgres'),
      application_name: presence,
    });
    fresh.on('error', () => {});
    await fresh.connect();
    fresh.once('end', () => {
      if (!leaving) revival = revive();
    });
    return fresh;
  }

  async function revive(): Promise<void> {
    log.warn('the embedded PostgreSQL is gone; starting it again');
    while (!leaving) {
      try {
        await cluster.start();
        client = await connect();
        log.info('the embedded PostgreSQL runs again');
        return;
      } catch (error) {
        log.error({ err: error }, 'the embedded PostgreSQL does not come back; trying again');
        await wait(500);
      }
    }
  }

  async function othersUse(): Promise<boolean> {
    const { rows } = await client.query<{ others: string }>(
      `SELECT count(*) AS others FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    return rows[0]?.others !== '0';
  }

  return {
    async leave() {
      leaving = true;
      await revival;
      try {
        // Two processes that leave at once take turns, so that the second one sees itself as the last.
        await client.query('SELECT pg_advisory_lock($1)', [leavingLock]);
        let inUse = await othersUse();
        for (let check = 0; inUse && check < 10; check++) {
          await wait(30);
          inUse = await othersUse();
        }
        await client.end();
        if (inUse) return;
      } catch (error) {
        log.warn({ err: error }, 'could not ask who else uses the embedded PostgreSQL');
      }
      await cluster.stop();
    },
  };
}
