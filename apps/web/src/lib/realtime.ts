import type { RealtimeEventName, RealtimeEvents } from '@ludus/contract';
import type { Socket } from 'socket.io-client';
import type { Session } from './auth/session.ts';

let current: Socket | null = null;

/** RT-07: sent as `socketId` on fetch and report calls; undefined while there is no connection. */
export function socketId(): string | undefined {
  return current?.connected ? current.id : undefined;
}

export interface RealtimeHandlers {
  on<Name extends RealtimeEventName>(name: Name, data: RealtimeEvents[Name]): void;
  onConnect(isAgain: boolean): void;
  onDisconnect(): void;
}

/**
 * Opens the socket with the session's token and keeps it open: it hands over each new token before the old one ends,
 * and renews the token when the server refuses it. Payloads that break the contract are dropped. Answers what closes it.
 */
export async function openRealtime(session: Session, handlers: RealtimeHandlers): Promise<() => void> {
  const [{ io }, { realtimeEvents }] = await Promise.all([
    import('socket.io-client'),
    import('./realtime-payloads.ts'),
  ]);
  let wasConnected = false;
  let isClosed = false;
  const socket = io({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    auth: (give: (auth: object) => void) => give({ token: session.accessToken() }),
  });
  current = socket;
  socket.on('connect', () => {
    handlers.onConnect(wasConnected);
    wasConnected = true;
  });
  socket.on('disconnect', (reason) => {
    handlers.onDisconnect();
    // The server ends a socket whose token ran out; that needs a connection made by hand.
    if (reason === 'io server disconnect' && !isClosed) void reconnect();
  });
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    handlers.onDisconnect();
    if (error.data?.code === 'unauthorized' && !isClosed) void reconnect();
  });
  async function reconnect(): Promise<void> {
    const renewal = await session.renew();
    if (renewal === 'renewed') socket.connect();
    // The person is gone, or has to show a new password: what stands on the screen is theirs no more.
    else if (renewal === 'refused') session.signInAgain();
    else setTimeout(() => !isClosed && socket.connect(), 5000);
  }
  for (const name of Object.keys(realtimeEvents) as RealtimeEventName[]) {
    socket.on(name, (data: unknown) => {
      const parsed = realtimeEvents[name].safeParse(data);
      if (parsed.success) handlers.on(name, parsed.data as RealtimeEvents[typeof name]);
    });
  }
  const stopRenewing = session.subscribe(() => {
    if (socket.connected) socket.emit('renew', session.accessToken());
  });
  return () => {
    isClosed = true;
    stopRenewing();
    socket.removeAllListeners();
    socket.disconnect();
    if (current === socket) current = null;
  };
}
