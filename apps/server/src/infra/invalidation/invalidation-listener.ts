import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/index.ts';
import type { Postgres } from '../postgres/index.ts';

const channel = 'hub_changes';
const reconnectMs = [50, 200, 1_000, 5_000];

/** Calls back when a table changes, whichever process changed it. */
export interface InvalidationListener {
  /** True while nothing can be missed; no cached value may be used while it is false. */
  readonly live: boolean;
  /** Calls back after each commit that changed one of the tables, and when changes may have been missed. */
  onChange(tables: readonly string[], listener: () => void): void;
  /** Calls the listeners of this process at once, for reads that follow right after a write here. */
  invalidate(table: string): void;
  /** Listens; resolves when it is live for the first time. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Listens to the notifications of the tables' triggers, on a connection of its own that is renewed when it breaks. */
export function createInvalidationListener(
  postgres: Pick<Postgres, 'connectionString'>,
  log: Log,
): InvalidationListener {
  const listeners: { tables: ReadonlySet<string>; call: () => void }[] = [];
  let client: pg.Client | undefined;
  let live = false;
  let stopped = false;

  const notify = (table: string | null) => {
    for (const { tables, call } of listeners) if (table === null || tables.has(table)) call();
  };

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: postgres.connectionString,
      application_name: 'ludus-hub changes',
      keepAlive: true,
    });
    fresh.on('error', () => {});
    fresh.on('notification', ({ payload }) => notify(payload ?? null));
    fresh.once('end', () => {
      live = false;
      notify(null);
      if (!stopped && client === fresh) void reconnect();
    });
    await fresh.connect();
    await fresh.query(`LISTEN ${channel}`);
    client = fresh;
    live = true;
    // Changes before LISTEN were not received.
    notify(null);
  }

  async function reconnect(): Promise<void> {
    for (let attempt = 0; !stopped; attempt++) {
      await wait(reconnectMs[Math.min(attempt, reconnectMs.length - 1)], undefined, { ref: false });
      if (stopped) return;
      try {
        return await connect();
      } catch (error) {
        log.warn(
          { err: error },
          'cannot listen for table changes; caches are bypassed until the connection is back',
        );
      }
    }
  }

  return {
    get live() {
      return live;
    },
    onChange(tables, call) {
      listeners.push({ tables: new Set(tables), call });
    },
    invalidate: notify,
    start: connect,
    async stop() {
      stopped = true;
      live = false;
      await client?.end();
    },
  };
}
