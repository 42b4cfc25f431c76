import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ClickHouseServer, startClickHouseServer } from '../../../test/clickhouse-server.ts';
import { temporaryFolder } from '../../../test/folders.ts';
import { silentLog, testSettings } from '../../../test/harness.ts';
import { type ClickHouse, ClickHouseError, openClickHouse } from './index.ts';

const label = 'test';
const endless = 'SELECT number FROM system.numbers';

let dataDir: string;
let server: ClickHouseServer;
/** Keeps the engine of this process open while the tests close others. */
let first: ClickHouse;

beforeAll(async () => {
  dataDir = await temporaryFolder('closing');
  first = await openClickHouse(testSettings({ dataDir }), silentLog);
  server = await startClickHouseServer(join(dataDir, 'session-store'));
});

afterAll(async () => {
  await server.close();
  await first.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe.each([
  ['the engine inside the hub', () => openClickHouse(testSettings({ dataDir }), silentLog)],
  ['a ClickHouse server', () => openClickHouse(testSettings({ clickhouseUrl: server.url }), silentLog)],
])('%s that closes', (_name, open) => {
  it('ends a stream whose reader has stopped to ask, and the reader does not take it for whole', async () => {
    const clickhouse = await open();
    const reader = clickhouse.stream(endless, { label })[Symbol.asyncIterator]();
    expect((await reader.next()).done).toBe(false);
    await clickhouse.close();
    await expect(reader.next()).rejects.toThrow('The session store is closed');
  });

  it('ends a stream that is being read', async () => {
    const clickhouse = await open();
    const begun = Promise.withResolvers<void>();
    const reading = (async () => {
      for await (const _chunk of clickhouse.stream(endless, { label })) begun.resolve();
    })();
    await begun.promise;
    await Promise.all([clickhouse.close(), expect(reading).rejects.toThrow(ClickHouseError)]);
  });
});

describe('queries that are cancelled', () => {
  it('end with an error inside the hub', async () => {
    const clickhouse = await openClickHouse(testSettings({ dataDir }), silentLog);
    const sql = 'SELECT sum(cityHash64(number)) AS cancelled FROM numbers(1000000000000)';
    const query = clickhouse.rows(sql, { label, timeoutMs: 600_000 });
    const failed = expect(query).rejects.toThrow('QUERY_WAS_CANCELLED');
    const running = `SELECT count() AS n FROM system.processes WHERE query LIKE '%AS cancelled%' AND query NOT LIKE '%processes%'`;
    await expect.poll(() => first.rows(running, { label })).toEqual([{ n: '1' }]);
    clickhouse.cancelQueries();
    await failed;
    await clickhouse.close();
  });

  it('end with an error at a server that does not respond', async () => {
    const asked = Promise.withResolvers<void>();
    const silent = createServer(async (request, response) => {
      // Those of the opening have their responses.
      const statement = await text(request);
      if (statement.includes('SELECT 2')) asked.resolve();
      else if (statement.includes('serverUUID')) response.end('the only one\n');
      else response.end('[{"version":"26.3.1.1"}]');
    });
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const clickhouse = await openClickHouse(
      testSettings({ clickhouseUrl: `http://127.0.0.1:${port}` }),
      silentLog,
    );
    const failed = expect(clickhouse.rows('SELECT 2', { label })).rejects.toThrow(ClickHouseError);
    await asked.promise;
    clickhouse.cancelQueries();
    await failed;
    await clickhouse.close();
  });
});
