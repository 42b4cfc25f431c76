import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPostgres, silentLog } from '../../../test/harness.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { createKeycloakAccounts } from './keycloak.accounts.ts';

let postgres: Postgres;
let server: Server;
let baseUrl: string;
let answer: (path: string) => { status: number; body: unknown } | 'nothing';

beforeAll(async () => {
  postgres = await openTestPostgres();
  server = createServer((request, response) => {
    const given = answer(request.url ?? '');
    if (given === 'nothing') return;
    response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await postgres?.close();
});

/** `timeoutMs` is read with each new connection. */
const identityProviderAt = (address: string, timeouts: { timeoutMs?: number } = {}) =>
  createKeycloakAccounts(
    Object.assign(timeouts, {
      baseUrl: address,
      realm: 'ludus',
      clientId: 'ludus-hub-admin',
      clientSecret: 'secret',
      rolesClientId: 'ludus-hub',
      log: silentLog,
    }),
  );

describe('Keycloak that is away', () => {
  it('is a 502 that says so, for every call, and asked anew at the next', async () => {
    answer = () => 'nothing';
    const timeouts = { timeoutMs: 200 };
    const identityProvider = identityProviderAt(baseUrl, timeouts);
    const calls = [
      identityProvider.list(postgres.db),
      identityProvider.find(postgres.db, 'x'),
      identityProvider.identity(postgres.db, 'x'),
      identityProvider.sessions('x'),
      identityProvider.update(postgres.db, 'x', { role: 'ludus_admin' }),
      postgres.transaction((tx) => identityProvider.resetPassword(tx, 'x', 'a temporary one')),
      identityProvider.remove(postgres.db, 'x'),
    ];
    const message =
      'The identity provider cannot be reached. Everything except users keeps working; try again in a minute.';
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ status: 502, message })));
    timeouts.timeoutMs = 30_000;
    const asked: string[] = [];
    answer = (path) => {
      asked.push(path);
      return { status: 503, body: {} };
    };
    await expect(identityProvider.list(postgres.db)).rejects.toMatchObject({ status: 502 });
    expect(asked).toEqual(['/realms/ludus/protocol/openid-connect/token']);
  });

  it('is a 502 too where nothing listens', async () => {
    await expect(identityProviderAt('http://127.0.0.1:9').list(postgres.db)).rejects.toMatchObject({
      status: 502,
    });
  });

  it('is told from one that refuses the hub, whose settings are wrong', async () => {
    answer = () => ({ status: 401, body: { error: 'unauthorized_client' } });
    await expect(identityProviderAt(baseUrl).list(postgres.db)).rejects.toMatchObject({
      status: 502,
      message:
        'Keycloak refuses the hub: its client for users administration needs the right secret and roles.',
    });
  });

  it('[OPEN-71] says by code which client or role the realm lacks', async () => {
    let clients: { id: string }[] = [];
    answer = (path) => {
      const { pathname } = new URL(path, baseUrl);
      if (pathname.endsWith('/token')) return { status: 200, body: { access_token: 'x', expires_in: 60 } };
      return { status: 200, body: /\/clients\/?$/.test(pathname) ? clients : [] };
    };
    await expect(identityProviderAt(baseUrl).list(postgres.db)).rejects.toMatchObject({
      status: 502,
      message: 'The realm has no client ludus-hub that the hub can see.',
      detail: messageOf('refusals.keycloakNoClient', { client: 'ludus-hub' }),
    });
    clients = [{ id: 'c1' }];
    const account = {
      username: 'anna',
      email: 'anna@alpina.test',
      role: 'ludus_admin',
      integrationName: null,
    };
    await expect(
      postgres.transaction((tx) =>
        identityProviderAt(baseUrl).create(tx, { ...account, password: 'temporary' } as never),
      ),
    ).rejects.toMatchObject({
      status: 502,
      message: 'The client ludus-hub of the realm has no role ludus_admin.',
      detail: messageOf('refusals.keycloakNoRole', { client: 'ludus-hub', role: 'ludus_admin' }),
    });
  });
});
