/** A real process whose stores, files and issuer go away and come back: what people see, and that nothing is lost. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame } from './catalogue.ts';
import { createGate, type Gate } from './gate.ts';
import {
  betsOf,
  call,
  type EnteredPlatform,
  enterPlatform,
  jobOf,
  readBets,
  requestFetch,
} from './support/processes/hub-client.ts';
import { type HubProcess, type HubProcesses, openHubProcesses } from './support/processes/hub-processes.ts';
import { testKeySet, tokenFor } from './tokens.ts';

/** The smallest PNG that there is. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let world: HubProcesses;
let hub: HubProcess;
let postgres: Gate;
let clickhouse: Gate;
let bucket: Gate;
let provider: { issuer: string; open(): Promise<void>; shut(): Promise<void> };
let alpina: EnteredPlatform;

beforeAll(async () => {
  provider = await openProvider();
  const processes = await openHubProcesses();
  const tokenOf = (userId: string) => tokenFor('ludus_admin', { userId, issuer: provider.issuer });
  world = { ...processes, tokenOf };
  const { DATABASE_URL, CLICKHOUSE_URL, S3_ENDPOINT } = await world.envOf('hub');
  const behind = async (address: string | undefined): Promise<[Gate, string]> => {
    const url = new URL(address ?? '');
    const gate = await createGate({ host: url.hostname, port: Number(url.port) });
    gate.open();
    url.host = `127.0.0.1:${gate.port}`;
    return [gate, url.href];
  };
  const [toPostgres, databaseUrl] = await behind(DATABASE_URL);
  const [toClickHouse, clickhouseUrl] = await behind(CLICKHOUSE_URL);
  const [toBucket, bucketUrl] = await behind(S3_ENDPOINT);
  [postgres, clickhouse, bucket] = [toPostgres, toClickHouse, toBucket];
  hub = await world.start('hub', 'all', {
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: clickhouseUrl,
    S3_ENDPOINT: bucketUrl,
    OIDC_ISSUER: provider.issuer,
  });
  await addGame(world.postgres.db, 'sugar_cascade');
  alpina = await enterPlatform(world, hub, 'Alpina', { sessions: 300, pageSize: 100 });
}, 120_000);

afterAll(async () => {
  await alpina?.platform.stop();
  await Promise.all([postgres, clickhouse, bucket].map((gate) => gate?.close()));
  await world?.close();
  await provider?.shut();
});

/** An issuer of tokens at an address that stays the same. */
async function openProvider() {
  let server: Server | undefined;
  let port = 0;
  const issuerOf = () => `http://127.0.0.1:${port}`;
  const open = async () => {
    server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      const document = { issuer: issuerOf(), jwks_uri: `${issuerOf()}/keys` };
      response.end(JSON.stringify(request.url === '/keys' ? testKeySet : document));
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const shut = async () => {
    if (server?.listening !== true) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await open();
  return { issuer: issuerOf(), open, shut };
}

function createTicket(title: string) {
  const body = JSON.stringify({ title, description: '<p>Text</p>', integrationId: alpina.integrationId });
  return call(world, hub, '/tickets', 'writes', { method: 'POST', body });
}

async function attach(ticketId: number) {
  const form = new FormData();
  form.set('file', new Blob([picture], { type: 'image/png' }), 'reel.png');
  const response = await fetch(`${hub.url}/api/tickets/${ticketId}/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await world.tokenOf('writes')}` },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

const unavailable = (code: string, message: string) => ({
  status: 503,
  body: { code: 'unavailable', message, detail: { code, values: {} } },
});

describe('PostgreSQL that is restarted', () => {
  it('is named to whoever calls meanwhile; what was acknowledged is there afterwards', async () => {
    const before = await createTicket('Before the restart');
    expect(before.status).toBe(200);
    postgres.shut();
    const words = 'The hub cannot reach its database at the moment. Try again in a moment.';
    const refused = unavailable('refusals.databaseUnavailable', words);
    expect(await createTicket('During the restart')).toMatchObject(refused);
    expect(await call(world, hub, '/tickets', 'reads')).toMatchObject(refused);
    postgres.open();
    await expect.poll(async () => (await createTicket('After the restart')).status).toBe(200);
    const { body } = await call(world, hub, '/tickets', 'reads');
    expect(body.map(({ title }: { title: string }) => title)).toEqual([
      'After the restart',
      'Before the restart',
    ]);
  });
});

describe('ClickHouse that is restarted', () => {
  it('lets a fetch wait for it, which then stores every session once', async () => {
    clickhouse.shut();
    const job = await requestFetch(world, hub, alpina.integrationId);
    await hub.logged('job failed; it is tried again', job);
    clickhouse.open();
    await expect.poll(async () => (await jobOf(world, job)).state, { timeout: 60_000 }).toBe('completed');
    expect(await jobOf(world, job)).toMatchObject({ received: 300 });
    expect(await readBets(world, hub)).toBe(betsOf(alpina.platform));
  });
});

describe('a bucket that is away', () => {
  it('is named to whoever sends a file, leaves no half of it, and takes it once it is back', async () => {
    const { body: ticket } = await createTicket('With a picture');
    const mediaOf = async () => {
      const { body } = await call(world, hub, `/tickets/${ticket.id}`, 'reads');
      return body.ticket_media as { name: string; url: string }[];
    };
    bucket.shut();
    const words = 'Files are temporarily unavailable. Everything else works; try again in a moment.';
    const refused = unavailable('refusals.filesUnavailable', words);
    expect(await attach(ticket.id)).toMatchObject(refused);
    expect(await mediaOf()).toEqual([]);
    expect((await call(world, hub, '/integrations', 'reads')).status).toBe(200);
    // It is seen from outside, and takes no process out of service.
    const parts = { postgres: 'ok', clickhouse: 'ok', jobs: 'ok', files: 'failing' };
    const health = await fetch(`${hub.url}/api/health`);
    expect([health.status, await health.json()]).toEqual([503, { status: 'failing', parts }]);
    const ready = await fetch(`${hub.url}/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', parts }]);
    bucket.open();
    expect((await attach(ticket.id)).status).toBe(200);
    const [medium] = await mediaOf();
    const read = () => fetch(new URL(medium?.url ?? '', hub.url));
    expect(Buffer.from(await (await read()).arrayBuffer())).toEqual(picture);
    // A file that is stored, and cannot be reached.
    bucket.shut();
    expect((await read()).status).toBe(503);
    bucket.open();
    expect(Buffer.from(await (await read()).arrayBuffer())).toEqual(picture);
  });
});

describe('an identity provider that is away', () => {
  it('does not hold up people who are signed in', async () => {
    expect((await call(world, hub, '/me', 'person-1')).status).toBe(200);
    await provider.shut();
    expect((await call(world, hub, '/me', 'person-1')).status).toBe(200);
    expect((await call(world, hub, '/me', 'person-2')).status).toBe(200);
    await provider.open();
  });

  it('does not hold up a start; its tokens are taken once it is back', async () => {
    await provider.shut();
    const late = await world.start('late', 'api', { OIDC_ISSUER: provider.issuer });
    const words = 'The identity provider cannot be reached.';
    const refused = unavailable('refusals.identityProviderUnreachable', words);
    expect(await call(world, late, '/me', 'person-3')).toMatchObject(refused);
    await provider.open();
    expect((await call(world, late, '/me', 'person-3')).status).toBe(200);
    expect(await late.stop()).toBe(0);
  }, 120_000);
});
