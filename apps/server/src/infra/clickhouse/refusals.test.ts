import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../test/harness.ts';
import { freePort } from '../postgres/cluster.ts';
import { openClickHouse } from './clickhouse.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that responds to each statement as ClickHouse does. */
async function respond(status: number, body: string): Promise<string> {
  server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status, { 'content-type': 'text/plain' }).end(body));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server?.once('listening', done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function refusal(host: string): Promise<string> {
  const settings = {
    dataDir: '/nonexistent',
    clickhouseUrl: `http://hub:hunter2@${host}/sessions`,
    clickhouseCluster: undefined,
    threadPoolSize: 4,
  };
  const error = await openClickHouse(settings, silentLog).then(
    (opened) => opened.close().then(() => new Error('accepted')),
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'StartupError' });
  expect((error as Error).message).not.toContain('hunter2');
  return (error as Error).message;
}

describe('a start refuses a ClickHouse', () => {
  it('that cannot be reached', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    expect(await refusal(host)).toBe(
      `ClickHouse at ${host} cannot be reached (ECONNREFUSED): start it, or correct CLICKHOUSE_URL.`,
    );
  });

  it('that refuses user and password', async () => {
    const host = await respond(
      403,
      'Code: 516. DB::Exception: hub: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)',
    );
    expect(await refusal(host)).toBe(
      `ClickHouse at ${host} refuses the user "hub": correct user and password in CLICKHOUSE_URL.`,
    );
  });

  it('that has no such database', async () => {
    const host = await respond(
      404,
      'Code: 81. DB::Exception: Database sessions does not exist. (UNKNOWN_DATABASE)',
    );
    expect(await refusal(host)).toBe(
      `ClickHouse at ${host} has no database "sessions": create it, or correct CLICKHOUSE_URL.`,
    );
  });

  it('that is another program', async () => {
    const host = await respond(200, '<html>');
    expect(await refusal(host)).toBe(
      `What listens at ${host} does not respond like ClickHouse: set CLICKHOUSE_URL to its HTTP interface, such as http://host:8123.`,
    );
  });

  it('that is too old', async () => {
    expect(await refusal(await respond(200, '[{"version":"24.8.4.13"}]\n'))).toBe(
      'CLICKHOUSE_URL is a ClickHouse 24.8.4.13: the hub needs 25 or newer, so upgrade the server.',
    );
  });
});
