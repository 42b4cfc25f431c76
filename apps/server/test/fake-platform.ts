import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlatformOperator, PlatformSession, PlatformTotal } from '@ludus/contract/operator-api';
import { fallSilent } from './silence.ts';

/** How a fake platform may misbehave at the session feed. */
export type FeedFault =
  | 'hang'
  | 'hang-midway'
  | 'error'
  | 'cut'
  | 'cut-cleanly'
  | 'web-page'
  | 'redirect'
  | 'wrong-count'
  | 'same-page';

/** An operator platform for tests: it speaks the operator API over HTTP and misbehaves on request. */
export interface FakePlatform {
  readonly url: string;
  readonly sessions: Map<string, PlatformSession>;
  readonly operators: PlatformOperator[];
  /** Lines sent in front of the first page of each reading, as they are. */
  readonly junk: string[];
  /** Sessions that the feed sends twice and the totals count twice. */
  readonly doubled: Set<string>;
  /** Cents that the totals of bets of real sessions are wrong by, on each day that has any. */
  totalsOffBy: number;
  /** Faults of the next feed calls, in order; `undefined` in between is a correct response. */
  readonly faults: (FeedFault | undefined)[];
  /** What every feed call does once `faults` is empty. */
  lastingFault: FeedFault | undefined;
  /** The token that is accepted. */
  token: string;
  /** The response of the feed link. */
  feedUrl: string;
  /** Status of the close call; 200 closes. */
  closeStatus: number;
  /** Pages sent so far, and what was asked. */
  readonly asked: URL[];
  /** Names of the headers that any call has carried. */
  readonly headerNames: Set<string>;
  /** Called before each feed page is sent. */
  onPage: ((page: number) => Promise<void> | void) | undefined;
  put(...sessions: PlatformSession[]): void;
  totals(from: string, to: string): PlatformTotal[];
  stop(): Promise<void>;
}

const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' });

export async function startFakePlatform(options: { now(): Date; pageSize?: number }): Promise<FakePlatform> {
  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const platform: FakePlatform = {
    url,
    sessions: new Map(),
    operators: [{ code: 'VIVA', name: 'Viva', platform: null }],
    junk: [],
    doubled: new Set(),
    totalsOffBy: 0,
    faults: [],
    lastingFault: undefined,
    token: 'good-token',
    feedUrl: `${url}/feed`,
    closeStatus: 200,
    asked: [],
    headerNames: new Set(),
    onPage: undefined,
    put(...sessions) {
      for (const session of sessions) platform.sessions.set(session.sessionId, session);
    },
    totals,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? '/', url);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    for (const name of Object.keys(request.headers)) platform.headerNames.add(name);
    if (request.headers.authorization !== `Bearer ${platform.token}`) {
      return void json(401, { code: 'unauthorized', message: 'The token is not known.' });
    }
    const [, , one, action] = asked.pathname.split('/').slice(1).map(decodeURIComponent);
    const path = asked.pathname;
    if (path === '/v1/sessions') return feed(asked, request, response);
    if (path === '/v1/totals') {
      const { from = '', to = '' } = Object.fromEntries(asked.searchParams);
      return void json(200, { asOf: options.now().toISOString(), totals: platform.totals(from, to) });
    }
    if (path === '/v1/operators') return void json(200, { operators: platform.operators });
    if (path.startsWith('/transactions/feed/')) return void json(200, { url: platform.feedUrl });
    const session = platform.sessions.get(one ?? '');
    if (session === undefined) return void json(404, { code: 'not_found', message: 'No such session.' });
    if (action === undefined) return void json(200, session);
    if (platform.closeStatus !== 200) {
      return void json(platform.closeStatus, { code: 'conflict', message: 'Not now.' });
    }
    const closed = { ...session, isOpen: false, updatedAt: options.now().toISOString() };
    platform.put(closed);
    return void json(200, closed);
  }

  async function feed(
    asked: URL,
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    platform.asked.push(asked);
    await platform.onPage?.(platform.asked.length);
    const fault = platform.faults.length > 0 ? platform.faults.shift() : platform.lastingFault;
    if (fault === 'hang') return fallSilent(request);
    if (fault === 'error') {
      response.writeHead(500, { 'content-type': 'application/json' });
      return void response.end('{"code":"internal","message":"Something broke."}');
    }
    if (fault === 'web-page') {
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    }
    if (fault === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();

    const { changedFrom = '', changedTo = '', cursor, limit } = Object.fromEntries(asked.searchParams);
    const key = (session: PlatformSession) => `${session.updatedAt} ${session.sessionId}`;
    const matching = [...platform.sessions.values()]
      .filter(({ updatedAt }) => updatedAt >= changedFrom && updatedAt < changedTo)
      .filter((session) => cursor === undefined || key(session) > cursor)
      .sort((a, b) => (key(a) < key(b) ? -1 : 1));
    const linesOf = (one: PlatformSession) => {
      const line = JSON.stringify(one);
      return platform.doubled.has(one.sessionId) ? [line, line] : [line];
    };
    const size = Math.min(options.pageSize ?? 10_000, Number(limit ?? 10_000));
    const page = matching.slice(0, size);
    const last = page.at(-1);
    const more = matching.length > page.length && last !== undefined;
    const lines = [...(cursor === undefined ? platform.junk : []), ...page.flatMap(linesOf)];
    const nextCursor = fault === 'same-page' ? (cursor ?? 'start') : more ? key(last) : null;
    const count = lines.length + (fault === 'wrong-count' ? 1 : 0);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const body = `${[...lines, JSON.stringify({ trailer: { nextCursor, count } })].join('\n')}\n`;
    if (fault === undefined || fault === 'wrong-count' || fault === 'same-page')
      return void response.end(body);
    response.write(body.slice(0, Math.floor(body.length / 2)), () => {
      if (fault === 'hang-midway') fallSilent(request);
    });
    if (fault === 'cut-cleanly') response.end();
    if (fault === 'cut') setImmediate(() => response.destroy());
  }

  function totals(from: string, to: string): PlatformTotal[] {
    const byKey = new Map<string, PlatformTotal>();
    const counted = [...platform.sessions.values()].flatMap((session) =>
      platform.doubled.has(session.sessionId) ? [session, session] : [session],
    );
    for (const session of counted) {
      const day = dayOf.format(new Date(session.createdAt));
      if (day < from || day > to) continue;
      const key = `${day} ${session.sessionType}`;
      const { sessionType } = session;
      const empty = { sessions: 0, open: 0, bet: 0, win: 0, netWin: 0, due: 0, rounds: 0 };
      const total = byKey.get(key) ?? { day, sessionType, ...empty };
      if (total.sessions === 0 && sessionType === 1) total.bet += platform.totalsOffBy;
      total.sessions += 1;
      total.open += session.isOpen ? 1 : 0;
      for (const figure of ['bet', 'win', 'netWin', 'due', 'rounds'] as const) {
        total[figure] += session[figure];
      }
      byKey.set(key, total);
    }
    return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
  }

  return platform;
}

/** A session of a GAI2 platform; every part can be given. */
export function platformSession(number: number, parts: Partial<PlatformSession> = {}): PlatformSession {
  const id = String(number).padStart(9, '0');
  const bet = 100 + ((number * 7919) % 100_000);
  const win = (number * 104_729) % 90_000;
  return {
    sessionId: `S-${id}`,
    externalSessionId: `M${id}`,
    externalTicketId: `N${id}`,
    userId: `player-${number % 97}`,
    operatorCode: 'VIVA',
    gameSlug: 'sugar_cascade',
    sessionType: number % 7 === 0 ? 4 : 1,
    isOpen: false,
    bet,
    win,
    netWin: Math.round((bet - win) * 0.75),
    due: Math.round((bet - win) * 0.1),
    rounds: 1 + (number % 50),
    isMobile: number % 2 === 0,
    createdAt: '2026-11-10T10:00:00.000Z',
    updatedAt: '2026-11-10T10:20:00.000Z',
    ...parts,
  };
}
