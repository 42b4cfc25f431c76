import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlatformGame, PlatformOperator, PlatformUser } from '@ludus/contract/operator-api';

/** A platform's services, in so far as the hub reads operators, games and health. Its responses can be changed. */
export interface OperatorPlatform {
  url: string;
  operators: PlatformOperator[];
  games: PlatformGame[];
  users: PlatformUser[];
  /** Statuses by path, where they are not to be 200. */
  failing: Map<string, number>;
  /** While it is set, calls are handled once it resolves. */
  hold: Promise<void> | undefined;
  /** Path and token of each call, in order. */
  calls: { path: string; token: string | null }[];
  close(): Promise<void>;
}

/** Services at `<url>/gaming`, `/data`, `/play` and `/launch`; operators and games as the operator API has them. */
export async function startOperatorPlatform(): Promise<OperatorPlatform> {
  const server = http.createServer(async (request, response) => {
    const path = request.url ?? '';
    platform.calls.push({ path, token: request.headers.authorization?.replace('Bearer ', '') ?? null });
    const status = platform.failing.get(path) ?? 200;
    const bodies: Record<string, unknown> = {
      '/play/v1/operators': { operators: platform.operators },
      '/play/v1/games': { games: platform.games },
      '/play/v1/users': { users: platform.users },
    };
    await platform.hold;
    const headers = { 'content-type': 'application/json', location: '/play/health' };
    response.writeHead(status, headers).end(JSON.stringify(bodies[path] ?? { status: 'ok' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const platform: OperatorPlatform = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    operators: [],
    games: [],
    users: [],
    hold: undefined,
    failing: new Map(),
    calls: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return platform;
}
