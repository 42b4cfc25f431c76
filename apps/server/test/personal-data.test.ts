/** What people do, with a log that holds every call, job and query: docs/security.md says what of them may stand there. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeHub } from '../src/app.modules.ts';
import { createLog } from '../src/infra/log/index.ts';
import { addIntegration } from './catalogue.ts';
import { closeTestStores, openTestStores, type TestStores } from './harness.ts';
import { startTestHub, type TestHub, testIdentity } from './hub.ts';
import { tokenFor } from './tokens.ts';

let stores: TestStores;
let hub: TestHub;
let written = '';

beforeAll(async () => {
  stores = await openTestStores();
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  hub = await startTestHub({
    stores: { ...stores, log: createLog({ logLevel: 'trace' }, sink) },
    // Nothing listens there: mails fail, and their failures are logged.
    settings: { smtpUrl: 'smtp://127.0.0.1:1' },
    mailRetryPolicy: { retries: 0 },
    compose: (infra, parts) => ({ ...composeHub(infra, parts), identity: testIdentity }),
  });
}, 60_000);

afterAll(async () => {
  await hub?.close();
  await closeTestStores(stores);
});

it('the log names no one by name or address, and holds no text and no player', async () => {
  const { id } = await addIntegration(stores.postgres.db, 'Alpina', {});
  const token = await tokenFor('ludus_admin', {
    userId: 'person-1',
    username: 'ottavia.secret',
    email: 'ottavia@private.example',
  });
  const statuses: [string, number][] = [];
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await hub.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    statuses.push([path.replace(/\?.*/, ''), reply.status]);
    return reply.body;
  };
  await call('GET', '/me');
  await call('POST', '/user/kc/new', {
    username: 'liviasecret',
    email: 'livia@private.example',
    role: 'integration_guest',
    integration: 'Alpina',
    tempPass: 'Battery-Staple-88',
  });
  await call('POST', '/tickets', {
    title: 'Private title',
    description: '<p>Private text</p>',
    integrationId: id,
  });
  await call('POST', '/mailing-list-reports', {
    email: 'reader@private.example',
    reportTypeId: 1,
    integrationId: id,
  });
  await call('GET', '/bookkeeping/sessions/range?from=2026-01-01&to=2026-01-02&userId=player-private');
  expect(statuses).toEqual([
    ['/me', 200],
    ['/user/kc/new', 200],
    ['/tickets', 200],
    ['/mailing-list-reports', 200],
    ['/bookkeeping/sessions/range', 200],
  ]);
  expect(written).toContain('person-1');
  for (const secret of ['secret', 'private', 'Private', 'Battery-Staple-88', token.slice(-40)])
    expect(written).not.toContain(secret);
});
