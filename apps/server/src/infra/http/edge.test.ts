import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { endpoint } from '@ludus/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../test/folders.ts';
import { silentLog, testSettings } from '../../../test/harness.ts';
import { testIssuer, testKeys, tokenFor } from '../../../test/tokens.ts';
import { createAuthenticator } from '../auth/index.ts';
import { fixedClock, systemClock } from '../clock/index.ts';
import type { Settings } from '../config/settings.ts';
import { createMetrics } from '../metrics/index.ts';
import { bind, bindUpload } from './bind.ts';
import { createCallCounts } from './call-counts.ts';
import { createHttpServer } from './server.ts';
import type { HttpTimeouts } from './slow-requests.ts';
import { receiveUpload } from './upload.ts';

const write = endpoint({
  id: 'write',
  method: 'POST',
  path: '/write',
  access: 'signed-in',
  tag: 'test',
  summary: 'Takes a name',
  body: z.strictObject({ name: z.string() }),
  response: z.strictObject({ name: z.string() }),
});
const costly = endpoint({
  id: 'costly',
  method: 'GET',
  path: '/costly',
  access: 'signed-in',
  tag: 'test',
  summary: 'May be called twice a minute',
  response: z.strictObject({}),
  perMinute: 2,
});
const send = endpoint({
  id: 'send',
  method: 'POST',
  path: '/send',
  access: 'signed-in',
  tag: 'test',
  summary: 'Takes a file',
  upload: { maxBytes: 1_048_576 },
  body: z.strictObject({}),
  response: z.strictObject({}),
});

let server: FastifyInstance | undefined;
let folder: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  folder = await temporaryFolder('edge');
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
  server = undefined;
});

async function serve(
  settings: Partial<Settings> = {},
  timeouts: Partial<HttpTimeouts> = {},
  frameOrigins?: () => readonly string[],
): Promise<number> {
  // Ten seconds before the minute ends.
  const clock = fixedClock('2026-03-29T10:00:50.000Z');
  server = await createHttpServer({
    settings: testSettings({ dataDir: folder, ...settings }),
    log: silentLog,
    authenticator: createAuthenticator({
      issuer: testIssuer,
      keys: testKeys,
      clientId: 'ludus-hub',
      audience: 'urn:ludus:api',
      clock: systemClock,
      integrations: { findByName: async () => null },
    }),
    metrics: createMetrics(),
    counts: createCallCounts({ clock, log: silentLog }),
    issuer: testIssuer,
    frameOrigins,
    timeouts,
    bindings: [
      bind(write, async ({ body }) => body),
      bind(costly, async () => ({})),
      bindUpload(send, async () => ({})),
    ],
    contract: [write, costly, send],
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

const get = (port: number, path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers });
const as = async (userId: string) => ({
  authorization: `Bearer ${await tokenFor('ludus_admin', { userId })}`,
});

describe('security headers', () => {
  it('let frames show the feeds that there are now', async () => {
    let origins = ['https://feeds.alpina.test:*'];
    const port = await serve({}, {}, () => origins);
    const framesOf = async () => {
      const policy = (await get(port, '/api/costly')).headers.get('content-security-policy') ?? '';
      return policy.split(';').find((directive) => directive.startsWith('frame-src'));
    };
    const identity = new URL(testIssuer).origin;
    expect(await framesOf()).toBe(`frame-src 'self' ${identity} https://feeds.alpina.test:*`);
    origins = [];
    expect(await framesOf()).toBe(`frame-src 'self' ${identity}`);
  });

  it('of a hub at https keep browsers to it', async () => {
    const port = await serve({ publicUrl: 'https://hub.example.com' });
    const reply = await get(port, '/api/health');
    expect(reply.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    const policy = reply.headers.get('content-security-policy');
    expect(policy).toContain('wss://hub.example.com');
    expect(policy).toContain(';upgrade-insecure-requests');
  });
});

describe('rate limits', () => {
  it('are 429 with Retry-After and the code, for every call of a person', async () => {
    const port = await serve({ rateLimitPerson: 3 });
    const [one, other] = [await as('one'), await as('other')];
    const statuses = [];
    for (let call = 0; call < 4; call++) statuses.push((await get(port, '/api/costly', one)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    const body = JSON.stringify({ name: 'x' });
    const headers = { ...one, 'content-type': 'application/json' };
    const reply = await fetch(`http://127.0.0.1:${port}/api/write`, { method: 'POST', headers, body });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await reply.json()).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many requests. Try again in 10 s.',
    });
    expect((await get(port, '/api/costly', other)).status).toBe(200);
  });

  it('count what no one has signed for by address, files apart from calls', async () => {
    const port = await serve({ rateLimitAddress: 2 });
    const statusesOf = async (path: string, times: number) => {
      const statuses = [];
      for (let call = 0; call < times; call++) statuses.push((await get(port, path)).status);
      return statuses;
    };
    expect(await statusesOf('/api/costly', 3)).toEqual([401, 401, 429]);
    expect(await statusesOf('/api/openapi.json', 1)).toEqual([429]);
    expect(await statusesOf('/assets/x.js', 11)).toEqual([...Array(10).fill(404), 429]);
  });

  it('count the addresses that a proxy forwards, IPv6 by /64', async () => {
    const port = await serve({ rateLimitAddress: 1 });
    const from = async (address: string) =>
      (await get(port, '/api/costly', { 'x-forwarded-for': address })).status;
    expect(await from('203.0.113.1')).toBe(401);
    expect(await from('203.0.113.2')).toBe(401);
    expect(await from('203.0.113.1')).toBe(429);
    expect(await from('2001:db8:1:2::1')).toBe(401);
    expect(await from('2001:db8:1:2:ffff::9')).toBe(429);
    expect(await from('2001:db8:1:3::1')).toBe(401);
  });

  it('are none where the setting is 0', async () => {
    const port = await serve({ rateLimitAddress: 0, rateLimitPerson: 0 });
    const statuses = new Set<number>();
    for (let call = 0; call < 20; call++) statuses.add((await get(port, '/assets/x.js')).status);
    expect([...statuses]).toEqual([404]);
  });
});

/** Writes to a connection; `response` is what was received until it closed. */
function talk(port: number, text: string): { socket: Socket; response: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('data', (piece) => {
    received += String(piece);
  });
  socket.on('error', () => {});
  socket.write(text);
  return { socket, response: once(socket, 'close').then(() => received) };
}

const head = (path: string, headers: Record<string, string>) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
const json = { 'content-type': 'application/json', 'content-length': '100' };

describe('a body that does not arrive', () => {
  it('is refused after a while, and its connection closed', async () => {
    const port = await serve({}, { body: 50, answeredBody: 20 });
    const { response } = talk(port, `${head('/api/write', { ...json, ...(await as('slow')) })}{"name":`);
    expect(await response).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"request_timeout"/);
  });

  it.each([
    ['without a token', {}, 401],
    ['of another kind', { 'content-type': 'text/plain' }, 415],
    ['that is too large', { 'content-length': '2000000' }, 413],
  ])('%s is answered at once and not waited for', async (_, headers, status) => {
    const port = await serve({}, { body: 60_000, answeredBody: 20 });
    const signed = status === 401 ? {} : await as('slow');
    const { response } = talk(port, `${head('/api/write', { ...json, ...headers, ...signed })}{`);
    expect(await response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('is not waited for by an upload either once it has been refused', async () => {
    const port = await serve({}, { answeredBody: 20 });
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '500000' };
    expect(await talk(port, head('/api/send', headers)).response).toMatch(/^HTTP\/1.1 401 /);
    const huge = { ...headers, 'content-length': '9000000', ...(await as('slow')) };
    expect(await talk(port, head('/api/send', huge)).response).toMatch(/^HTTP\/1.1 413 /);
  });

  it('leaves connections open whose bodies have arrived', async () => {
    const port = await serve({}, { body: 50, answeredBody: 20 });
    const body = '{"name":"x"}';
    const headers = { ...json, 'content-length': String(body.length), ...(await as('quick')) };
    const { socket, response } = talk(port, head('/api/write', headers) + body);
    await once(socket, 'data');
    socket.write(head('/api/write', { ...headers, connection: 'close' }) + body);
    expect((await response).match(/HTTP\/1.1 200 /g)).toHaveLength(2);
  });
});

describe('an upload', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  async function receive(bytesEach: number): Promise<unknown> {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const socket = { bytesRead: 0 };
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const request = Object.assign(new PassThrough(), { headers, socket, complete: false });
    request.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
    const outcome = receiveUpload(request as unknown as IncomingMessage, {
      folder,
      maxBytes: 1_048_576,
    }).then(
      () => 'received',
      (error: unknown) => error,
    );
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    for (let interval = 0; interval < 4; interval++) {
      socket.bytesRead += bytesEach;
      request.write('x'.repeat(bytesEach));
      vi.advanceTimersByTime(15_000);
    }
    request.complete = true;
    request.end('\r\n--b--\r\n');
    return outcome;
  }

  it('that brings less than 16 KB in 15 s has stopped', async () => {
    expect(await receive(16_383)).toMatchObject({ status: 408, code: 'request_timeout' });
  });

  it('that is slow but goes on is received', async () => {
    expect(await receive(16_384)).toBe('received');
  });
});

describe('connections of an address', () => {
  it('are closed beyond the limit, and counted no more once they are closed', async () => {
    const port = await serve({ connectionsPerAddress: 2, trustedProxies: [] });
    const open = async () => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write('GET /api/costly HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const first = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => undefined)]);
      return { socket, isAnswered: first !== undefined };
    };
    const [one, two, three] = [await open(), await open(), await open()];
    expect([one.isAnswered, two.isAnswered, three.isAnswered]).toEqual([true, true, false]);
    one.socket.destroy();
    await expect.poll(async () => (await open()).isAnswered).toBe(true);
  });

  it('are not counted for a trusted proxy', async () => {
    const port = await serve({ connectionsPerAddress: 1 });
    const answers = await Promise.all([1, 2, 3].map(() => get(port, '/api/costly')));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});

describe('the host of a request', () => {
  const asked = async (publicUrl: string, path: string, host: string, forwardedHost?: string) => {
    const port = await serve({ publicUrl });
    const headers = [`Host: ${host}`, ...(forwardedHost ? [`X-Forwarded-Host: ${forwardedHost}`] : [])];
    const text = [`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n');
    return Number((await talk(port, text).response).slice(9, 12));
  };
  const home = 'https://hub.example.com';

  it.each([
    [home, '/api/costly', 'hub.example.com', undefined, 401],
    [home, '/api/costly', 'HUB.example.com:443', undefined, 401],
    [home, '/api/costly', 'evil.example', undefined, 421],
    [home, '/', 'evil.example', undefined, 421],
    [home, '/api/costly', 'hub.example.com:8443', undefined, 421],
    [home, '/api/costly', '127.0.0.1:3000', undefined, 421],
    [home, '/api/costly', '127.0.0.1:3000', 'hub.example.com', 401],
    [home, '/api/costly', 'hub.example.com', 'evil.example', 421],
    [home, '/metrics', '10.0.0.7:3000', undefined, 200],
    ['http://localhost:3000', '/api/costly', '127.0.0.1:3000', undefined, 401],
    ['http://localhost:3000', '/api/costly', 'localhost:3000', undefined, 401],
    ['http://localhost:3000', '/api/costly', '[::1]:3000', undefined, 401],
    ['http://localhost:3000', '/api/costly', 'localhost.evil.example:3000', undefined, 421],
    ['http://localhost:3000', '/api/costly', 'rebound.example', undefined, 421],
  ])('at %s: %s of %s (forwarded %s) is %i', async (publicUrl, path, host, forwarded, status) => {
    expect(await asked(publicUrl, path, host, forwarded)).toBe(status);
  });
});

describe('the numbers of the process', () => {
  const statusOf = async (settings: Partial<Settings>, headers: Record<string, string> = {}) =>
    (await get(await serve(settings), '/metrics', headers)).status;
  const metricsToken = 'a token of the tests';

  it('are for the allowed networks, also through a trusted proxy', async () => {
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ metricsAllowedNetworks: ['10.0.0.0/8'] })).toBe(404);
    expect(await statusOf({}, { 'x-forwarded-for': '203.0.113.7' })).toBe(404);
    const settings = { metricsAllowedNetworks: ['203.0.113.0/24'] };
    expect(await statusOf(settings, { 'x-forwarded-for': '203.0.113.7' })).toBe(200);
    expect(await statusOf(settings, { 'x-forwarded-for': '203.0.113.7, 198.51.100.1' })).toBe(404);
  });

  it('are not for those behind a proxy on this machine that is not trusted', async () => {
    expect(await statusOf({ trustedProxies: [] }, { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    expect(await statusOf({ trustedProxies: [] }, { 'x-real-ip': '203.0.113.7' })).toBe(404);
  });

  it('are for the token, from anywhere', async () => {
    const far = { metricsToken, metricsAllowedNetworks: [] };
    expect(await statusOf(far, { authorization: `Bearer ${metricsToken}` })).toBe(404);
    const token = metricsToken.replaceAll(' ', '-');
    expect(await statusOf({ ...far, metricsToken: token }, { authorization: `Bearer ${token}` })).toBe(200);
    expect(await statusOf({ ...far, metricsToken: token }, { authorization: `Bearer ${token}x` })).toBe(404);
    expect(await statusOf({ ...far, metricsToken: token })).toBe(404);
  });
});
