import type { IncomingMessage } from 'node:http';
import type { Settings } from '../config/settings.ts';
import { callerOf, countedNetwork, type TrustsProxy, trustsProxy } from '../http/index.ts';

export type SocketLimitSettings = Pick<
  Settings,
  'publicUrl' | 'trustedProxies' | 'socketsPerPerson' | 'socketsPerAddress'
>;

/** A connection of a socket. */
interface Connection {
  readonly readyState: string;
  once(event: 'close', listener: () => void): unknown;
}

/** Limits the sockets of this process, per address and per user. */
export interface SocketLimits {
  hasRoom(request: IncomingMessage): boolean;
  /** Counts a connection until it closes, signed in or not. */
  opened(request: IncomingMessage, connection: Connection): void;
  /** Counts a connection for its person until it closes; false when it is one too many. */
  signedIn(userId: string, connection: Connection): boolean;
}

export function createSocketLimits(settings: SocketLimitSettings): SocketLimits {
  const trusts: TrustsProxy = trustsProxy(settings);
  const [byNetwork, byPerson] = [new Map<string, number>(), new Map<string, number>()];
  const networkOf = (request: IncomingMessage) => countedNetwork(callerOf(request, trusts));
  return {
    hasRoom: (request) => (byNetwork.get(networkOf(request)) ?? 0) < settings.socketsPerAddress,
    opened: (request, connection) => countUntilClosed(byNetwork, networkOf(request), connection),
    signedIn(userId, connection) {
      if ((byPerson.get(userId) ?? 0) >= settings.socketsPerPerson) return false;
      countUntilClosed(byPerson, userId, connection);
      return true;
    },
  };
}

function countUntilClosed(counts: Map<string, number>, key: string, connection: Connection): void {
  if (connection.readyState === 'closed') return;
  counts.set(key, (counts.get(key) ?? 0) + 1);
  connection.once('close', () => {
    const left = (counts.get(key) ?? 1) - 1;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  });
}
