import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeHub } from '../src/app.modules.ts';
import { temporaryFolder } from './folders.ts';
import { startTestHub, type TestHub, testIdentity } from './hub.ts';

let hub: TestHub;
let web: string;

beforeAll(async () => {
  web = await temporaryFolder('answers-web');
  await mkdir(join(web, 'assets'));
  await writeFile(join(web, 'index.html'), '<title>Ludus Hub</title>');
  await writeFile(join(web, 'assets/index-abc123.js'), 'export {};');
  await writeFile(join(web, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  hub = await startTestHub({
    webFolder: web,
    settings: { publicUrl: 'https://hub.example' },
    compose: (infra, parts) => ({ ...composeHub(infra, parts), identity: testIdentity }),
  });
});

afterAll(async () => {
  await hub?.close();
  await rm(web, { recursive: true, force: true });
});

/** As a proxy asks: by the public name. */
function ask(path: string, method = 'GET'): Promise<IncomingMessage> {
  const { hostname, port } = new URL(hub.url);
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, path, method, headers: { host: 'hub.example' } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer));
    });
    asking.once('error', reject);
    asking.end();
  });
}

/** Every kind of response: pages, files, calls, refusals, the sign-in, sockets. */
const kinds: [string, number][] = [
  ['/', 200],
  ['/assets/index-abc123.js', 200],
  ['/assets/none.js', 404],
  ['/user-guide', 200],
  ['/api/health', 200],
  ['/api/me', 401],
  ['/api/none', 404],
  ['/api/openapi.json', 200],
  [`/media/${'0'.repeat(64)}/cover.webp`, 404],
  ['/realms/ludus/.well-known/openid-configuration', 200],
  ['/realms/ludus/protocol/openid-connect/auth', 400],
  ['/realms/ludus/sign-in/none', 400],
  ['/socket.io/?EIO=4&transport=polling', 200],
];

describe.each(kinds)('the answer of %s', (path, status) => {
  it('is kept to https, to its type, and out of frames of others', async () => {
    const { headers, statusCode } = await ask(path);
    expect(statusCode).toBe(status);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/frame-ancestors '(none|self)'/);
    expect(headers['content-security-policy']).toMatch(/base-uri 'none'/);
    expect(headers['content-security-policy']).toMatch(/object-src 'none'|default-src 'none'/);
  });
});

/** A request that leads to the sign-in page. */
const authorization = {
  client_id: 'ludus-hub',
  redirect_uri: 'https://hub.example/',
  response_type: 'code',
  scope: 'openid',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

describe('the type of an answer', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/assets/index-abc123.js', 'application/javascript; charset=utf-8'],
    ['/mark.svg', 'image/svg+xml; charset=utf-8'],
    ['/user-guide', 'text/html; charset=utf-8'],
    ['/api/health', 'application/json; charset=utf-8'],
    ['/api/none', 'application/json; charset=utf-8'],
    ['/api/openapi.json', 'application/json; charset=utf-8'],
    ['/realms/ludus/.well-known/openid-configuration', 'application/json; charset=utf-8'],
    ['/realms/ludus/sign-in/none', 'text/html; charset=utf-8'],
    ['/socket.io/?EIO=4&transport=polling', 'text/plain; charset=UTF-8'],
  ])('of %s names its charset', async (path, type) => {
    expect((await ask(path)).headers['content-type']).toBe(type);
  });
});

describe('a code challenge', () => {
  it('in plain text is refused', async () => {
    const query = new URLSearchParams({ ...authorization, code_challenge_method: 'plain' });
    const { headers } = await ask(`/realms/ludus/protocol/openid-connect/auth?${query}`);
    expect(new URL(headers.location ?? '').searchParams.get('error')).toBe('invalid_request');
  });
});

describe('a cookie of the sign-in', () => {
  it('is signed by HMAC-SHA-256', async () => {
    const query = new URLSearchParams(authorization);
    const { headers } = await ask(`/realms/ludus/protocol/openid-connect/auth?${query}`);
    const signatures = (headers['set-cookie'] ?? []).filter((cookie) => /^[^=]+\.sig=/.test(cookie));
    expect(signatures.length).toBeGreaterThan(0);
    // 32 bytes; SHA-1 has 20, which are 27 characters.
    for (const cookie of signatures) expect(cookie).toMatch(/\.sig=[\w-]{43};/);
  });
});

describe('the method TRACE', () => {
  it.each(['/', '/api/me', '/realms/ludus/protocol/openid-connect/token', '/socket.io/'])(
    'repeats nothing of a request to %s',
    async (path) => {
      const answer = await ask(path, 'TRACE');
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.headers['content-type'] ?? '').not.toContain('message/http');
    },
  );
});
