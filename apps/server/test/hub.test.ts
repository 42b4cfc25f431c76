import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { endpoints, localRolesOf } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeHub } from '../src/app.modules.ts';
import { addIntegration, addOperator } from './catalogue.ts';
import { temporaryFolder } from './folders.ts';
import { startTestHub, type TestHub, testIdentity } from './hub.ts';
import { tokenFor } from './tokens.ts';

let hub: TestHub;
let web: string;

/** As the build of the web app writes it: the entry loads the hub, the hub its screens. */
const manifest = {
  'index.html': { file: 'assets/index-abc123.js', imports: ['_ground.js'] },
  '_ground.js': { file: 'assets/ground.js' },
  '_shared.js': { file: 'assets/shared.js', imports: ['_ground.js'], css: ['assets/shared.css'] },
  'src/app/boot.tsx': { file: 'assets/boot.js', imports: ['index.html'] },
  'src/lib/auth/provider.ts': { file: 'assets/provider.js' },
  'src/app/hub.tsx': { file: 'assets/hub.js', imports: ['_ground.js', '_shared.js'] },
  'src/routes/index.tsx?split': { file: 'assets/dashboard.js', imports: ['_shared.js'] },
  'src/routes/game.{-$id}.tsx?split': { file: 'assets/game.js', imports: ['src/app/hub.tsx'] },
};

beforeAll(async () => {
  web = await temporaryFolder('web');
  await mkdir(join(web, 'assets'));
  await writeFile(join(web, 'index.html'), '<title>Ludus Hub</title>');
  await writeFile(join(web, 'first-paint.js'), '// first');
  await writeFile(join(web, 'assets/index-abc123.js'), 'export {};');
  await writeFile(join(web, 'assets/index-abc123.js.br'), brotliCompressSync('export {};'));
  await writeFile(join(web, 'manifest.json'), JSON.stringify(manifest));
  hub = await startTestHub({
    webFolder: web,
    compose: (infra, parts) => ({ ...composeHub(infra, parts), identity: testIdentity }),
  });
});

afterAll(async () => {
  await hub?.close();
  await rm(web, { recursive: true, force: true });
});

describe('the whole hub', () => {
  it('binds every call of the contract, and none of them fails on the first question', async () => {
    const tokens = {
      provider: await tokenFor('ludus_admin'),
      integration: await tokenFor('integration_admin'),
    };
    for (const endpoint of endpoints) {
      const ofIntegration = ['games:wish', 'games:ask', 'statements:answer', 'tickets:rate'].includes(
        endpoint.access,
      );
      const token = tokens[ofIntegration ? 'integration' : 'provider'];
      const path = endpoint.path.replace(/:\w+/g, '0');
      const body = endpoint.method === 'GET' ? {} : { body: {} };
      const { status } = await hub.call(endpoint.method, path, { token, ...body });
      // Without a file, uploads say so by the kind of body.
      const expected = endpoint.upload === undefined ? [200, 404, 422] : [404, 415, 422];
      // There is no address yet that a delivery could be tried at.
      if (endpoint.id === 'testAlertWebhook') expected.push(409);
      expect(expected, `${endpoint.id} answers ${status}`).toContain(status);
    }
  });

  it('shows nothing to a user whose integration it does not know', async () => {
    const token = await tokenFor('integration_admin', { integration: 'No one' });
    expect((await hub.get('/me', token)).body.integration).toBeNull();
    expect((await hub.get('/integrations', token)).body).toEqual({ rows: [] });
    const { body } = await hub.get('/bookkeeping/sessions/range?from=2026-11-01&to=2026-11-02', token);
    expect(body).toEqual({ rows: [], count: 0, hasMore: false });
  });
});

describe('a user of the hub', () => {
  it('[ENT-06] has an identity, roles with their flags, an integration with its operators, and notifications', async () => {
    const { db } = hub.stores.postgres;
    const alpina = await addIntegration(db, 'Alpina');
    const operator = await addOperator(db, alpina.id, 'ALP1');
    const token = await tokenFor('integration_manager', {
      userId: 'user-7',
      username: 'a.rossi',
      integration: 'Alpina',
    });
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.attributes).toEqual({ integration: ['Alpina'] });
    const me = (await hub.get('/me', token)).body;
    expect(me).toEqual({
      userId: 'user-7',
      username: 'a.rossi',
      email: 'user-7@hub.test',
      roles: ['integration_manager'],
      scopes: expect.arrayContaining(['sessions:read', 'settings:read']),
      integration: { id: alpina.id, name: 'Alpina' },
    });
    expect(localRolesOf(me.roles)).toEqual({
      isLudusAdmin: false,
      isLudusManager: false,
      isIntegrationAdmin: false,
      isIntegrationManager: true,
      isIntegrationGuest: false,
    });
    const { rows } = (await hub.get(`/integrations/${alpina.id}/operators`, token)).body;
    expect(rows.map(({ id }: { id: number }) => id)).toEqual([operator.id]);
    expect((await hub.get('/notifications', token)).body).toEqual([]);
  });
});

describe('the web app', () => {
  it('is served for every address that is no call and no file', async () => {
    for (const path of ['/', '/sessions', '/game/12', '/charts?from=2026-11-01&to=2026-11-02']) {
      const { status, body, headers } = await hub.fetch(path);
      expect([status, body, headers.get('cache-control')], path).toEqual([
        200,
        '<title>Ludus Hub</title>',
        'no-cache',
      ]);
    }
  });

  it('names what an address needs with the page, save what the page itself asks for', async () => {
    const named = async (path: string) =>
      ((await hub.fetch(path)).headers.get('link') ?? '').match(/<[^>]+>/g)?.toSorted();
    const ofAll = [
      '</api/config>',
      '</assets/boot.js>',
      '</assets/hub.js>',
      '</assets/shared.css>',
      '</assets/shared.js>',
    ];
    expect(await named('/')).toEqual([...ofAll, '</assets/dashboard.js>'].toSorted());
    expect(await named('/game/12?from=catalog')).toEqual([...ofAll, '</assets/game.js>'].toSorted());
    for (const other of ['/no-one-knows', '/x[y?=%']) expect(await named(other), other).toEqual(ofAll);
    // On the way back from the sign-in its code is needed, and no screen yet.
    expect(await named('/?state=a&code=b')).toEqual([...ofAll, '</assets/provider.js>'].toSorted());
  });

  it('sends scripts without the headers of a document and with a policy that allows nothing', async () => {
    const script = (await hub.fetch('/assets/index-abc123.js')).headers;
    const page = (await hub.fetch('/')).headers;
    for (const name of ['x-frame-options', 'referrer-policy', 'cross-origin-opener-policy'])
      expect([name, script.get(name), page.has(name)]).toEqual([name, null, true]);
    expect(script.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.get('content-security-policy')).toContain("default-src 'self'");
    for (const name of ['x-content-type-options', 'cross-origin-resource-policy'])
      expect([name, script.has(name), page.has(name)]).toEqual([name, true, true]);
  });

  it('keeps files with a hash in their name for ever and takes their compressed form', async () => {
    const { status, headers } = await hub.fetch('/assets/index-abc123.js', {
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-encoding')).toBe('br');
    expect((await hub.fetch('/first-paint.js')).headers.get('cache-control')).toBe('no-cache');
  });

  it('serves a build that takes the place of the one at the start', async () => {
    const name = 'assets/settings_v2-def456.js';
    expect((await hub.fetch(`/${name}`)).status).toBe(404);
    await writeFile(join(web, name), 'export const v = 2;');
    await writeFile(join(web, `${name}.gz`), gzipSync('export const v = 2;'));
    const next = { ...manifest, 'src/routes/settings.tsx?split': { file: name } };
    await writeFile(join(web, 'manifest.json'), JSON.stringify(next));
    await utimes(join(web, 'manifest.json'), 1_800_000_000, 1_800_000_000);
    const { status, headers } = await hub.fetch(`/${name}`, { headers: { 'accept-encoding': 'gzip' } });
    expect([status, headers.get('content-encoding'), headers.get('cache-control')]).toEqual([
      200,
      'gzip',
      'public, max-age=31536000, immutable',
    ]);
    expect(headers.get('content-type')).toMatch(/javascript/);
    const head = await hub.fetch(`/${name}`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '19']);
    expect((await hub.fetch('/settings')).headers.get('link')).toContain(`</${name}>`);
    await rm(join(web, name));
    await rm(join(web, `${name}.gz`));
    expect((await hub.fetch(`/${name}`)).status).toBe(404);
  });

  it('serves nothing hidden and nothing outside of its folder', async () => {
    await writeFile(join(web, '.env'), 'SECRET=1');
    await mkdir(join(web, '.git'));
    await writeFile(join(web, '.git/config.js'), 'SECRET=1');
    await writeFile(join(web, '../outside.js'), 'SECRET=1');
    for (const path of [
      '/.env',
      '/.git/config.js',
      '/assets/..%2f.env',
      '/assets%2findex-abc123.js',
      '/..%2foutside.js',
      '/%2e%2e/outside.js',
      '/assets/%2e%2e/%2e%2e/outside.js',
      '/..%5coutside.js',
      '//outside.js',
      '/assets//index-abc123.js',
      '/index.html%00.js',
    ]) {
      const { status, body } = await hub.fetch(path);
      expect([path, status]).toEqual([path, 404]);
      expect(JSON.stringify(body), path).not.toContain('SECRET');
    }
    // Names of the app, as far as a client can see.
    for (const path of ['/%2eenv', '/assets'])
      expect((await hub.fetch(path)).body).toBe('<title>Ludus Hub</title>');
    await rm(join(web, '../outside.js'));
  });

  it('does not answer for files that are not there, for calls, or for anything but reading', async () => {
    expect((await hub.fetch('/assets/index-old.js')).status).toBe(404);
    expect((await hub.fetch('/api/sessions')).body.code).toBe('not_found');
    expect((await hub.fetch('/sessions', { method: 'POST' })).status).toBe(404);
    expect((await hub.fetch('/..%2f..%2fpackage.json')).status).toBe(404);
  });
});
