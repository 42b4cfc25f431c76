import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import pg from 'pg';
import type { Log } from '../log/index.ts';

/**
 * The connection that a process keeps open: it receives notifications and holds locks that last. A connection that breaks, or
 * over which nothing arrives any more, is replaced by itself.
 */
export interface PostgresSession {
  /** True while no notification can be missed; false before the first `listen`. */
  readonly isLive: boolean;
  /**
   * Calls back for each notification of a channel, from the moment the promise resolves. `onGap` is called when the connection
   * is lost, and again when it is back: notifications may have been missed.
   */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    onGap?: () => void,
  ): Promise<{ close(): Promise<void> }>;
  /**
   * Acquires an advisory lock, or returns null while anyone else has it, in this process or another one. A process that
   * dies loses it at once; when the connection is lost, `onLost` is called.
   */
  tryLock(key: LockKey, onLost: (error: Error) => void): Promise<SessionLock | null>;
  close(): Promise<void>;
}

/** The two numbers of an advisory lock. */
export type LockKey = readonly [number, number];

export interface SessionLock {
  release(): Promise<void>;
}

/** How soon a connection is noticed over which nothing arrives any more, in milliseconds; tests set less. */
export interface SessionTimes {
  heartbeat: number;
  /** For the response to any statement of the session. */
  response: number;
}

const defaultTimes: SessionTimes = { heartbeat: 10_000, response: 5_000 };
const connectMs = 10_000;
const reconnectMs = [50, 200, 1_000, 5_000];

interface Subscription {
  channel: string;
  onNotification: (payload: string) => void;
  onGap: () => void;
}

/** Makes the session; it connects when it is used for the first time. */
export function createPostgresSession(
  connectionString: string,
  log: Log,
  times: SessionTimes = defaultTimes,
): PostgresSession {
  const subscriptions = new Set<Subscription>();
  const locks = new Map<string, (error: Error) => void>();
  const inOrder = pLimit(1);
  let opening: Promise<pg.Client> | undefined;
  let live: pg.Client | undefined;
  let isClosed = false;

  const query = <Row extends pg.QueryResultRow>(
    client: pg.Client,
    statement: string,
    values: unknown[] = [],
  ) => inOrder(() => client.query<Row>(statement, values));

  function open(): Promise<pg.Client> {
    if (isClosed) throw new Error('The connection to PostgreSQL is closed.');
    opening ??= connect().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString,
      application_name: 'ludus-hub session',
      connectionTimeoutMillis: connectMs,
      query_timeout: times.response,
      keepAlive: true,
      keepAliveInitialDelayMillis: times.heartbeat,
    });
    client.on('error', () => {});
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { channel: own, onNotification } of [...subscriptions])
        if (own === channel) onNotification(payload);
    });
    client.once('end', () => lose(client, new Error('The connection to PostgreSQL is lost.')));
    try {
      await client.connect();
      for (const channel of new Set([...subscriptions].map((subscription) => subscription.channel)))
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      drop(client);
      throw error;
    }
    live = client;
    void beat(client);
    notifyGap();
    return client;
  }

  /** A firewall that has forgotten a connection says nothing: only a missing response shows it. */
  async function beat(client: pg.Client): Promise<void> {
    for (;;) {
      await wait(times.heartbeat, undefined, { ref: false });
      if (live !== client) return;
      try {
        await query(client, 'SELECT 1');
      } catch (error) {
        if (live === client)
          log.warn({ err: error }, 'PostgreSQL does not respond on the connection of this process');
        lose(client, error as Error);
      }
    }
  }

  function lose(client: pg.Client, error: Error): void {
    if (live !== client) return;
    live = undefined;
    opening = undefined;
    drop(client);
    const lost = [...locks.values()];
    locks.clear();
    for (const onLost of lost) onLost(error);
    notifyGap();
    if (!isClosed && subscriptions.size > 0) void reconnect();
  }

  async function reconnect(): Promise<void> {
    for (let attempt = 0; !isClosed && live === undefined; attempt++) {
      await wait(reconnectMs[Math.min(attempt, reconnectMs.length - 1)], undefined, { ref: false });
      if (isClosed) return;
      await open().catch((error) => log.warn({ err: error }, 'cannot listen to PostgreSQL; trying again'));
    }
  }

  function notifyGap(): void {
    for (const { onGap } of [...subscriptions]) onGap();
  }

  return {
    get isLive() {
      return live !== undefined;
    },

    async listen(channel, onNotification, onGap = () => {}) {
      const subscription = { channel, onNotification, onGap };
      // Known before anything is awaited, so that a new connection listens to it as well.
      subscriptions.add(subscription);
      try {
        const client = await open();
        await query(client, `LISTEN ${pg.escapeIdentifier(channel)}`);
      } catch (error) {
        subscriptions.delete(subscription);
        throw error;
      }
      return {
        async close() {
          subscriptions.delete(subscription);
          if ([...subscriptions].some((other) => other.channel === channel)) return;
          if (live !== undefined)
            await query(live, `UNLISTEN ${pg.escapeIdentifier(channel)}`).catch(() => {});
        },
      };
    },

    async tryLock(key, onLost) {
      const name = key.join(' ');
      // The same session would get a lock that it has once more.
      if (locks.has(name)) return null;
      locks.set(name, onLost);
      try {
        const client = await open();
        const { rows } = await query<{ acquired: boolean }>(
          client,
          'SELECT pg_try_advisory_lock($1, $2) AS acquired',
          [...key],
        );
        if (rows[0]?.acquired !== true) {
          locks.delete(name);
          return null;
        }
        return {
          async release() {
            if (locks.get(name) !== onLost) return;
            // A lock that was not given back goes with the connection.
            await query(client, 'SELECT pg_advisory_unlock($1, $2)', [...key]).catch((error) =>
              lose(client, error),
            );
            if (locks.get(name) === onLost) locks.delete(name);
          },
        };
      } catch (error) {
        locks.delete(name);
        throw error;
      }
    },

    async close() {
      isClosed = true;
      const client = await opening?.catch(() => undefined);
      live = undefined;
      if (client !== undefined) await client.end();
    },
  };
}

/** Ends a connection whose other end may not take part in that. */
function drop(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
