import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import {
  Browser,
  Client,
  type RunningIdentity,
  runIdentity,
} from '../../../test/support/identity/identity-hub.ts';
import { systemClock } from '../../infra/clock/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { demoAccounts, isDirectCaller } from './identity.demo.ts';

const proxyHeaders = [
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-proto': 'https' },
  { forwarded: 'for=203.0.113.9' },
  { 'x-real-ip': '203.0.113.9' },
  { via: '1.1 proxy' },
];

let postgres: Postgres;
let settings: Settings;
let hub: RunningIdentity;
let client: Client;

beforeAll(async () => {
  postgres = await openTestPostgres();
  settings = testSettings({ sandbox: true, dataDir: await temporaryFolder('identity') });
  hub = await runIdentity({
    ...{ settings, postgres, clock: systemClock, log: silentLog, port: await freePort() },
  });
  await hub.identity.ensureDemoAccounts();
  client = new Client(hub.issuer, `${hub.origin}/`);
});
afterAll(async () => {
  await hub?.close();
  await postgres?.close();
  await rm(settings.dataDir, { recursive: true, force: true });
});

describe('a sandbox on this machine', () => {
  it('shows the demo accounts, and signs in with their password', async () => {
    const page = await new Browser().open(client.authorizeUrl());
    expect(page.text).toContain('Demo accounts');
    expect((await client.signIn(new Browser(), 'admin', 'ludus-demo')).access_token).toBeTruthy();
  });

  it.each(proxyHeaders)('does neither behind a proxy on this machine: %o', async (headers) => {
    // One account each, so that none has to wait.
    const { username = '' } = demoAccounts[proxyHeaders.indexOf(headers)] ?? {};
    const browser = new Browser(headers);
    const page = await browser.open(client.authorizeUrl());
    expect(page.text).toContain('Sign in to the hub');
    expect(page.text).not.toContain('Demo accounts');
    expect(page.text).not.toContain('ludus-demo');
    const refused = await browser.open(page.url, { form: { username, password: 'ludus-demo' } });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Wrong username or password.');
    expect(refused.text).not.toContain('Demo accounts');
  });

  it('behind a proxy still signs in with a password of one’s own', async () => {
    await hub.identity.createAdmin({
      username: 'boss',
      email: 'boss@ludus.test',
      password: 'a long password of my own',
    });
    const browser = new Browser({ 'x-forwarded-for': '203.0.113.9' });
    expect((await client.signIn(browser, 'boss', 'a long password of my own')).access_token).toBeTruthy();
  });
});

describe('a direct caller', () => {
  const from = (remoteAddress: string | undefined) =>
    isDirectCaller({ raw: { headers: {}, socket: { remoteAddress } as IncomingMessage['socket'] } });

  it('has a loopback address', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      expect(from(address)).toBe(true);
    for (const address of ['10.0.0.2', '203.0.113.9', '::ffff:10.0.0.2', 'fe80::1', '', undefined]) {
      expect(from(address)).toBe(false);
    }
  });
});
