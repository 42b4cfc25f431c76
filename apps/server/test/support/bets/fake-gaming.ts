import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fallSilent } from '../../silence.ts';

/**
 * How a fake gaming service treats a call that changes bets: refuses with a status, fails after the change (`fail`), breaks
 * the connection before or after it, never responds after it (`silent`), or returns something else.
 */
export type BetsFault =
  | 401
  | 404
  | 409
  | 422
  | 503
  | 'fail'
  | 'cut-before'
  | 'cut-after'
  | 'silent'
  | 'ignore'
  | 'round';

/** A gaming service for tests, over HTTP, that misbehaves on request. */
export interface FakeGaming {
  readonly url: string;
  /** Lists in cents by `<operator>/<game>`. */
  readonly lists: Map<string, number[]>;
  canChangeBets: boolean;
  /** Faults of the next changes, in order. */
  readonly faults: BetsFault[];
  /** While true, calls that read get a 503. */
  isDown: boolean;
  /** Called when a change has arrived and before it is made. */
  onChange: (() => Promise<void>) | undefined;
  readonly changes: number[][];
  readonly tokens: (string | undefined)[];
  close(): Promise<void>;
}

export const minFactor = 10;

export async function startFakeGaming(): Promise<FakeGaming> {
  const server = http.createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gaming: FakeGaming = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lists: new Map(),
    canChangeBets: true,
    faults: [],
    isDown: false,
    onChange: undefined,
    changes: [],
    tokens: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const [, operator, game] =
      /\/v1\/operators\/([^/]+)\/games\/([^/]+)\/bets$/.exec(request.url ?? '') ?? [];
    const key = `${operator}/${game}`;
    gaming.tokens.push(request.headers.authorization);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const state = () => ({
      bets: gaming.lists.get(key) ?? [],
      minFactor,
      canChangeBets: gaming.canChangeBets,
    });
    if (!gaming.lists.has(key)) return void send(404, { message: 'no such game' });
    if (request.method === 'GET') return void (gaming.isDown ? send(503, {}) : send(200, state()));
    const { bets } = JSON.parse(await text(request)) as { bets: number[] };
    await gaming.onChange?.();
    const fault = gaming.faults.shift();
    if (typeof fault === 'number') return void send(fault, { message: 'refused' });
    if (fault === 'cut-before') return void request.socket.destroy();
    gaming.changes.push(bets);
    if (fault !== 'ignore') gaming.lists.set(key, fault === 'round' ? bets.slice(0, -1) : bets);
    if (fault === 'fail') return void send(500, { message: 'failed' });
    if (fault === 'cut-after') return void request.socket.destroy();
    if (fault === 'silent') fallSilent(request);
    else send(200, state());
  }
  return gaming;
}
