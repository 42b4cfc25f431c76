import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import {
  Browser,
  Client,
  claimsIn,
  type RunningIdentity,
  runIdentity,
} from '../../../test/support/identity/identity-hub.ts';
import { type FixedClock, fixedClock, systemClock } from '../../infra/clock/index.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { createSignInLog, type SignInLog } from './sign-in.log.ts';

let postgres: Postgres;
let clock: FixedClock;
let hub: RunningIdentity;
let client: Client;
let dataDir: string;
let log: SignInLog;
let lastId = 0;

beforeAll(async () => {
  postgres = await openTestPostgres();
  dataDir = await temporaryFolder('sign-in-log');
  clock = fixedClock(systemClock.now().toISOString());
  log = createSignInLog({ postgres, clock });
  hub = await runIdentity({
    settings: testSettings({ sandbox: true, dataDir }),
    postgres,
    clock,
    log: silentLog,
    port: await freePort(),
  });
  await hub.identity.ensureDemoAccounts();
  client = new Client(hub.issuer, `${hub.origin}/`);
});

beforeEach(async () => {
  await postgres.pool.query('DELETE FROM sign_in_attempts');
  await postgres.pool.query('DELETE FROM sign_in_refusals');
  const { rows } = await postgres.pool.query('SELECT coalesce(max(id), 0) AS id FROM logs');
  lastId = rows[0].id;
});

afterAll(async () => {
  await hub?.close();
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** The entries of a test, oldest first. */
async function entries() {
  const { rows } = await postgres.pool.query(
    `SELECT action, description, user_id, username, related_id, updates FROM logs
      WHERE id > $1 AND log_type_id = 8 ORDER BY id`,
    [lastId],
  );
  return rows;
}

const browser = () => new Browser({ 'user-agent': 'Tester/1.0' });

describe('the log of sign-ins', () => {
  it('names who signed in, from where and with which browser', async () => {
    const tokens = await client.signIn(browser(), 'admin', 'ludus-demo');
    const { sub } = claimsIn(tokens.access_token);
    expect(await entries()).toEqual([
      {
        action: 'sign-in',
        description: 'Signed in from 127.0.0.1',
        user_id: sub,
        username: 'admin',
        related_id: sub,
        updates: { address: '127.0.0.1', browser: 'Tester/1.0', methods: ['pwd'], knownBrowser: false },
      },
    ]);
  });

  it('names what was typed for a refused one, why it was refused, and never the password', async () => {
    await postgres.pool.query(`UPDATE accounts SET enabled = false WHERE username = 'alpina.guest'`);
    const account = await hub.identity.findAccountByUsername('admin');
    await client.submit(browser(), 'Admin', 'a secret typed wrong');
    await client.submit(browser(), 'no-one\u0000\r\nx', 'a secret typed wrong');
    await client.submit(browser(), 'alpina.guest', 'ludus-demo');
    await client.submit(browser(), 'y'.repeat(500), 'a secret typed wrong');
    await postgres.pool.query(`UPDATE accounts SET enabled = true WHERE username = 'alpina.guest'`);
    const found = await entries();
    expect(found.map(({ description, updates }) => [description, updates.reason, updates.attempts])).toEqual([
      ['Refused a sign-in as "Admin" from 127.0.0.1', 'wrong-password', 1],
      ['Refused a sign-in as "no-one x" from 127.0.0.1', 'unknown-name', 1],
      ['Refused a sign-in as "alpina.guest" from 127.0.0.1', 'disabled-account', 1],
      [`Refused a sign-in as "${'y'.repeat(99)}…" from 127.0.0.1`, 'unknown-name', 1],
    ]);
    expect(found[0]).toMatchObject({ user_id: 'unknown', username: '', related_id: account?.id });
    expect(found[1].related_id).toBeNull();
    expect(JSON.stringify(found)).not.toContain('a secret typed wrong');
  });

  it('counts repeats within a minute in one further entry', async () => {
    for (let time = 0; time < 4; time += 1) await client.submit(browser(), 'manager', 'wrong');
    await log.flush();
    expect(await entries()).toHaveLength(1);
    clock.advance(60_000);
    await Promise.all([log.flush(), log.flush()]);
    expect((await entries()).map(({ description, updates }) => [description, updates.attempts])).toEqual([
      ['Refused a sign-in as "manager" from 127.0.0.1', 1],
      ['Refused 3 more sign-ins as "manager" from 127.0.0.1', 3],
    ]);
    await log.flush();
    await client.submit(browser(), 'manager', 'wrong');
    expect(await entries()).toHaveLength(3);
  });

  it('grows by one entry and one count while a caller who has to wait goes on with ever new names', async () => {
    for (let n = 0; n < 50; n += 1) await client.submit(new Browser(), `guess${n}`, 'wrong');
    expect(await entries()).toHaveLength(50);
    for (let n = 0; n < 20; n += 1) await client.submit(new Browser(), `further${n}`, 'wrong');
    clock.advance(60_000);
    await log.flush();
    const further = (await entries()).slice(50);
    expect(
      further.map(({ description, updates }) => [description, updates.reason, updates.attempts]),
    ).toEqual([
      ['Refused a sign-in as "further0" from 127.0.0.1', 'too-many-attempts', 1],
      ['Refused 19 more sign-ins as "further0" from 127.0.0.1', 'too-many-attempts', 19],
    ]);
  });
});
