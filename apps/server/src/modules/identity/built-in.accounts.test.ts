import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import { describeIdentityProvider } from '../../../test/support/identity/account-guarantees.ts';
import {
  Browser,
  Client,
  claimsIn,
  type RunningIdentity,
  runIdentity,
  type Tokens,
} from '../../../test/support/identity/identity-hub.ts';
import { type FixedClock, fixedClock, systemClock } from '../../infra/clock/index.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { IdentityProvider } from '../users/index.ts';

let postgres: Postgres;
let clock: FixedClock;
let hub: RunningIdentity;
let client: Client;
let identityProvider: IdentityProvider;
let dataDir: string;

beforeAll(async () => {
  postgres = await openTestPostgres();
  dataDir = await temporaryFolder('built-in-accounts');
  clock = fixedClock(systemClock.now().toISOString());
  const settings = testSettings({ dataDir });
  hub = await runIdentity({ settings, postgres, clock, log: silentLog, port: await freePort() });
  client = new Client(hub.issuer, `${hub.origin}/`);
  if (hub.identity.identityProvider === undefined) throw new Error('the built-in provider has accounts');
  identityProvider = hub.identity.identityProvider;
});
afterAll(async () => {
  await hub?.close();
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

describeIdentityProvider('the built-in provider', () => ({ identityProvider, postgres }));

describe('someone whose account is disabled', () => {
  it('[OPEN-01] would get no token, so has no rights at this moment', async () => {
    const { subject } = await identityProvider.create(postgres.db, {
      username: 'disabled',
      email: 'disabled@ludus.test',
      role: 'ludus_admin',
      integrationName: null,
      password: 'a temporary one',
    });
    expect(await identityProvider.identity(postgres.db, subject)).toMatchObject({ roles: ['ludus_admin'] });
    await postgres.db.updateTable('accounts').set({ enabled: false }).where('id', '=', subject).execute();
    expect(await identityProvider.identity(postgres.db, subject)).toBeUndefined();
  });
});

describe('someone with a temporary password', () => {
  const make = (username: string) =>
    postgres.transaction((tx) =>
      identityProvider.create(tx, {
        username,
        email: `${username}@ludus.test`,
        role: 'integration_manager',
        integrationName: 'Alpina',
        password: 'a temporary one',
      }),
    );

  /** Signs in with the temporary password and chooses one. */
  async function signInFirst(browser: Browser, username: string, newPassword: string) {
    const page = await client.submit(browser, username, 'a temporary one');
    expect(page.url).toContain('/password');
    return browser.open(page.url, {
      form: { newPassword, repeatPassword: newPassword },
      stopAt: client.returnUri,
    });
  }

  it('chooses one of their own at the first sign-in, and not the same again', async () => {
    const { subject } = await make('nina');
    const browser = new Browser();
    const page = await client.submit(browser, 'nina', 'a temporary one');
    expect(page.text).toContain('nina was given a temporary password.');
    const same = { newPassword: 'a temporary one', repeatPassword: 'a temporary one' };
    expect((await browser.open(page.url, { form: same })).status).toBe(422);
    const tokens = await client.redeem(await signInFirst(new Browser(), 'nina', 'a password of my own'));
    expect(claimsIn(tokens.access_token)).toMatchObject({
      sub: subject,
      resource_access: { 'ludus-hub': { roles: ['integration_manager'] } },
      attributes: { integration: ['Alpina'] },
    });
    expect((await identityProvider.find(postgres.db, subject))?.mustChangePassword).toBe(false);
    expect(await identityProvider.sessions(subject)).toMatchObject([
      { ipAddress: '127.0.0.1', id: expect.any(String) },
    ]);
  });

  it('[OPEN-92] keeps their sign-in through a change of role, and loses it with the account or another password', async () => {
    const { subject } = await make('otto');
    const tokens = await client.redeem(await signInFirst(new Browser(), 'otto', 'a password of my own'));
    await postgres.transaction((tx) => identityProvider.update(tx, subject, { role: 'integration_guest' }));
    const refreshed = (await (await client.refresh(tokens.refresh_token)).json()) as Tokens;
    expect(claimsIn(refreshed.access_token)).toMatchObject({
      resource_access: { 'ludus-hub': { roles: ['integration_guest'] } },
    });
    await postgres.transaction((tx) => identityProvider.resetPassword(tx, subject, 'another temporary'));
    expect((await client.refresh(refreshed.refresh_token)).status).toBe(400);
    expect(await identityProvider.sessions(subject)).toEqual([]);
    const again = await client.submit(new Browser(), 'otto', 'another temporary');
    expect(again.url).toContain('/password');
    await postgres.transaction((tx) => identityProvider.remove(tx, subject));
    expect((await client.submit(new Browser(), 'otto', 'another temporary')).text).toContain(
      'Wrong username or password.',
    );
  });
});
