import { systemEndpoints } from '@ludus/contract';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { Browser, Client, type Tokens } from '../../../test/support/identity/identity-hub.ts';
import { joinRevocations } from '../../app.modules.ts';
import { type Hub, startHub } from '../../app.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import { createUsersModule } from '../users/index.ts';
import { createIdentityModule } from './index.ts';

let stores: TestStores;
let hubs: Hub[] = [];
let origin: string;
let client: Client;

/** A process of a hub with the built-in provider; all of them have one public address and the same stores. */
async function start(port: number): Promise<Hub> {
  return startHub({
    settings: { ...stores.settings, port, host: '127.0.0.1', publicUrl: origin },
    log: stores.log,
    role: 'api',
    schedules: false,
    stores,
    compose: (infra, { changes }) => {
      const identity = createIdentityModule({ ...infra, changes });
      const users = createUsersModule(infra, { changes });
      const keys = identity.localJwks();
      if (keys === undefined) throw new Error('the built-in provider has keys');
      return {
        modules: [
          identity,
          { name: 'demo accounts', start: async () => void (await identity.ensureDemoAccounts()) },
          users,
        ],
        contract: [
          ...systemEndpoints,
          ...[identity, users].flatMap(({ endpoints = [] }) => endpoints.map(({ endpoint }) => endpoint)),
        ],
        integrations: { findByName: async () => null },
        identity: { issuer: identity.issuer, keys },
        revokedTokens: joinRevocations(users.tokenRevocations, identity.revokedGrants),
      };
    },
  });
}

beforeAll(async () => {
  stores = await openTestStores({ sandbox: true });
  const port = await freePort();
  origin = `http://localhost:${port}`;
  hubs = [await start(port), await start(await freePort())];
  client = new Client(`${origin}/realms/ludus`, `${origin}/`);
});
afterAll(async () => {
  for (const hub of hubs) await hub.close();
  await closeTestStores(stores);
});

const signIn = (browser = new Browser()): Promise<Tokens> => client.signIn(browser, 'admin', 'ludus-demo');

/** What each process says to a call with the token. */
const statuses = (token: string): Promise<number[]> =>
  Promise.all(
    hubs.map(async ({ url }) => {
      const response = await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
      await response.body?.cancel();
      return response.status;
    }),
  );

const logout = (hint: Record<string, string>): string =>
  `${origin}/realms/ludus/protocol/openid-connect/logout?${new URLSearchParams({
    post_logout_redirect_uri: `${origin}/`,
    client_id: 'ludus-hub',
    state: 'bye',
    ...hint,
  })}`;

/** Resolves with the reason when the socket of a process is cut. */
async function connect({ url = '' }: Hub, token: string): Promise<{ ended: Promise<string> }> {
  const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { ended };
}

describe('[AUTH-09] signing out', () => {
  it('ends the access tokens of every tab at once, in every process, with their sockets', async () => {
    const browser = new Browser();
    const first = await signIn(browser);
    const second = await client.redeem(
      await browser.open(client.authorizeUrl(), { stopAt: client.returnUri }),
    );
    const bystander = await signIn();
    const sockets = await Promise.all(hubs.map((hub) => connect(hub, first.access_token)));
    expect(await statuses(first.access_token)).toEqual([200, 200]);
    await browser.open(logout({ id_token_hint: first.id_token }), { stopAt: `${origin}/?` });
    expect(await Promise.all(sockets.map(({ ended }) => ended))).toEqual([
      'io server disconnect',
      'io server disconnect',
    ]);
    expect(await statuses(first.access_token)).toEqual([401, 401]);
    expect(await statuses(second.access_token)).toEqual([401, 401]);
    expect(await statuses(bystander.access_token)).toEqual([200, 200]);
  });

  it('ends them too when the person has to confirm, and not before', async () => {
    const browser = new Browser();
    const tokens = await signIn(browser);
    const page = await browser.open(logout({}));
    expect(await statuses(tokens.access_token)).toEqual([200, 200]);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const socket = await connect(hubs[1] as Hub, tokens.access_token);
    await browser.open(`${origin}/realms/ludus/protocol/openid-connect/logout/confirm`, {
      form: { xsrf, logout: 'yes' },
      stopAt: `${origin}/?`,
    });
    await socket.ended;
    expect(await statuses(tokens.access_token)).toEqual([401, 401]);
  });
});

describe('an access token', () => {
  it('ends when its authorization code is redeemed a second time', async () => {
    const page = await client.submit(new Browser(), 'admin', 'ludus-demo');
    const tokens = await client.redeem(page);
    const socket = await connect(hubs[1] as Hub, tokens.access_token);
    expect(await statuses(tokens.access_token)).toEqual([200, 200]);
    await expect(client.redeem(page)).rejects.toThrow('invalid_grant');
    await socket.ended;
    expect(await statuses(tokens.access_token)).toEqual([401, 401]);
  });

  it('ends when an older refresh token of its sign-in is used again', async () => {
    const first = await signIn();
    const second = (await (await client.refresh(first.refresh_token)).json()) as Tokens;
    const third = (await (await client.refresh(second.refresh_token)).json()) as Tokens;
    const socket = await connect(hubs[1] as Hub, third.access_token);
    expect((await client.refresh(first.refresh_token)).status).toBe(400);
    await socket.ended;
    for (const { access_token } of [first, second, third]) {
      expect(await statuses(access_token)).toEqual([401, 401]);
    }
  });

  it('ends when its refresh token is revoked', async () => {
    const tokens = await signIn();
    const socket = await connect(hubs[1] as Hub, tokens.access_token);
    await fetch(`${origin}/realms/ludus/protocol/openid-connect/revoke`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ client_id: 'ludus-hub', token: tokens.refresh_token }),
    });
    await socket.ended;
    expect(await statuses(tokens.access_token)).toEqual([401, 401]);
  });
});
