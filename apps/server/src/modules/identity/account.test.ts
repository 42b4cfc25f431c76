import { accountEndpoints, systemEndpoints } from '@ludus/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { Browser, Client, claimsIn, type Tokens } from '../../../test/support/identity/identity-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { type Hub, startHub } from '../../app.ts';
import { type FixedClock, fixedClock, systemClock } from '../../infra/clock/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import { createIdentityModule } from './index.ts';

let stores: TestStores;
let hub: Hub;
let clock: FixedClock;
let origin: string;
let client: Client;
const notified: string[] = [];

beforeAll(async () => {
  stores = await openTestStores({ sandbox: true, secondFactor: 'provider' });
  clock = fixedClock(systemClock.now().toISOString());
  const port = await freePort();
  origin = `http://localhost:${port}`;
  hub = await startHub({
    settings: { ...stores.settings, port, host: '127.0.0.1', publicUrl: origin },
    log: stores.log,
    role: 'api',
    schedules: false,
    stores,
    clock,
    compose: (infra, { changes }) => {
      const identity = createIdentityModule({
        ...infra,
        changes,
        async notify(_tx, { subjects = [] }, message) {
          for (const subject of subjects) notified.push(`${subject} ${renderMessage(message.texts.title)}`);
          return { notices: 0, mails: 0, people: [] };
        },
      });
      const keys = identity.localJwks();
      if (keys === undefined) throw new Error('the built-in provider has keys');
      return {
        modules: [
          identity,
          { name: 'demo accounts', start: async () => void (await identity.ensureDemoAccounts()) },
        ],
        contract: [...systemEndpoints, ...accountEndpoints],
        integrations: { findByName: async (name) => ({ id: 1, name }) },
        identity: { issuer: identity.issuer, keys },
        revokedTokens: {
          isRevoked: (_identity, _issuedAt, grantId) => identity.revokedGrants.isRevoked(grantId),
          onChange: identity.revokedGrants.onChange,
        },
      };
    },
  });
  client = new Client(`${origin}/realms/ludus`, `${origin}/`);
});
afterAll(async () => {
  await hub?.close();
  await closeTestStores(stores);
});

const password = 'ludus-demo';
const newPassword = 'copper wind over 41 fields';

let username: string;
let made = 0;

/** A new account of an integration for each test, with the password that is typed in most of them. */
beforeEach(async () => {
  made += 1;
  username = `person${made}`;
  notified.length = 0;
  const { pool } = stores.postgres;
  await pool.query('DELETE FROM sign_in_attempts');
  await pool.query(
    `INSERT INTO accounts (id, username, email, password_hash, roles, integration_name, created_at)
      SELECT gen_random_uuid(), $1, $1 || '@alpina.test', password_hash, roles, integration_name, now()
      FROM accounts WHERE username = 'alpina.guest'`,
    [username],
  );
});

const signIn = (typed = password): Promise<Tokens> => client.signIn(new Browser(), username, typed);

async function call(method: string, path: string, token?: string, body?: object) {
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

const statusOf = async ({ access_token }: Tokens) => (await call('GET', '/me', access_token)).status;
const refreshOf = async ({ refresh_token }: Tokens) => (await client.refresh(refresh_token)).status;

/** The entries of the log about the account, oldest first. */
async function entries() {
  const { rows } = await stores.postgres.pool.query(
    `SELECT action, username FROM logs WHERE log_type_id = 5 AND username = $1 ORDER BY id`,
    [username],
  );
  return rows.map(({ action }) => action);
}

const codeFor = (key: string) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: clock.now().getTime() });

async function turnOn(token: string) {
  const { body } = await call('POST', '/account/second-factor', token, { currentPassword: password });
  const confirmed = await call('PUT', '/account/second-factor', token, { code: codeFor(body.key) });
  return { key: body.key as string, uri: body.uri as string, qr: body.qr as string, confirmed };
}

const changePassword = (token: string | undefined, currentPassword: string, chosen: string) =>
  call('PUT', '/account/password', token, { currentPassword, newPassword: chosen });

describe('PUT /api/account/password', () => {
  it('changes the own password, keeps this sign-in and ends every other one at once', async () => {
    const [here, elsewhere] = [await signIn(), await signIn()];
    expect((await changePassword(here.access_token, password, newPassword)).status).toBe(200);
    expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([200, 401]);
    expect([await refreshOf(here), await refreshOf(elsewhere)]).toEqual([200, 400]);
    expect((await client.submit(new Browser(), username, password)).status).toBe(422);
    expect(await statusOf(await signIn(newPassword))).toBe(200);
    expect(await entries()).toEqual(['change-password']);
    expect(notified).toEqual([`${claimsIn(here.access_token).sub} Your password was changed`]);
  });

  it('refuses beside the field: a wrong current password, a weak new one, and the same again', async () => {
    const { access_token } = await signIn();
    const refused: [string, string, object][] = [
      ['wrong', newPassword, { currentPassword: 'This is not your current password.' }],
      ['x'.repeat(900), newPassword, { currentPassword: 'This is not your current password.' }],
      [
        password,
        'password123',
        {
          newPassword:
            'This password is easy to guess. Use several unrelated words, or more random characters.',
        },
      ],
      [password, 'short', { newPassword: 'Use at least 10 characters.' }],
      [password, password, { newPassword: 'This is your current password. Choose another one.' }],
      ['', '', { currentPassword: 'Enter your current password.', newPassword: 'Enter a new password.' }],
    ];
    for (const [current, chosen, fields] of refused) {
      const { status, body } = await changePassword(access_token, current, chosen);
      expect([status, body.fields]).toEqual([422, fields]);
    }
    expect((await changePassword(undefined, password, newPassword)).status).toBe(401);
    expect(await statusOf(await signIn())).toBe(200);
    expect(notified).toEqual([]);
  });

  it('makes guessing the current password wait, without locking the sign-in', async () => {
    const { access_token } = await signIn();
    for (let time = 0; time < 5; time += 1) {
      expect((await changePassword(access_token, 'wrong', newPassword)).status).toBe(422);
    }
    const blocked = await changePassword(access_token, password, newPassword);
    expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await statusOf(await signIn())).toBe(200);
  });
});

describe('the sign-ins of the own account', () => {
  const listed = async ({ access_token }: Tokens): Promise<{ id: string; isCurrent: boolean }[]> =>
    (await call('GET', '/account/security', access_token)).body.signIns;
  const end = (token: string | undefined, body: object) => call('DELETE', '/account/sign-ins', token, body);

  it('are listed with the one that asks marked, last access first', async () => {
    const first = await signIn();
    clock.advance(60_000);
    const second = await signIn();
    const sight = [
      { ipAddress: '127.0.0.1', isCurrent: true },
      { ipAddress: '127.0.0.1', isCurrent: false },
    ];
    expect(await listed(second)).toMatchObject(sight);
    expect((await listed(first)).map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  it('end one by one with the password: its tokens at once, the others never', async () => {
    const [here, there, third] = [await signIn(), await signIn(), await signIn()];
    const id = (await listed(there)).find(({ isCurrent }) => isCurrent)?.id;
    const wrong = await end(here.access_token, { currentPassword: 'wrong', id });
    expect([wrong.status, wrong.body.fields]).toEqual([
      422,
      { currentPassword: 'This is not your current password.' },
    ]);
    expect(await statusOf(there)).toBe(200);
    expect((await end(here.access_token, { currentPassword: password, id })).status).toBe(200);
    expect([await statusOf(here), await statusOf(there), await statusOf(third)]).toEqual([200, 401, 200]);
    expect([await refreshOf(there), await refreshOf(third)]).toEqual([400, 200]);
    expect((await listed(here)).map((one) => one.id)).not.toContain(id);
    expect((await end(here.access_token, { currentPassword: password, id })).status).toBe(404);
    expect(await entries()).toEqual(['end-sign-ins']);
  });

  it('end all at once but the one that asks, and those of no one else', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const foreign = await client.signIn(new Browser(), 'alpina.guest', password);
    const foreignId = (await listed(foreign)).find(({ isCurrent }) => isCurrent)?.id;
    expect((await end(here.access_token, { currentPassword: password, id: foreignId })).status).toBe(404);
    expect((await end(undefined, { currentPassword: password })).status).toBe(401);
    expect((await end(here.access_token, {})).status).toBe(422);
    expect((await end(here.access_token, { currentPassword: password })).status).toBe(200);
    expect([await statusOf(here), await statusOf(there), await statusOf(foreign)]).toEqual([200, 401, 200]);
    expect(await listed(here)).toHaveLength(1);
  });
});

describe('the second factor of the own account', () => {
  const security = async (token: string) => (await call('GET', '/account/security', token)).body;

  it('is turned on with the password and a first code, keeps this sign-in and ends the others', async () => {
    const [here, elsewhere] = [await signIn(), await signIn()];
    const token = here.access_token;
    const off = { isRequired: false, since: null, recoveryCodesLeft: 0 };
    expect(await security(token)).toMatchObject({ kind: 'built-in', accountUrl: null, secondFactor: off });
    const wrong = await call('POST', '/account/second-factor', token, { currentPassword: 'wrong' });
    expect([wrong.status, wrong.body.fields]).toEqual([
      422,
      { currentPassword: 'This is not your current password.' },
    ]);
    const { key, uri, qr, confirmed } = await turnOn(token);
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Ludus%20Hub:${username}?issuer=Ludus%20Hub&secret=${key}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(qr).toMatch(/^<svg /);
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect(await security(token)).toMatchObject({
      secondFactor: { since: clock.now().toISOString(), recoveryCodesLeft: 10 },
    });
    expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([200, 401]);
    expect([await refreshOf(here), await refreshOf(elsewhere)]).toEqual([200, 400]);
    expect((await client.submit(new Browser(), username, password)).url).toMatch(/\/code$/);
    expect(await entries()).toEqual(['turn-on-second-factor']);
    expect(notified).toEqual([`${claimsIn(token).sub} A second factor was set up for your account`]);
  });

  it('stays off after a wrong code, without a key, and once the key has expired', async () => {
    const { access_token: token } = await signIn();
    const confirm = (code: string) => call('PUT', '/account/second-factor', token, { code });
    expect((await confirm('123456')).status).toBe(409);
    const { body } = await call('POST', '/account/second-factor', token, { currentPassword: password });
    const wrong = await confirm('000000');
    expect([wrong.status, wrong.body.fields]).toEqual([
      422,
      { code: 'This code is wrong or was used before. Try the next one.' },
    ]);
    await stores.postgres.pool.query(
      `UPDATE account_pending_factors SET created_at = created_at - interval '15 minutes'`,
    );
    expect((await confirm(codeFor(body.key))).status).toBe(409);
    expect((await security(token)).secondFactor.since).toBeNull();
  });

  it('gets new recovery codes, which take the place of the old ones', async () => {
    const { access_token: token } = await signIn();
    const renew = () => call('POST', '/account/recovery-codes', token, { currentPassword: password });
    expect((await renew()).status).toBe(409);
    const { confirmed } = await turnOn(token);
    const { body } = await renew();
    expect(body.recoveryCodes).toHaveLength(10);
    const use = async (code: string) => {
      const browser = new Browser();
      const page = await client.submit(browser, username, password);
      return browser.open(page.url, { form: { code }, stopAt: client.returnUri });
    };
    expect((await use(confirmed.body.recoveryCodes[0])).status).toBe(422);
    expect((await use(body.recoveryCodes[0])).url).toContain('/?code=');
    expect((await security(token)).secondFactor.recoveryCodesLeft).toBe(9);
    expect(await entries()).toEqual(['turn-on-second-factor', 'renew-recovery-codes']);
  });

  it('is turned off with the password, where it is not required', async () => {
    const { access_token: token } = await signIn();
    const turnOff = (currentPassword: string) =>
      call('DELETE', '/account/second-factor', token, { currentPassword });
    expect((await turnOff(password)).status).toBe(409);
    await turnOn(token);
    expect((await turnOff('wrong')).status).toBe(422);
    expect((await turnOff(password)).status).toBe(200);
    expect((await security(token)).secondFactor).toEqual({
      isRequired: false,
      since: null,
      recoveryCodesLeft: 0,
    });
    expect(await statusOf(await signIn())).toBe(200);
    await stores.postgres.pool.query(`UPDATE accounts SET roles = '{ludus_manager}' WHERE username = $1`, [
      username,
    ]);
    const staff = new Browser();
    const page = await client.submit(staff, username, password);
    const key = /data-copy="([A-Z2-7]+)"/.exec(page.text)?.[1] ?? '';
    await staff.open(page.url, { form: { code: codeFor(key) } });
    const tokens = await client.redeem(await staff.open(page.url, { form: {}, stopAt: client.returnUri }));
    const refused = await call('DELETE', '/account/second-factor', tokens.access_token, {
      currentPassword: password,
    });
    expect([refused.status, refused.body.message]).toEqual([409, 'Your role requires a second factor.']);
    expect((await security(tokens.access_token)).secondFactor.isRequired).toBe(true);
  });

  it('needs a token', async () => {
    for (const [method, path] of [
      ['GET', '/account/security'],
      ['POST', '/account/second-factor'],
      ['PUT', '/account/second-factor'],
      ['DELETE', '/account/second-factor'],
      ['POST', '/account/recovery-codes'],
    ] as const) {
      const body = method === 'GET' ? undefined : { currentPassword: password, code: '1' };
      expect((await call(method, path, undefined, body)).status).toBe(401);
    }
  });
});

describe('with an external identity provider', () => {
  let other: TestHub;
  beforeAll(async () => {
    other = await startTestHub({
      stores,
      role: 'api',
      modules: (infra) => [
        createIdentityModule({
          ...infra,
          settings: { ...infra.settings, oidcIssuer: 'https://id.example/realms/casino' },
        }),
      ],
    });
  });
  afterAll(() => other?.close());

  it('leads to its page for people, and changes nothing here', async () => {
    for (const role of ['ludus_admin', 'integration_guest'] as const) {
      const token = await tokenFor(role);
      expect((await other.get('/account/security', token)).body).toEqual({
        kind: 'external',
        accountUrl: 'https://id.example/realms/casino/account',
        secondFactor: null,
        signIns: null,
      });
      const change = await other.call('PUT', '/account/password', {
        token,
        body: { currentPassword: password, newPassword },
      });
      expect(change.status).toBe(409);
      for (const [method, body] of [
        ['POST', { currentPassword: password }],
        ['PUT', { code: '123456' }],
        ['DELETE', { currentPassword: password }],
      ] as const) {
        expect((await other.call(method, '/account/second-factor', { token, body })).status).toBe(409);
      }
    }
  });
});
