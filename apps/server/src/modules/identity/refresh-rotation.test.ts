import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import {
  Browser,
  Client,
  claimsIn,
  type RunningIdentity,
  runIdentity,
  type Tokens,
} from '../../../test/support/identity/identity-hub.ts';
import { type FixedClock, fixedClock, systemClock } from '../../infra/clock/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';

let postgres: Postgres;
let settings: Settings;
let clock: FixedClock;
let hub: RunningIdentity;
let client: Client;

beforeAll(async () => {
  postgres = await openTestPostgres();
  settings = testSettings({ sandbox: true, dataDir: await temporaryFolder('identity') });
  // The provider goes by the machine's own time; the hub's clock starts there and is moved by the tests.
  clock = fixedClock(systemClock.now().toISOString());
  hub = await runIdentity({ settings, postgres, clock, log: silentLog, port: await freePort() });
  await hub.identity.ensureDemoAccounts();
  client = new Client(hub.issuer, `${hub.origin}/`);
});
afterAll(async () => {
  await hub?.close();
  await postgres?.close();
  await rm(settings.dataDir, { recursive: true, force: true });
});

const signIn = (browser = new Browser()): Promise<Tokens> => client.signIn(browser, 'admin', 'ludus-demo');

async function refreshed(token: string): Promise<Tokens> {
  const response = await client.refresh(token);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as Tokens;
}

async function errorOf(token: string): Promise<unknown> {
  const response = await client.refresh(token);
  return { status: response.status, ...((await response.json()) as object) };
}
const refused = expect.objectContaining({ status: 400, error: 'invalid_grant' });

const isRevoked = (accessToken: string): Promise<boolean> =>
  hub.identity.revokedGrants.isRevoked(String(claimsIn(accessToken).grant_id));

describe('[AUTH-03] a refresh token that is used again', () => {
  it('within 90 seconds gives the same successor and a good access token, ten times out of ten', async () => {
    const first = await signIn();
    const answers = [];
    for (let use = 0; use < 10; use += 1) answers.push(await refreshed(first.refresh_token));
    expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    expect(answers[0]?.refresh_token).not.toBe(first.refresh_token);
    for (const { access_token } of answers) {
      expect(await client.verify(access_token)).toMatchObject({ preferred_username: 'admin' });
    }
    clock.advance(90_000);
    expect((await refreshed(first.refresh_token)).refresh_token).toBe(answers[0]?.refresh_token);
  });

  it('gives the same successor to uses at the same instant, generation after generation', async () => {
    let token = (await signIn()).refresh_token;
    for (let generation = 0; generation < 3; generation += 1) {
      const uses = await Promise.all(Array.from({ length: 8 }, () => refreshed(token)));
      const successors = new Set(uses.map(({ refresh_token }) => refresh_token));
      expect(successors.size).toBe(1);
      [token = ''] = successors;
    }
  });

  it('later ends the sign-in with its access tokens; the browser itself signs in again unasked', async () => {
    const browser = new Browser();
    const stolen = await signIn(browser);
    const next = await refreshed(stolen.refresh_token);
    expect(await isRevoked(next.access_token)).toBe(false);
    clock.advance(91_000);
    expect(await errorOf(stolen.refresh_token)).toEqual(refused);
    expect(await errorOf(next.refresh_token)).toEqual(refused);
    expect([await isRevoked(stolen.access_token), await isRevoked(next.access_token)]).toEqual([true, true]);
    const silent = await client.redeem(
      await browser.open(client.authorizeUrl({ prompt: 'none' }), { stopAt: client.returnUri }),
    );
    expect(await isRevoked(silent.access_token)).toBe(false);
    await refreshed(silent.refresh_token);
  });

  it('after its successor was used starts no second chain, within the 90 seconds too', async () => {
    const first = await signIn();
    const second = await refreshed(first.refresh_token);
    const third = await refreshed(second.refresh_token);
    expect(await errorOf(first.refresh_token)).toEqual(refused);
    // Two people hold tokens of this sign-in, so neither goes on.
    expect(await errorOf(third.refresh_token)).toEqual(refused);
    expect(await isRevoked(third.access_token)).toBe(true);
  });

  it('is answered when the process ended before it stored the successor', async () => {
    const first = await signIn();
    const lost = await refreshed(first.refresh_token);
    await postgres.db
      .deleteFrom('oidc_payloads')
      .where('model', '=', 'RefreshToken')
      .where('consumed_at', 'is', null)
      .where('grant_id', '=', String(claimsIn(first.access_token).grant_id))
      .execute();
    const again = await refreshed(first.refresh_token);
    expect(again.refresh_token).toBe(lost.refresh_token);
    await refreshed(again.refresh_token);
  });
});

describe('what the store keeps of refresh tokens', () => {
  it('is neither a token nor enough to derive one', async () => {
    const first = await signIn();
    const second = await refreshed(first.refresh_token);
    const rows = await postgres.db.selectFrom('oidc_payloads').selectAll().execute();
    const stored = JSON.stringify(
      rows.map((row) => ({ ...row, id_hash: row.id_hash.toString('base64url') })),
    );
    for (const token of [first.refresh_token, second.refresh_token]) expect(stored).not.toContain(token);
  });
});

describe('an authorization code that is redeemed twice', () => {
  it('ends the tokens of the first time', async () => {
    const page = await client.submit(new Browser(), 'admin', 'ludus-demo');
    const tokens = await client.redeem(page);
    await expect(client.redeem(page)).rejects.toThrow('invalid_grant');
    expect(await isRevoked(tokens.access_token)).toBe(true);
    expect(await errorOf(tokens.refresh_token)).toEqual(refused);
  });
});
