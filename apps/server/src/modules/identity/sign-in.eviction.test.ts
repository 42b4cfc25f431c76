import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import {
  Browser,
  Client,
  type Page,
  type RunningIdentity,
  runIdentity,
} from '../../../test/support/identity/identity-hub.ts';
import { systemClock } from '../../infra/clock/index.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { IdentityProvider } from '../users/index.ts';

let postgres: Postgres;
let hub: RunningIdentity;
let client: Client;
let identityProvider: IdentityProvider;
let dataDir: string;
let made = 0;

beforeAll(async () => {
  postgres = await openTestPostgres();
  dataDir = await temporaryFolder('eviction');
  hub = await runIdentity({
    settings: testSettings({ sandbox: false, dataDir }),
    postgres,
    clock: systemClock,
    log: silentLog,
    port: await freePort(),
  });
  if (hub.identity.identityProvider === undefined)
    throw new Error('the built-in accounts can be administered');
  identityProvider = hub.identity.identityProvider;
  client = new Client(hub.issuer, `${hub.origin}/`);
});

beforeEach(async () => {
  await postgres.pool.query('DELETE FROM sign_in_attempts');
});

afterAll(async () => {
  await hub?.close();
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const firstPassword = 'temporary-7-quartz-lantern';
const secondPassword = 'temporary-8-velvet-harbour';
const ownPassword = 'copper wind over 41 fields';

async function addGuest(): Promise<{ subject: string; username: string }> {
  made += 1;
  const username = `guest${made}`;
  const { subject } = await identityProvider.create(postgres.db, {
    username,
    email: `${username}@alpina.test`,
    role: 'integration_guest',
    integrationName: 'Alpina',
    password: firstPassword,
  });
  return { subject, username };
}

const choose = (browser: Browser, page: Page, password: string): Promise<Page> =>
  browser.open(page.url, {
    form: { newPassword: password, repeatPassword: password },
    stopAt: client.returnUri,
  });

function expectExpired(page: Page): void {
  expect(page.status).toBe(400);
  expect(page.text).toContain('This sign-in page has expired');
}

describe('a page opened with an old temporary password', () => {
  it('changes nothing after a reset, whether it was open before or is opened again', async () => {
    const { subject, username } = await addGuest();
    const thief = new Browser();
    const page = await client.submit(thief, username, firstPassword);
    expect(page.text).toContain('Choose a new password');
    await postgres.transaction((tx) => identityProvider.resetPassword(tx, subject, secondPassword));
    expectExpired(await choose(thief, page, ownPassword));
    expectExpired(await thief.open(page.url));
    expect((await client.submit(new Browser(), username, ownPassword)).status).toBe(422);
    const owner = new Browser();
    const step = await client.submit(owner, username, secondPassword);
    expect((await choose(owner, step, ownPassword)).url).toContain('/?code=');
  });

  it('changes nothing after a reset whose clean-up it has survived: it belongs to one version of the credentials', async () => {
    const { subject, username } = await addGuest();
    const thief = new Browser();
    const page = await client.submit(thief, username, firstPassword);
    const { rows } = await postgres.pool.query(`SELECT * FROM oidc_payloads WHERE model = 'Interaction'`);
    await postgres.transaction((tx) => identityProvider.resetPassword(tx, subject, secondPassword));
    for (const row of rows) {
      await postgres.pool.query(
        `INSERT INTO oidc_payloads (model, id_hash, payload, uid, expires_at) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT DO NOTHING`,
        [row.model, row.id_hash, row.payload, row.uid, row.expires_at],
      );
    }
    expectExpired(await choose(thief, page, ownPassword));
    expect((await client.submit(new Browser(), username, ownPassword)).status).toBe(422);
  });

  it('is over once another browser has chosen the password', async () => {
    const { username } = await addGuest();
    const [thief, owner] = [new Browser(), new Browser()];
    const stolen = await client.submit(thief, username, firstPassword);
    await choose(owner, await client.submit(owner, username, firstPassword), ownPassword);
    expectExpired(await choose(thief, stolen, 'another password of the thief'));
    await client.signIn(new Browser(), username, ownPassword);
  });

  it('is over with the account', async () => {
    const { subject, username } = await addGuest();
    const thief = new Browser();
    const page = await client.submit(thief, username, firstPassword);
    await identityProvider.remove(postgres.db, subject);
    expectExpired(await choose(thief, page, ownPassword));
  });
});

describe('a sign-in that was accepted and not yet followed', () => {
  it('leads nowhere after a reset', async () => {
    const { subject, username } = await addGuest();
    const owner = new Browser();
    const given = await client.submit(owner, username, firstPassword);
    await choose(owner, given, ownPassword);
    const thief = new Browser();
    const page = await thief.open(client.authorizeUrl());
    const resume = `${hub.issuer}/protocol/openid-connect/auth/`;
    const accepted = await thief.open(page.url, {
      form: { username, password: ownPassword },
      stopAt: resume,
    });
    expect(accepted.url).toContain(resume);
    await postgres.transaction((tx) => identityProvider.resetPassword(tx, subject, secondPassword));
    expectExpired(await thief.open(accepted.url));
  });
});
