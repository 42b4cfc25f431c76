import { changesKeptMs, type RealtimeEventName, type RealtimeEvents } from '@ludus/contract';
import type { Socket } from 'socket.io-client';
import type { Session } from './auth/session.ts';
import { untilLoaded } from './late-part.ts';
import { viewing } from './view-as.ts';

let current: Socket | null = null;

/** Sent as `socketId` on fetch and report calls; undefined while there is no connection. */
export function socketId(): string | undefined {
  return current?.connected ? current.id : undefined;
}

/** Whether the socket is down and the hub out of reach; false before the first connection, and for who is signed out. */
let isLost = false;
const watchers = new Set<() => void>();

function setLost(lost: boolean): void {
  if (isLost === lost) return;
  isLost = lost;
  for (const watcher of watchers) watcher();
}

export function isConnectionLost(): boolean {
  return isLost;
}

/** Calls the watcher whenever `isConnectionLost` changes; returns what ends that. */
export function watchConnection(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const firstDelayMs = 1_000;
const longestDelayMs = 60_000;
const checkingDelayMs = 30_000;

const noop = () => {};

/** How long ago this page may have read the first of what it shows. */
const readingMs = () => Math.round(performance.now());

function isEventName(known: object, name: string): name is RealtimeEventName {
  return Object.hasOwn(known, name);
}

function viewAsOfSocket(): { viewAs?: string } {
  const view = viewing();
  return view === null ? {} : { viewAs: view.grant };
}

export interface RealtimeHandlers {
  /** The next event waits until this one is handled. */
  on<Name extends RealtimeEventName>(name: Name, data: RealtimeEvents[Name]): Promise<void>;
  /** @param mayHaveMissed changes that are not sent again */
  onConnect(mayHaveMissed: boolean): void;
  onDisconnect(): void;
}

/**
 * Opens the socket with the session's token and keeps it open: it hands over each new token before the old one ends,
 * renews the token when the server refuses it, and connects again, later each time, when it refuses for another reason. Payloads that break
 * the contract are dropped. Returns a function that closes it.
 */
export async function openRealtime(session: Session, handlers: RealtimeHandlers): Promise<() => void> {
  const { io } = await untilLoaded(() => import('socket.io-client'));
  let wasConnected = false;
  let isClosed = false;
  /** In a row, for reasons other than the token. */
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const socket = io({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    auth: (give: (auth: object) => void) =>
      give({ token: session.accessToken(), readingMs: readingMs(), ...viewAsOfSocket() }),
  });
  current = socket;
  socket.on('connect', () => {
    setLost(false);
    handlers.onConnect(wasConnected || readingMs() > changesKeptMs);
    wasConnected = true;
    refusals = 0;
  });
  socket.on('disconnect', (reason) => {
    setLost(true);
    handlers.onDisconnect();
    // The server ends a socket whose token ran out; that needs a connection made by hand.
    if (reason === 'io server disconnect' && !isClosed) void reconnect();
  });
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    // A refusal is a response: with too many windows open, this one lacks live updates and nothing else.
    setLost(error.data?.code !== 'too_many_requests');
    handlers.onDisconnect();
    if (isClosed) return;
    if (error.data?.code === 'unauthorized') void reconnect();
    // A server that cannot be reached is tried again by the library; one that refuses is not.
    else if (!socket.active) connectIn(refusalDelay(error.data?.code));
  });
  function refusalDelay(code: string | undefined): number {
    // The person has many windows open; one of them may be closed by then.
    if (code === 'too_many_requests') return longestDelayMs;
    refusals += 1;
    return Math.min(longestDelayMs, firstDelayMs * 2 ** (refusals - 1));
  }
  function connectIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => socket.connect(), milliseconds);
  }
  async function reconnect(): Promise<void> {
    const renewal = await session.renew();
    if (renewal === 'renewed') socket.connect();
    // The person is gone, or has to show a new password: what stands on the screen is theirs no more.
    else if (renewal === 'refused') session.signInAgain();
    else if (!isClosed) connectIn(5000);
  }
  // Building the schemas takes a phone a fifth of a second: they come with the first event, and soon after for a tab that may
  // outlive a release.
  const checking = setTimeout(() => void import('./realtime-payloads.ts').catch(noop), checkingDelayMs);
  let handled = Promise.resolve();
  socket.onAny((name: string, data: unknown) => {
    // One after the other, also while the schemas are on their way.
    handled = handled
      .then(async () => {
        const { realtimeEvents } = await import('./realtime-payloads.ts');
        if (isClosed || !isEventName(realtimeEvents, name)) return;
        const parsed = realtimeEvents[name].safeParse(data);
        if (parsed.success) await handlers.on(name, parsed.data as RealtimeEvents[typeof name]);
      })
      .catch((error: unknown) => console.error(`The event ${name} could not be handled.`, error));
  });
  const stopRenewing = session.subscribe(() => {
    if (socket.connected) socket.emit('renew', session.accessToken());
  });
  return () => {
    isClosed = true;
    clearTimeout(timer);
    clearTimeout(checking);
    stopRenewing();
    socket.removeAllListeners();
    socket.offAny();
    socket.disconnect();
    setLost(false);
    if (current === socket) current = null;
  };
}
