import type { Server as HttpServer } from 'node:http';
import { realtimeEvents } from '@ludus/contract';
import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import { Server, type Socket } from 'socket.io';
import type { Actor } from '../access/index.ts';
import type { Authenticated, Authenticator } from '../auth/index.ts';
import type { Clock } from '../clock/index.ts';
import { ForbiddenError, HubError, UnauthorizedError } from '../errors/index.ts';
import type { Log } from '../log/index.ts';
import type { Postgres } from '../postgres/index.ts';
import type { Audience, Realtime } from './types.ts';

/** The sockets of this process, and the way to those of all others. */
export interface RealtimeServer extends Realtime {
  /** Accepts sockets at `/socket.io` of a server that listens. */
  attach(server: HttpServer, authenticator: Authenticator): void;
  /** Asks again for the token of every socket of this process, and disconnects those whose token is refused now. */
  recheck(): Promise<void>;
  /** Disconnects everybody; publishing does nothing from then on. */
  close(): Promise<void>;
}

interface SocketData {
  token: string | undefined;
  signedIn: Authenticated;
  expiry?: NodeJS.Timeout;
}
type HubSocket = Socket<ClientEvents, SentEvents, ProcessEvents, SocketData>;
type HubServer = Server<ClientEvents, SentEvents, ProcessEvents, SocketData>;
type SentEvents = Record<string, (data: unknown) => void>;
interface ProcessEvents {
  /** The message by which one process hands an event to the others. */
  relayed(rooms: string[], name: string, data: unknown): void;
}
interface ClientEvents {
  /** A new token before the old one expires; the answer is null, or the code of the refusal. */
  renew(token: unknown, answer?: unknown): void;
}

const everyone = 'everyone';
const providers = 'providers';
const jobManagers = 'job-managers';
const longestTimeoutMs = 2 ** 31 - 1;
const largestMessage = 20_000;

/**
 * Events travel between processes through PostgreSQL, so that each browser hears what any process publishes. A process
 * without an HTTP server can publish too.
 */
export function createRealtime(deps: {
  postgres: Pick<Postgres, 'connectionString'>;
  clock: Clock;
  log: Log;
}): RealtimeServer {
  const { clock, log } = deps;
  // One connection listens for ever and the other sends, so that events arrive in the order they were published in.
  const pool = new pg.Pool({
    connectionString: deps.postgres.connectionString,
    application_name: 'ludus-hub events',
    max: 2,
  });
  pool.on('error', disturbed);
  // The adapter keeps a connection and does not listen to its errors: the end of PostgreSQL would be ours, too.
  pool.on('connect', (client) => {
    client.on('error', disturbed);
    // It takes a new connection then and never gives the old one back: the pool could not end.
    client.once('end', () => returnDead(client));
  });
  // The adapter takes a connection and keeps it. Of one that is still being made when everything closes, or has not begun to
  // listen, it knows nothing yet; it would never be given back, and the pool could not end.
  let listener: pg.PoolClient | undefined;
  const adapterPool = {
    query: pool.query.bind(pool),
    async connect(): Promise<pg.PoolClient> {
      const client = await pool.connect();
      if (!closed) {
        const release = client.release;
        client.release = (error) => {
          listener = undefined;
          release(error);
        };
        listener = client;
        return client;
      }
      returnDead(client);
      return new Promise(() => {});
    },
  };
  const io: HubServer = new Server({
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: largestMessage,
    adapter: createAdapter(adapterPool as unknown as pg.Pool, { errorHandler: disturbed }),
  });
  let closed = false;
  let authenticator: Authenticator | undefined;

  function disturbed(error: unknown): void {
    if (!closed) log.warn({ err: error }, 'events between processes are disturbed');
  }

  function deliver(rooms: string[], name: string, data: unknown): void {
    io.local.to(rooms).emit(name, data);
  }

  io.on('relayed', deliver);

  function admit(socket: HubSocket, signedIn: Authenticated): void {
    const { actor, expiresAt } = signedIn;
    for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room);
    void socket.join(roomsOf(actor));
    clearTimeout(socket.data.expiry);
    const milliseconds = Math.min(longestTimeoutMs, expiresAt.getTime() - clock.now().getTime());
    socket.data.signedIn = signedIn;
    socket.data.expiry = setTimeout(() => socket.disconnect(true), Math.max(0, milliseconds));
  }

  async function renew(socket: HubSocket, by: Authenticator, token: unknown): Promise<string | null> {
    try {
      const authenticated = await by.authenticate(textOf(token));
      // A socket belongs to one person for as long as it lives.
      if (authenticated.actor.userId !== socket.data.signedIn.actor.userId) throw new UnauthorizedError();
      socket.data.token = textOf(token);
      admit(socket, authenticated);
      return null;
    } catch (error) {
      return codeOf(error, log);
    }
  }

  async function check(socket: HubSocket, by: Authenticator): Promise<void> {
    const { token } = socket.data;
    try {
      await by.authenticate(token);
    } catch (error) {
      // A store that is away says nothing about the person; a token that was renewed meanwhile has been asked for.
      if (!(error instanceof UnauthorizedError || error instanceof ForbiddenError)) codeOf(error, log);
      else if (socket.data.token === token) socket.disconnect(true);
    }
  }

  return {
    publish({ name, data }, audience) {
      const checked = realtimeEvents[name].parse(data);
      if (closed) return;
      const rooms = roomsFor(audience);
      if (rooms.length === 0) return;
      deliver(rooms, name, checked);
      io.serverSideEmit('relayed', rooms, name, checked);
    },

    attach(server, by) {
      authenticator = by;
      io.use(async (socket, next) => {
        try {
          socket.data.token = textOf(socket.handshake.auth.token);
          socket.data.signedIn = await by.authenticate(socket.data.token);
          next();
        } catch (error) {
          const code = codeOf(error, log);
          next(Object.assign(new Error(code), { data: { code } }));
        }
      });
      io.on('connection', (socket) => {
        admit(socket, socket.data.signedIn);
        socket.on('renew', async (token, answer) => {
          const refusal = await renew(socket, by, token);
          if (typeof answer === 'function') answer(refusal);
        });
        socket.on('disconnect', () => clearTimeout(socket.data.expiry));
      });
      io.attach(server);
    },

    async recheck() {
      const by = authenticator;
      if (by === undefined) return;
      await Promise.all([...io.of('/').sockets.values()].map((socket) => check(socket, by)));
    },

    async close() {
      if (closed) return;
      closed = true;
      io.local.disconnectSockets(true);
      // Closing the whole server would close the HTTP server under it as well, which others still finish on.
      io.engine?.close();
      await io.of('/').adapter.close();
      if (listener !== undefined) returnDead(listener);
      await pool.end();
    },
  };
}

function returnDead(client: pg.PoolClient): void {
  try {
    client.release(true);
  } catch {
    // Nobody held it.
  }
}

function roomsOf(actor: Actor): string[] {
  return [
    everyone,
    `user:${actor.userId}`,
    ...(actor.side === 'provider' ? [providers] : []),
    ...(actor.integration === null ? [] : [`integration:${actor.integration.id}`]),
    ...(actor.can('jobs:manage') ? [jobManagers] : []),
  ];
}

function roomsFor(audience: Audience): string[] {
  if (audience.everyone) return [everyone];
  return [
    ...(audience.users ?? []).map((id) => `user:${id}`),
    ...(audience.integration === undefined ? [] : [`integration:${audience.integration}`]),
    ...(audience.providers ? [providers] : []),
    ...(audience.jobManagers ? [jobManagers] : []),
  ];
}

function textOf(token: unknown): string | undefined {
  return typeof token === 'string' ? token : undefined;
}

function codeOf(error: unknown, log: Log): string {
  if (error instanceof HubError) return error.code;
  log.error({ err: error }, 'a socket could not be signed in');
  return 'internal';
}
