import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { type RealtimeEventName, realtimeEvents } from '@ludus/contract';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { Pool } from 'pg';
import { Server, type Socket } from 'socket.io';
import { type Actor, personBehind } from '../access/index.ts';
import type { Authenticated, Authenticator } from '../auth/index.ts';
import type { Clock } from '../clock/index.ts';
import { ForbiddenError, HubError, TooManyRequestsError, UnauthorizedError } from '../errors/index.ts';
import { strictTransportHeader } from '../http/index.ts';
import type { Log } from '../log/index.ts';
import { type AdapterPostgres, createAdapterPool } from './adapter-pool.ts';
import { createRecentChanges } from './recent-changes.ts';
import { createSocketLimits, type SocketLimitSettings, type SocketLimits } from './socket-limits.ts';
import type { Audience, Realtime } from './types.ts';

/** The sockets of this process, and the way to those of all others. */
export interface RealtimeServer extends Realtime {
  /** Accepts sockets at `/socket.io` of a server that listens, from pages of the public origin, as many as the settings say. */
  attach(server: HttpServer, authenticator: Authenticator, settings: SocketLimitSettings): void;
  /** Verifies the token of every socket of this process again, and disconnects those whose token is revoked. */
  recheck(): Promise<void>;
  /** Returns how many sockets this process has. */
  countSockets(): number;
  /** Disconnects the sockets of this process and takes no new ones; what is published still reaches those of others. */
  disconnect(): void;
  /** Disconnects everyone; publishing does nothing from then on. */
  close(): Promise<void>;
}

interface SocketData {
  token: string | undefined;
  /** The grant of someone who views as an integration; it stays for as long as the socket lives. */
  viewAs: string | undefined;
  signedIn: Authenticated;
  expiry?: NodeJS.Timeout;
}
type HubSocket = Socket<ClientEvents, SentEvents, ProcessEvents, SocketData>;
type HubServer = Server<ClientEvents, SentEvents, ProcessEvents, SocketData>;
type SentEvents = Record<string, (data: unknown) => void>;
interface ProcessEvents {
  /** Relays an event of one process to the others. */
  relayed(rooms: string[], name: RealtimeEventName, data: unknown): void;
}
interface ClientEvents {
  /** A new token before the old one expires; acknowledged with null, or with the code of the refusal. */
  renew(token: unknown, acknowledge?: unknown): void;
}

const everyone = 'everyone';
const providers = 'providers';
const jobManagers = 'job-managers';
const loopbackNames = ['localhost', '127.0.0.1'];
const longestTimeoutMs = 2 ** 31 - 1;
const largestMessage = 20_000;
const longestOrigin = 200;
/** Time for a connection to authenticate. */
const signInMs = 10_000;
const responseHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/**
 * Events travel between processes through PostgreSQL, so that each browser receives what any process publishes. A process
 * without an HTTP server can publish too.
 */
export function createRealtime(deps: { postgres: AdapterPostgres; clock: Clock; log: Log }): RealtimeServer {
  const { clock, log } = deps;
  const io: HubServer = new Server({
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: largestMessage,
    connectTimeout: signInMs,
    allowRequest: (request, done) => {
      const { origin } = request.headers;
      if (isDisconnected) return done('the hub is stopping', false);
      if (limits?.hasRoom(request) === false) return done('too many sockets', false);
      const isAllowed = isAllowedOrigin(origin);
      if (!isAllowed)
        log.info({ origin: origin?.slice(0, longestOrigin) }, 'a socket of another origin was refused');
      done(null, isAllowed);
    },
    adapter: createAdapter(createAdapterPool(deps.postgres, reconnectSockets) as unknown as Pool, {
      errorHandler: disturbed,
    }),
  });
  const recent = createRecentChanges(clock);
  let closed = false;
  let isDisconnected = false;
  let authenticator: Authenticator | undefined;
  let limits: SocketLimits | undefined;
  let isAllowedOrigin: (origin: string | undefined) => boolean = () => false;

  function disturbed(error: unknown): void {
    if (!closed) log.warn({ err: error }, 'events between processes are interrupted');
  }

  /** Events of other processes may have been missed: a browser that connects again reads everything again. */
  function reconnectSockets(): void {
    for (const { conn } of io.of('/').sockets.values()) conn.close();
  }

  function disconnect(): void {
    if (isDisconnected) return;
    isDisconnected = true;
    io.local.disconnectSockets(true);
    // Closing the whole server would close the HTTP server under it as well, which others still finish on.
    io.engine?.close();
  }

  function deliver(rooms: string[], name: RealtimeEventName, data: unknown): void {
    recent.add(rooms, name, data);
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
      const authenticated = await by.authenticate(textOf(token), undefined, socket.data.viewAs);
      // A socket belongs to one user for as long as it lives.
      if (authenticated.actor.userId !== socket.data.signedIn.actor.userId) throw new UnauthorizedError();
      socket.data.token = textOf(token);
      admit(socket, authenticated);
      return null;
    } catch (error) {
      return codeOf(error, log);
    }
  }

  async function check(socket: HubSocket, by: Authenticator): Promise<void> {
    const { token, viewAs } = socket.data;
    try {
      await by.authenticate(token, undefined, viewAs);
    } catch (error) {
      // An unavailable database is no verdict on the user; a token that was renewed meanwhile has been checked.
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

    attach(server, by, settings) {
      const { publicUrl } = settings;
      const counted = createSocketLimits(settings);
      limits = counted;
      authenticator = by;
      isAllowedOrigin = originsOf(publicUrl);
      io.use(async (socket, next) => {
        try {
          socket.data.token = textOf(socket.handshake.auth.token);
          socket.data.viewAs = viewAsOf(socket.handshake.auth);
          socket.data.signedIn = await by.authenticate(socket.data.token, undefined, socket.data.viewAs);
          const { userId } = personBehind(socket.data.signedIn.actor);
          if (!counted.signedIn(userId, socket.conn)) throw new TooManyRequestsError();
          next();
        } catch (error) {
          const code = codeOf(error, log);
          log.info({ code }, 'a socket was refused');
          next(Object.assign(new Error(code), { data: { code } }));
        }
      });
      io.on('connection', (socket) => {
        admit(socket, socket.data.signedIn);
        const { readingMs } = socket.handshake.auth;
        if (typeof readingMs === 'number')
          for (const { name, data } of recent.of(socket.rooms, readingMs)) socket.emit(name, data);
        socket.on('renew', async (token, acknowledge) => {
          const refusal = await renew(socket, by, token);
          if (typeof acknowledge === 'function') acknowledge(refusal);
        });
        socket.on('disconnect', () => clearTimeout(socket.data.expiry));
      });
      io.attach(server);
      io.engine.on('connection', (connection: Socket['conn']) =>
        counted.opened(connection.request, connection),
      );
      // These responses do not get the HTTP server's own headers.
      const headers = Object.entries({ ...responseHeaders, ...strictTransportHeader(publicUrl) });
      io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
        for (const [name, value] of headers) response.setHeader(name, value);
        next();
      });
    },

    async recheck() {
      const by = authenticator;
      if (by === undefined) return;
      await Promise.all([...io.of('/').sockets.values()].map((socket) => check(socket, by)));
    },

    disconnect,

    countSockets: () => io.of('/').sockets.size,

    async close() {
      if (closed) return;
      disconnect();
      closed = true;
      await io.of('/').adapter.close();
    },
  };
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

/**
 * Returns whether a page of that origin may open sockets: the public one, and on this machine its other name. Programs other than
 * browsers send none.
 */
function originsOf(publicUrl: string): (origin: string | undefined) => boolean {
  const { origin: home, hostname } = new URL(publicUrl);
  const allowed = new Set([home]);
  if (loopbackNames.includes(hostname)) {
    for (const name of loopbackNames) allowed.add(home.replace(hostname, name));
  }
  return (origin) => origin === undefined || allowed.has(origin);
}

function textOf(token: unknown): string | undefined {
  return typeof token === 'string' ? token : undefined;
}

/** Whatever stands there that is no text is a grant that opens nothing: no one who asks for less rights gets their own. */
function viewAsOf({ viewAs }: { viewAs?: unknown }): string | undefined {
  if (viewAs === undefined || viewAs === null) return undefined;
  return textOf(viewAs) ?? '';
}

function codeOf(error: unknown, log: Log): string {
  if (error instanceof HubError) return error.code;
  log.error({ err: error }, 'a socket could not be signed in');
  return 'internal';
}
