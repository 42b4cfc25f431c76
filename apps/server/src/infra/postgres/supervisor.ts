import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/index.ts';
import type { Cluster } from './cluster.ts';

const applicationName = 'ludus-hub supervisor';
// Any number that no other lock of the hub uses.
const leavingLock = 7_305_001;

/** Keeps an embedded server alive while this process uses it. */
export interface Supervisor {
  /** Leaves the server; the last process that uses it stops it. */
  leave(): Promise<void>;
}

/**
 * Holds one connection open. When it breaks because the server died (kill -9, out of memory), the server is started
 * again on the same port, so that pools find it there; nothing is polled. The connections also show how many
 * processes use the server: a command-line run beside the hub must not stop it.
 * @param address of the database `postgres` after each start, for a role that sees the connections of others
 */
export async function superviseCluster(
  cluster: Cluster,
  address: () => string,
  log: Log,
): Promise<Supervisor> {
  let leaving = false;
  let client = await connect();
  let restarting = Promise.resolve();

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: address(),
      application_name: applicationName,
    });
    fresh.on('error', () => {});
    await fresh.connect();
    fresh.once('end', () => {
      if (!leaving) restarting = restart();
    });
    return fresh;
  }

  async function restart(): Promise<void> {
    log.warn('the embedded PostgreSQL has stopped; restarting it');
    while (!leaving) {
      try {
        await cluster.start();
        client = await connect();
        log.info('the embedded PostgreSQL is running again');
        return;
      } catch (error) {
        log.error({ err: error }, 'the embedded PostgreSQL did not restart; retrying');
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
      await restarting;
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
        log.warn({ err: error }, 'could not check who else uses the embedded PostgreSQL');
      }
      await cluster.stop();
    },
  };
}
