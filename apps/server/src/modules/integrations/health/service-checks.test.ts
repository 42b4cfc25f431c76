import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Message, messageOf, type ServiceAnswer, type ServiceSpan } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordedRealtime } from '../../../../test/realtime.ts';
import {
  type ManagedHub,
  startManagedHub,
  testKey,
} from '../../../../test/support/integrations/managed-hub.ts';
import { fixedClock, systemClock } from '../../../infra/clock/index.ts';
import { createEncryptor } from '../../../infra/crypto/index.ts';
import { createOperatorApi } from '../../../infra/operator-api/index.ts';
import { createOutgoing, type OutgoingRequest } from '../../../infra/outgoing/index.ts';
import { createIntegrationConnections } from '../connections/connections.ts';
import { createHealthChecks } from './health-checks.ts';

let managed: ManagedHub;
let admin: string;
let id: number;
let server: http.Server;
let services: string;

const answers: Record<string, (response: http.ServerResponse) => void> = {
  '/good/health': (response) => response.end('{"status":"ok"}'),
  '/page/health': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Sign in'),
  '/moved/health': (response) => response.writeHead(302, { location: '/good/health' }).end(),
  '/huge/health': (response) => response.end(Buffer.alloc(50_000, 'x')),
  '/cut/health': (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setImmediate(() => response.destroy());
  },
  '/denied/health': (response) => response.writeHead(401).end(),
  '/denied': (response) => response.end('ok'),
  '/plain/health': (response) => response.writeHead(404).end(),
  '/plain': (response) => response.end('ok'),
  '/gone/health': (response) => response.writeHead(404).end(),
  '/gone': (response) => response.writeHead(503).end(),
  '/silent/health': () => {},
};

const clock = fixedClock(systemClock.now().toISOString());

beforeAll(async () => {
  managed = await startManagedHub({ clock });
  admin = managed.token.ludus_admin;
  server = http.createServer((request, response) => answers[request.url ?? '']?.(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  services = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  id = await managed.create('Alpina');
});
afterAll(async () => {
  await managed?.close();
  server?.closeAllConnections();
  server?.close();
});

const connections = () =>
  createIntegrationConnections(managed.hub.stores.postgres, async () => createEncryptor(testKey));

function check(url: string | null, token: string | null = 'some-token', caller = admin) {
  return managed.hub.fetch('/api/integrations/services/check', {
    headers: {
      authorization: `Bearer ${caller}`,
      ...(url === null ? {} : { 'x-service-url': url }),
      ...(token === null ? {} : { 'x-service-token': token }),
    },
  });
}

const failing = (status: number | null, reason: string, reasonDetail: Message): ServiceAnswer => ({
  ok: false,
  status,
  reason,
  reasonDetail,
});

describe('GET /integrations/services/check', () => {
  it('[API-048][OPEN-47][INT-11] is well for a whole 200, and says in words what is wrong with anything else', async () => {
    const host = new URL(services).host;
    const expected: Record<string, unknown> = {
      good: { ok: true, status: 200, reason: null },
      page: failing(200, 'It answered with a web page.', messageOf('health.webPage')),
      moved: failing(
        302,
        'It answered 302, and redirects are not followed.',
        messageOf('health.redirect', { status: 302 }),
      ),
      huge: failing(
        null,
        `${host} answered with more than 10.000 bytes.`,
        messageOf('outgoing.tooLarge', { host, limit: 10_000 }),
      ),
      cut: failing(
        null,
        `The connection to ${host} broke (ECONNRESET).`,
        messageOf('outgoing.cut', { host, cause: 'ECONNRESET' }),
      ),
      denied: failing(401, 'It answered 401.', messageOf('health.status', { status: 401 })),
      // Without a health address the service's own one counts.
      plain: { ok: true, status: 200, reason: null },
      gone: failing(503, 'It answered 503.', messageOf('health.status', { status: 503 })),
    };
    for (const [path, answer] of Object.entries(expected)) {
      const reply = await check(`${services}/${path}`);
      expect([path, reply.status, reply.body]).toEqual([path, 200, answer]);
    }
  });

  it('[OPEN-47] sends the token to the address that was given, and to nowhere else', async () => {
    managed.platform.calls.length = 0;
    await check(`${managed.platform.url}/play/`, 'typed-token', managed.token.ludus_manager);
    expect(managed.platform.calls).toEqual([{ path: '/play/health', token: 'typed-token' }]);
  });

  it('[OPEN-47] refuses private and strange addresses with a reason, before anything is sent', async () => {
    const reasons = await Promise.all(
      ['http://169.254.169.254/latest', 'http://[::1]:8080', 'ftp://platform.example', 'nonsense'].map(
        async (url) => (await check(url)).body,
      ),
    );
    expect(reasons.map(({ ok, status }) => [ok, status])).toEqual(Array(4).fill([false, null]));
    expect(reasons.map(({ reason }) => reason)).toEqual([
      '169.254.169.254 is a private address, and it is not among the allowed hosts.',
      '::1 is a private address, and it is not among the allowed hosts.',
      'The address is not an http or https address.',
      'The address is not an http or https address.',
    ]);
  });

  it('[INT-10] needs both headers', async () => {
    expect((await check(null)).body.fields).toEqual({ 'x-service-url': 'This header is needed.' });
    expect((await check(services, null)).body.fields).toEqual({
      'x-service-token': 'This header is needed.',
    });
    expect((await check(services, 'with space')).status).toBe(422);
    expect((await check(services, 'x', managed.token.integration_admin)).status).toBe(403);
  });

  it('gives up on a service that does not answer', async () => {
    const outgoing = createOutgoing({ sandbox: true, sandboxUrl: undefined, allowPrivateHosts: [] });
    const operatorApi = createOperatorApi(outgoing, { limits: { healthTimeoutMs: 30 } });
    const answer = await operatorApi.checkHealth({ url: `${services}/silent`, token: null });
    expect(answer).toMatchObject({
      ok: false,
      status: null,
      reason: expect.stringContaining('took too long'),
    });
    outgoing.close();
  });
});

describe('GET /integrations/{id}/services/healthcheck', () => {
  it('[API-047][INT-17] asks the four services now, each with its own token', async () => {
    managed.platform.failing.set('/data/health', 500);
    managed.platform.calls.length = 0;
    const { body } = await managed.hub.get(`/integrations/${id}/services/healthcheck`, admin);
    const well = { ok: true, status: 200, reason: null, latencyMs: expect.any(Number) };
    const broken = failing(500, 'It answered 500.', messageOf('health.status', { status: 500 }));
    expect(body).toEqual({
      gamingService: well,
      dataService: { ...broken, latencyMs: null },
      playService: well,
      launchService: well,
    });
    expect(managed.platform.calls.map(({ path, token }) => `${path} ${token}`).sort()).toEqual([
      '/data/health data-token',
      '/gaming/health gaming-token',
      '/launch/health launch-token',
      '/play/health play-token',
    ]);
    managed.platform.failing.clear();
  });
});

describe('GET /integrations/{id}/services/history', () => {
  const minute = 60_000;
  const at = (minutesAgo: number) => new Date(clock.now().getTime() - minutesAgo * minute);
  const put = (checks: [number, 'healthy' | 'failing', number?][]) =>
    managed.hub.stores.postgres.db
      .insertInto('service_checks')
      .values(
        checks.map(([minutesAgo, play, status]) => ({
          integration_id: id,
          checked_at: at(minutesAgo),
          gaming: 'healthy' as const,
          data: 'healthy' as const,
          play,
          launch: 'healthy' as const,
          reasons: JSON.stringify(
            status === undefined ? {} : { play: messageOf('health.status', { status }) },
          ),
        })),
      )
      .execute();
  const read = async () =>
    (await managed.hub.get(`/integrations/${id}/services/history`, admin)).body as Record<
      string,
      ServiceSpan[]
    >;
  const span = (from: number, to: number, state: ServiceSpan['state'], status?: number) => ({
    from: at(from).toISOString(),
    to: at(to).toISOString(),
    state,
    ...(status === undefined
      ? { reason: null }
      : { reason: `It answered ${status}.`, reasonDetail: messageOf('health.status', { status }) }),
  });

  it('is unknown before the first check', async () => {
    expect((await read()).data).toEqual([span(1440, 0, 'unknown')]);
  });

  it('joins checks of one state and one reason into spans, and knows nothing of times without checks', async () => {
    await put([
      [1600, 'failing', 418],
      [600, 'healthy'],
      [599, 'healthy'],
      [598, 'failing', 500],
      [597, 'failing', 500],
      [596, 'failing', 502],
      [500, 'healthy'],
      [2, 'healthy'],
      [1, 'failing', 503],
      [0, 'failing', 503],
    ]);
    const spans = await read();
    expect(spans.play).toEqual([
      span(1440, 600, 'unknown'),
      span(600, 598, 'healthy'),
      span(598, 596, 'failing', 500),
      span(596, 596, 'failing', 502),
      span(596, 500, 'unknown'),
      span(500, 500, 'healthy'),
      span(500, 2, 'unknown'),
      span(2, 1, 'healthy'),
      span(1, 0, 'failing', 503),
    ]);
    expect(spans.gaming?.map(({ state }) => state)).toEqual([
      'unknown',
      'healthy',
      'unknown',
      'healthy',
      'unknown',
      'healthy',
    ]);
  });
});

describe('the checks of every minute', () => {
  it('ask 300 integrations at most 40 at a time, each service once', async () => {
    const { postgres } = managed.hub.stores;
    await postgres.pool.query(`
      INSERT INTO integrations (name, version, external_identifier, gaming_service_url, data_service_url,
        play_service_url, launch_service_url)
      SELECT 'Many ' || n, 'GAI2', 'many-' || n, u || '/gaming', u || '/data', u || '/play', u || '/launch'
      FROM generate_series(1, 299) n, LATERAL (SELECT 'http://many' || n || '.test' AS u) address`);
    const asked: string[] = [];
    let underWay = 0;
    let most = 0;
    // Responds only when no one else begins any more: as many wait as are ever let in.
    const waiting: (() => void)[] = [];
    const send = (url: string, _request?: OutgoingRequest) => {
      asked.push(url);
      underWay += 1;
      most = Math.max(most, underWay);
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      setImmediate(() => setImmediate(() => waiting.shift()?.()));
      return promise.then(() => {
        underWay -= 1;
        return { status: 200, headers: {}, text: async () => '{"status":"ok"}' } as never;
      });
    };
    const operatorApi = createOperatorApi({ send, assertCallable: async () => {} });
    const realtime = recordedRealtime();
    const health = createHealthChecks({ postgres, clock, realtime }, connections(), operatorApi);
    const rows = await health.checkAll();
    expect([rows.length, asked.length, new Set(asked).size, most]).toEqual([300, 1200, 1200, 160]);
  });
});
