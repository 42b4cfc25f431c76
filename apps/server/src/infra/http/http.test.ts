import { endpoint, textMessage } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { integrationScope } from '../access/index.ts';
import { fixedClock, systemClock } from '../clock/index.ts';
import { ConflictError } from '../errors/index.ts';
import { bind } from './index.ts';

const strict = endpoint({
  id: 'strict',
  method: 'POST',
  path: '/strict/:id',
  access: 'games:edit',
  tag: 'test',
  summary: 'Echoes what it was given',
  params: z.strictObject({ id: z.coerce.number<string>().pipe(z.int().positive()) }),
  query: z.strictObject({
    order: z.record(z.string(), z.string()).optional(),
    filter: z
      .strictObject({ integrationId: z.union([z.string(), z.array(z.string())]).optional() })
      .optional(),
  }),
  body: z.strictObject({ name: z.string(), parts: z.array(z.strictObject({ n: z.int() })).optional() }),
  response: z.strictObject({ id: z.int(), query: z.unknown(), body: z.unknown() }),
  failures: [404],
});

const behaviour = endpoint({
  id: 'behaviour',
  method: 'GET',
  path: '/behaviour/:kind',
  access: 'signed-in',
  tag: 'test',
  summary: 'Fails as it is told',
  params: z.strictObject({ kind: z.enum(['secret', 'conflict', 'wrong', 'scope']) }),
  response: z.strictObject({ scope: z.unknown() }),
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

let hub: TestHub;
let admin: string;

beforeAll(async () => {
  hub = await startTestHub({
    // Limits count a minute of the clock: it must not end between two calls.
    clock: fixedClock(systemClock.now().toISOString()),
    modules: () => [
      {
        name: 'test',
        endpoints: [
          bind(strict, async ({ params, query, body }) => ({ id: params.id, query, body })),
          bind(behaviour, async ({ params, actor }) => {
            if (params.kind === 'secret') throw new Error('password is hunter2');
            if (params.kind === 'conflict') throw new ConflictError(textMessage('There is one already.'));
            if (params.kind === 'wrong') return { scope: 1, extra: 2 };
            return { scope: integrationScope(actor) };
          }),
          bind(costly, async () => ({})),
        ],
      },
    ],
  });
  admin = await tokenFor('ludus_admin');
});

afterAll(() => hub?.close());

const post = (path: string, body: unknown, token = admin) => hub.call('POST', path, { token, body });

describe('what an endpoint lets in', () => {
  it('refuses unknown fields of body and query with 422 and names each by its path', async () => {
    const { status, body } = await post('/strict/1?extra=1&filter[gameId]=2', {
      name: 'x',
      nickname: 'y',
      parts: [{ n: 1, m: 2 }],
    });
    expect(status).toBe(422);
    expect(body.code).toBe('validation');
    expect(Object.keys(body.fields).sort()).toEqual(['extra', 'filter.gameId', 'nickname', 'parts.0.m']);
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('reads order[field], filter[field], repeated and comma-separated values as the documents write them', async () => {
    const { status, body } = await post(
      '/strict/1?order[bet]=desc&filter%5BintegrationId%5D=1&filter[integrationId]=2,3',
      { name: 'x' },
    );
    expect(status).toBe(200);
    expect(body.query).toEqual({ order: { bet: 'desc' }, filter: { integrationId: ['1', '2,3'] } });
  });

  it('refuses names of the language itself, such as constructor and __proto__', async () => {
    expect((await post('/strict/1?constructor=1', { name: 'x' })).status).toBe(422);
    const raw = await hub.fetch('/api/strict/1', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: '{"name":"x","__proto__":{"a":1}}',
    });
    expect(raw.status).toBe(422);
  });

  it('refuses values nested too deeply, bodies that are no JSON, other kinds of body and bodies too large', async () => {
    const send = (type: string, body: string) =>
      hub.fetch('/api/strict/1', {
        method: 'POST',
        headers: { authorization: `Bearer ${admin}`, 'content-type': type },
        body,
      });
    expect((await post('/strict/1?filter[a][b][c][d][e]=1', { name: 'x' })).status).toBe(422);
    expect((await send('application/json', '{')).status).toBe(422);
    expect((await send('text/plain', 'x')).status).toBe(415);
    expect((await send('application/json', `"${'x'.repeat(1_100_000)}"`)).status).toBe(413);
  });

  it('takes addresses of 60,000 characters, as statistics requests have them', async () => {
    const { status, body } = await post(`/strict/1?a=${'x'.repeat(60_000)}`, { name: 'x' });
    expect(status).toBe(422);
    expect(body.fields).toEqual({ a: 'Unknown field.' });
  });
});

describe('[design 10] the order of refusal', () => {
  it('is 401, then 403, then 404 for what cannot exist, then 422', async () => {
    const nothing = { wrong: true };
    const manager = await tokenFor('ludus_manager');
    expect((await hub.call('POST', '/strict/no-number?x=1', { body: nothing })).status).toBe(401);
    expect((await post('/strict/no-number?x=1', nothing, manager)).status).toBe(403);
    expect((await post('/strict/no-number?x=1', nothing)).status).toBe(404);
    expect((await post('/strict/1?x=1', nothing)).status).toBe(422);
  });
});

describe('what an endpoint lets out', () => {
  it('hides the text of failures that no one meant, and gives the id to look for', async () => {
    const { status, body } = await hub.get('/behaviour/secret', admin);
    expect(status).toBe(500);
    expect(body).toEqual({
      message: 'Something went wrong on the server.',
      detail: { code: 'plain.internal', values: {} },
      code: 'internal',
      requestId: expect.any(String),
    });
  });

  it('answers failures on purpose with their status, code and text', async () => {
    const { status, body } = await hub.get('/behaviour/conflict', admin);
    expect([status, body.code, body.message]).toEqual([409, 'conflict', 'There is one already.']);
  });

  it('refuses outside production to send what the contract does not describe', async () => {
    expect((await hub.get('/behaviour/wrong', admin)).status).toBe(500);
  });

  it('limits costly calls per person, not per machine', async () => {
    const other = await tokenFor('ludus_admin', { userId: 'someone-else' });
    const statuses = [];
    for (let call = 0; call < 3; call++) statuses.push((await hub.get('/costly', admin)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await hub.get('/costly', other)).status).toBe(200);
  });
});

describe('[OPEN-02] the rows an actor sees', () => {
  it('are all for staff of the provider, one integration for its users, none for an unknown integration', async () => {
    const scopeOf = async (token: string) => (await hub.get('/behaviour/scope', token)).body.scope;
    expect(await scopeOf(await tokenFor('ludus_manager'))).toEqual({ kind: 'all' });
    expect(await scopeOf(await tokenFor('integration_guest', { integration: 'ALPINA' }))).toEqual({
      kind: 'one',
      id: 1,
    });
    expect(await scopeOf(await tokenFor('integration_admin', { integration: 'No one' }))).toEqual({
      kind: 'none',
    });
  });
});

describe('what the hub says about itself', () => {
  it('answers health with its parts, without a token', async () => {
    const { status, body } = await hub.get('/health');
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ok', parts: { postgres: 'ok', clickhouse: 'ok', jobs: 'ok' } });
  });

  it('answers what a client must know before sign-in', async () => {
    const { status, body } = await hub.get('/config');
    expect(status).toBe(200);
    expect(body).toMatchObject({ clientId: 'ludus-hub', audience: 'urn:ludus:api', inboxUrl: null });
    expect(body.userGuideUrl).toMatch(/^http:\/\/[^/]+\/user-guide$/);
  });

  it('[AUTH-04][AUTH-05] answers who the caller is, with scopes and integration', async () => {
    const token = await tokenFor('integration_admin', {
      integration: 'alpina',
      otherRoles: ['offline_access'],
    });
    const { body } = await hub.get('/me', token);
    expect(body).toMatchObject({ roles: ['integration_admin'], integration: { id: 1, name: 'Alpina' } });
    expect(body.scopes).toContain('money:net-and-due');
    expect(body.scopes).not.toContain('jobs:manage');
  });

  it('answers unknown addresses below /api with 404 in the shape of every failure', async () => {
    const { status, body } = await hub.get('/nothing/here', admin);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it('describes the API without a token, and shows it on a page without inline script', async () => {
    const description = await hub.fetch('/api/openapi.json');
    expect(description.body.openapi).toBe('3.1.0');
    expect(description.body.paths['/api/strict/{id}'].post).toMatchObject({
      operationId: 'strict',
      'x-roles': ['ludus_admin'],
      security: [{ bearer: [] }],
    });
    expect(Object.keys(description.body.paths['/api/strict/{id}'].post.responses)).toEqual(
      expect.arrayContaining(['200', '401', '403', '404', '422', '500']),
    );
    const page = await hub.fetch('/api/docs');
    const start = page.status === 302 ? await hub.fetch(page.headers.get('location') ?? '') : page;
    expect(start.status).toBe(200);
    expect(start.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(start.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(start.body).toContain('<title>Ludus Hub API</title>');
    expect((await hub.fetch('/api/docs/static/theme/hub.css')).headers.get('content-type')).toMatch(
      /^text\/css/,
    );
    // The way back into the hub, by a script of the page's own origin.
    expect(start.body).toContain('theme/hub.js');
    expect((await hub.fetch('/api/docs/static/theme/hub.js')).body).toContain("back.href = '/'");
    // Examples and calls go to this hub.
    expect(description.body.servers).toEqual([{ url: hub.infra.settings.publicUrl }]);
    expect(description.body.info.description).not.toContain('hub.example.com');
    // What the page itself loads: `json` below its own address.
    const shown = await hub.fetch('/api/docs/json');
    expect(shown.status).toBe(200);
    expect(Object.keys(shown.body.paths)).toEqual(Object.keys(description.body.paths));
    expect(shown.body.paths['/api/strict/{id}'].post.operationId).toBe('strict');
  });

  it('gives its numbers to this machine and to no one behind a proxy', async () => {
    const here = await hub.fetch('/metrics');
    expect(here.body).toContain('hub_http_request_seconds_count{endpoint="getHealth"');
    expect(here.body).toContain('hub_jobs{state="active",scope="hub"} 0');
    expect((await hub.fetch('/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(404);
  });

  it('sends headers that forbid inline script, foreign frames and guessing of types', async () => {
    const { headers } = await hub.get('/health');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(
      Object.fromEntries(
        [...headers].filter(([name]) => /^(?:x-(?!request)|cross-|origin-|referrer|strict-)/.test(name)),
      ),
    ).toEqual({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
  });
});
