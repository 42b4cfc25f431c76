import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPostgres, silentLog } from '../../../test/harness.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { createKeycloakDirectory } from './keycloak.directory.ts';

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

/** `patience` is looked at with each new connection. */
const directoryAt = (address: string, patience: { timeoutMs?: number } = {}) =>
  createKeycloakDirectory(
    Object.assign(patience, {
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
    const patience = { timeoutMs: 200 };
    const directory = directoryAt(baseUrl, patience);
    const calls = [
      directory.list(postgres.db),
      directory.find(postgres.db, 'x'),
      directory.identity(postgres.db, 'x'),
      directory.sessions('x'),
      directory.update(postgres.db, 'x', { role: 'ludus_admin' }),
      directory.resetPassword(postgres.db, 'x', 'a temporary one'),
      directory.remove(postgres.db, 'x'),
    ];
    const message =
      'The identity provider cannot be reached. Everything but users goes on; try again in a minute.';
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ status: 502, message })));
    patience.timeoutMs = 30_000;
    const asked: string[] = [];
    answer = (path) => {
      asked.push(path);
      return { status: 503, body: {} };
    };
    await expect(directory.list(postgres.db)).rejects.toMatchObject({ status: 502 });
    expect(asked).toEqual(['/realms/ludus/protocol/openid-connect/token']);
  });

  it('is a 502 too where nothing listens', async () => {
    await expect(directoryAt('http://127.0.0.1:9').list(postgres.db)).rejects.toMatchObject({ status: 502 });
  });

  it('is told from one that refuses the hub, whose settings are wrong', async () => {
    answer = () => ({ status: 401, body: { error: 'unauthorized_client' } });
    await expect(directoryAt(baseUrl).list(postgres.db)).rejects.toMatchObject({
      status: 502,
      message:
        'Keycloak refuses the hub: its client for users administration needs the right secret and roles.',
    });
  });
});
