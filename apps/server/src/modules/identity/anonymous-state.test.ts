import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import { isStorableQuery } from './anonymous-state.ts';

let postgres: Postgres;
let settings: Settings;
let hub: RunningIdentity;
let client: Client;

beforeAll(async () => {
  postgres = await openTestPostgres();
  settings = testSettings({ sandbox: true, dataDir: await temporaryFolder('identity') });
  hub = await runIdentity({
    ...{ settings, postgres, clock: systemClock, log: silentLog, port: await freePort() },
    anonymousLimits: { perNetwork: 5, total: 12 },
  });
  await hub.identity.ensureDemoAccounts();
  client = new Client(hub.issuer, `${hub.origin}/`);
});
afterAll(async () => {
  await hub?.close();
  await postgres?.close();
  await rm(settings.dataDir, { recursive: true, force: true });
});
beforeEach(async () => void (await postgres.db.deleteFrom('oidc_payloads').execute()));

const rows = async (): Promise<Record<string, number>> => {
  const found = await postgres.db
    .selectFrom('oidc_payloads')
    .select(['model', ({ fn }) => fn.countAll<string>().as('count')])
    .groupBy('model')
    .execute();
  return Object.fromEntries(found.map(({ model, count }) => [model, Number(count)]));
};

/** Callers of other addresses, as the process sees them. */
const from = (remoteAddress: string, url: string) =>
  hub.app.inject({ url: new URL(url).pathname + new URL(url).search, remoteAddress });
const logoutUrl = () =>
  `${hub.issuer}/protocol/openid-connect/logout?client_id=ludus-hub&post_logout_redirect_uri=${hub.origin}/`;

describe('callers without an account', () => {
  it('make the hub keep a few rows of one network, the newest', async () => {
    for (let call = 0; call < 60; call += 1) {
      expect((await from('203.0.113.7', client.authorizeUrl())).statusCode).toBe(303);
      await from('203.0.113.7', logoutUrl());
    }
    expect(await rows()).toEqual({ Interaction: 5, Session: 5 });
  });

  it('count by the /64 of an IPv6 address', async () => {
    for (let call = 1; call <= 20; call += 1) {
      await from(`2001:db8:1:2::${call.toString(16)}`, client.authorizeUrl());
    }
    expect((await rows()).Interaction).toBe(5);
    await from('2001:db8:1:3::1', client.authorizeUrl());
    expect((await rows()).Interaction).toBe(6);
  });

  it('make it keep no more rows from many networks, also by concurrent calls', async () => {
    for (let round = 0; round < 20; round += 1) {
      const calls = Array.from({ length: 10 }, (_, at) => `198.51.${round}.${at}`);
      await Promise.all(
        calls.flatMap((address) => [from(address, client.authorizeUrl()), from(address, logoutUrl())]),
      );
    }
    // One more call, so that nothing else is under way.
    await from('192.0.2.1', client.authorizeUrl());
    await from('192.0.2.1', logoutUrl());
    expect(await rows()).toEqual({ Interaction: 12, Session: 12 });
  });

  it('do not push out who is signed in', async () => {
    const browser = new Browser();
    await client.signIn(browser, 'admin', 'ludus-demo');
    for (let call = 0; call < 30; call += 1) await from(`198.51.100.${call}`, logoutUrl());
    const silent = await browser.open(client.authorizeUrl({ prompt: 'none' }), { stopAt: client.returnUri });
    expect(new URL(silent.url).searchParams.get('code')).toBeTruthy();
  });
});

describe('parameters that are stored', () => {
  it('have 2 KB at most each: a longer one is refused and nothing is kept', async () => {
    const accepted = await from('127.0.0.1', client.authorizeUrl({ state: 's'.repeat(2048) }));
    expect(accepted.statusCode).toBe(303);
    const before = await rows();
    for (const extra of [
      { state: 's'.repeat(2049) },
      { nonce: 'n'.repeat(90_000) },
      { unknown: 'u'.repeat(2049) },
    ]) {
      const refused = await from('127.0.0.1', client.authorizeUrl(extra));
      expect(refused.statusCode).toBe(400);
      expect(refused.body).toContain('Invalid sign-in link');
    }
    const signOut = await from('127.0.0.1', `${logoutUrl()}&state=${'s'.repeat(2049)}`);
    expect(signOut.statusCode).not.toBe(500);
    const kept = await postgres.db.selectFrom('oidc_payloads').select('payload').execute();
    expect(kept.every(({ payload }) => JSON.stringify(payload).length < 8_000)).toBe(true);
    expect((await rows()).Interaction).toBe(before.Interaction);
  });

  it('have 8 KB at most together', () => {
    const query = (values: number) => Array.from({ length: values }, (_, at) => `p${at}=${'v'.repeat(2000)}`);
    expect(isStorableQuery(query(4).join('&'))).toBe(true);
    expect(isStorableQuery(query(5).join('&'))).toBe(false);
  });

  it('that are not known are dropped', async () => {
    await from('127.0.0.1', client.authorizeUrl({ unknown: 'a value no one asked for' }));
    const kept = await postgres.db.selectFrom('oidc_payloads').select('payload').execute();
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain('no-one asked for');
  });
});
