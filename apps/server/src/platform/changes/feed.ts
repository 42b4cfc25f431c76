import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/index.ts';
import type { Postgres } from '../postgres/index.ts';

const channel = 'hub_changes';
const reconnectMs = [50, 200, 1_000, 5_000];

/** Tells this process which tables changed, whichever process changed them. */
export interface ChangeFeed {
  /** True while nothing can be missed; nobody may rely on memory while it is false. */
  readonly live: boolean;
  /** Calls back after each commit that changed one of the tables, and when changes may have been missed. */
  onChange(tables: readonly string[], listener: () => void): void;
  /** Tells the listeners of this process at once, for readers that follow right after a write here. */
  announce(table: string): void;
  /** Listens; resolves when it is live for the first time. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Listens to what the tables' triggers announce, on a connection of its own that is renewed when it breaks. */
export function createChangeFeed(postgres: Pick<Postgres, 'connectionString'>, log: Log): ChangeFeed {
  const listeners: { tables: ReadonlySet<string>; call: () => void }[] = [];
  let client: pg.Client | undefined;
  let live = false;
  let stopped = false;

  const tell = (table: string | null) => {
    for (const { tables, call } of listeners) if (table === null || tables.has(table)) call();
  };

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: postgres.connectionString,
      application_name: 'ludus-hub changes',
      keepAlive: true,
    });
    fresh.on('error', () => {});
    fresh.on('notification', ({ payload }) => tell(payload ?? null));
    fresh.once('end', () => {
      live = false;
      tell(null);
      if (!stopped && client === fresh) void reconnect();
    });
    await fresh.connect();
    await fresh.query(`LISTEN ${channel}`);
    client = fresh;
    live = true;
    // What changed before the listening began has not been heard.
    tell(null);
  }

  async function reconnect(): Promise<void> {
    for (let attempt = 0; !stopped; attempt++) {
      await wait(reconnectMs[Math.min(attempt, reconnectMs.length - 1)], undefined, { ref: false });
      if (stopped) return;
      try {
        return await connect();
      } catch (error) {
        log.warn({ err: error }, 'cannot listen for changes of records; reading them afresh meanwhile');
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
    announce: tell,
    start: connect,
    async stop() {
      stopped = true;
      live = false;
      await client?.end();
    },
  };
}
