import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ClickHouseServer, startClickHouseServer } from '../../../test/clickhouse-server.ts';
import { loadSettings } from '../config/settings.ts';
import { createLog } from '../log/index.ts';
import { type ClickHouse, ClickHouseError, migrateClickHouse, openClickHouse } from './index.ts';
import { readMigrations } from './migrate.ts';

const log = createLog({ logLevel: 'silent' });
const dataDir = mkdtempSync(join(tmpdir(), 'ludus-ch-'));
const label = 'test';
// More than the pool has connections, so that every connection has been used at least once.
const everyConnection = Array.from({ length: 12 }, (_, index) => index);

let embedded: ClickHouse;
let server: ClickHouseServer;
let remote: ClickHouse;

beforeAll(async () => {
  const env = { HUB_DATA_DIR: dataDir, UV_THREADPOOL_SIZE: '8' };
  embedded = await openClickHouse(loadSettings(env), log);
  server = await startClickHouseServer(join(dataDir, 'session-store'));
  remote = await openClickHouse(loadSettings({ ...env, CLICKHOUSE_URL: server.url }), log);
});

afterAll(async () => {
  await remote.close();
  await server.close();
  await embedded.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Fails after it has produced many rows: without a drain, the next query on the connection would read them. */
const failsLate =
  "SELECT number, 'foreign' AS secret, throwIf(number = 150000) FROM numbers(200000) SETTINGS max_block_size = 5000";

function codeOf(query: Promise<unknown>): Promise<number> {
  return query.then(
    () => -1,
    (error) => (error instanceof ClickHouseError ? error.code : -2),
  );
}

/** A table that keeps who reads it waiting until it is let go, or the test is over. */
async function heldTable() {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const source = createServer(async (request, response) => {
    // The engine looks first (HEAD) whether there is anything.
    if (request.method === 'GET') {
      asked.resolve();
      await held.promise;
    }
    response.end('1\n');
  });
  source.listen(0, '127.0.0.1');
  await once(source, 'listening');
  onTestFinished(() => {
    held.resolve();
    source.close();
  });
  const { port } = source.address() as AddressInfo;
  return {
    sql: `url('http://127.0.0.1:${port}', 'TSV', 'n UInt8')`,
    asked: asked.promise,
    letGo: () => held.resolve(),
  };
}

describe.each([
  ['the engine inside the hub', () => embedded],
  ['a ClickHouse server', () => remote],
])('%s', (_name, opened) => {
  let sessionStore: ClickHouse;

  beforeAll(() => {
    sessionStore = opened();
  });

  describe('reading', () => {
    it('64-bit integers and decimals are exact', async () => {
      const sql =
        "SELECT toInt64(9007199254740993) AS cents, toDecimal64('0.10', 2) AS rate, 7::UInt16 AS id";
      expect(await sessionStore.rows(sql, { label })).toEqual([
        { cents: '9007199254740993', rate: '0.1', id: 7 },
      ]);
    });

    it('no rows are an empty list', async () => {
      expect(await sessionStore.rows('SELECT 1 AS n WHERE 0', { label })).toEqual([]);
    });

    it('a statement may be longer than the default of the engine', async () => {
      const text = 'a'.repeat(300_000);
      expect(await sessionStore.rows(`SELECT length('${text}') AS n`, { label })).toEqual([{ n: '300000' }]);
    });

    it('whole numbers keep the order of the columns and every digit, and nothing else is taken for one', async () => {
      const long = 'a'.repeat(300);
      const sql = `SELECT toInt64(-9007199254740993) AS ${long}, toInt64(number) AS n,
                   toInt64(9223372036854775807) AS most FROM numbers(2)`;
      expect([...(await sessionStore.integers(sql, { label }))]).toEqual([
        ...[-9007199254740993n, 0n, 9223372036854775807n],
        ...[-9007199254740993n, 1n, 9223372036854775807n],
      ]);
      expect([...(await sessionStore.integers('SELECT toInt64(1) WHERE 0', { label }))]).toEqual([]);
      await expect(sessionStore.integers('SELECT toInt64(1), toUInt32(1) AS n', { label })).rejects.toThrow(
        'n is UInt32, not Int64',
      );
    });

    it('any text travels through a parameter unchanged and stays a value', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
          const sql = 'SELECT {t:String} AS t, [{t:String}] = {l:Array(String)} AS same';
          expect(await sessionStore.rows(sql, { label, params: { t: text, l: [text] } })).toEqual([
            { t: text, same: 1 },
          ]);
        }),
        { numRuns: 40 },
      );
    });

    it('values of every kind arrive as they were given', async () => {
      const at = new Date('2026-10-25T00:30:00.123Z');
      const uuid = '61f0c404-5cb3-11e7-907b-a6006ad3dba0';
      const sql = `SELECT toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at, {low:Int64} AS low, {high:UInt64} AS high,
                   {rate:Decimal(18, 2)} AS rate, {ids:Array(UUID)} AS ids, {on:Bool} AS "on",
                   {day:Date} AS day, {none:Nullable(UInt8)} AS none, {small:Float64} AS small`;
      const params = {
        at,
        low: '-9223372036854775808',
        high: 2n ** 64n - 1n,
        rate: '-1.25',
        ids: [uuid],
        on: true,
      };
      const more = { day: '2026-03-29', none: null, small: 1e-7 };
      expect(await sessionStore.rows(sql, { label, params: { ...params, ...more } })).toEqual([
        { ...params, at: String(at.getTime()), high: '18446744073709551615', ...more },
      ]);
    });

    it('lists and instants select what they name', async () => {
      const sql = `SELECT number AS n FROM numbers(10)
                   WHERE number IN {ids:Array(UInt16)} AND toDateTime(number, 'UTC') < {to:DateTime('UTC')}`;
      const params = { ids: [3, 5, 9], to: new Date(9000) };
      expect(await sessionStore.rows(sql, { label, params })).toEqual([{ n: '3' }, { n: '5' }]);
    });

    it('parameterised queries that run at once keep their own values', async () => {
      const ask = async (n: number) => {
        const sql = 'SELECT {n:UInt32} AS n, count() AS c FROM numbers(200000) WHERE number < {n:UInt32}';
        return sessionStore.rows<{ n: number; c: string }>(sql, { label, params: { n } });
      };
      const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)));
      expect(answers).toEqual(Array.from({ length: 60 }, (_, n) => [{ n, c: String(n) }]));
    });

    it('a light query does not wait for a heavy one', async () => {
      const table = await heldTable();
      let done = false;
      const heavy = sessionStore.rows(`SELECT n FROM ${table.sql}`, { label }).then((rows) => {
        done = true;
        return rows;
      });
      await table.asked;
      expect(await sessionStore.rows('SELECT {n:UInt8} AS n', { label, params: { n: 1 } })).toEqual([
        { n: 1 },
      ]);
      expect(done).toBe(false);
      table.letGo();
      expect(await heavy).toEqual([{ n: 1 }]);
    });
  });

  describe('a query that fails', () => {
    it('after it has produced output, leaks nothing into the next answers', async () => {
      for (let round = 0; round < 3; round++) {
        expect(await codeOf(sessionStore.rows(failsLate, { label, maxRows: 2_000_000 }))).toBe(395);
        const next = await Promise.all(
          everyConnection.map((n) => sessionStore.rows(`SELECT ${n} AS n`, { label })),
        );
        expect(next).toEqual(everyConnection.map((n) => [{ n }]));
      }
    });

    it('for too many rows, is an error and leaks nothing', async () => {
      const many = sessionStore.rows('SELECT number FROM numbers(200000)', { label, maxRows: 100_000 });
      await expect(many).rejects.toMatchObject({ tooManyRows: true, label });
      const next = await Promise.all(
        everyConnection.map((n) => sessionStore.rows(`SELECT ${n} AS n`, { label })),
      );
      expect(next).toEqual(everyConnection.map((n) => [{ n }]));
    });

    it('for its time limit, is stopped by the engine, and the pool goes on', async () => {
      const slow = 'SELECT number, sleepEachRow(0.02) FROM numbers(500) SETTINGS max_block_size = 5';
      const queries = everyConnection.map(() =>
        sessionStore.rows(slow, { label, timeoutMs: 200 }).catch((error) => error),
      );
      for (const error of await Promise.all(queries)) expect(error).toMatchObject({ timedOut: true });
      expect(await sessionStore.rows('SELECT 1 AS n', { label })).toEqual([{ n: 1 }]);
    });

    it('says where it comes from and what the engine said', async () => {
      await expect(sessionStore.rows('SELECT nothing', { label: 'sessions.list' })).rejects.toThrow(
        /^sessions\.list: .*nothing/s,
      );
    });
  });

  describe('settings', () => {
    it('of one query do not stick to any connection', async () => {
      const asked = { label, settings: { max_threads: 1, max_block_size: 77 } };
      const sql = "SELECT getSetting('max_threads') AS t, getSetting('max_block_size') AS b";
      const first = await Promise.all(everyConnection.map(() => sessionStore.rows(sql, asked)));
      expect(first).toEqual(everyConnection.map(() => [{ t: 1, b: 77 }]));
      const later = await Promise.all(
        everyConnection.map(() => sessionStore.rows<{ b: number }>(sql, { label })),
      );
      for (const [row] of later) expect(row?.b).not.toBe(77);
    });

    it('a label can be any text', async () => {
      const sql = "SELECT getSetting('log_comment') AS l";
      expect(await sessionStore.rows(sql, { label: "it's \\ a label" })).toEqual([{ l: "it's \\ a label" }]);
    });
  });

  describe('writing', () => {
    beforeAll(async () => {
      await sessionStore.command(
        'CREATE OR REPLACE TABLE lines (id UInt16, cents Int64, name String) ENGINE = MergeTree ORDER BY id',
        {
          label,
        },
      );
    });

    it('lines are stored when the insert returns', async () => {
      const lines = [
        { id: 1, cents: '9007199254740993', name: 'però "quoted"\n' },
        { id: 2, cents: -5, name: '' },
      ];
      await sessionStore.insertLines(
        'lines',
        Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')),
        {
          label,
        },
      );
      expect(await sessionStore.rows('SELECT * FROM lines ORDER BY id', { label })).toEqual([
        lines[0],
        { id: 2, cents: '-5', name: '' },
      ]);
      await sessionStore.insertLines('lines', Buffer.alloc(0), { label });
    });

    it('a batch with a bad line stores nothing of it, and the next batch is whole', async () => {
      await sessionStore.command('TRUNCATE TABLE lines', { label });
      const bad = Buffer.from('{"id":3,"cents":1,"name":"a"}\n{"id":"x","cents":1,"name":"b"}\n');
      await expect(sessionStore.insertLines('lines', bad, { label })).rejects.toThrow(ClickHouseError);
      await sessionStore.insertLines('lines', Buffer.from('{"id":4,"cents":1,"name":"c"}\n'), { label });
      expect(await sessionStore.rows('SELECT id FROM lines', { label })).toEqual([{ id: 4 }]);
    });

    it('INSERT ... SELECT takes parameters and settings', async () => {
      await sessionStore.command('TRUNCATE TABLE lines', { label });
      await sessionStore.command('INSERT INTO lines SELECT number, 1, {n:String} FROM numbers(3)', {
        label,
        params: { n: "o'clock" },
        settings: { max_threads: 1 },
      });
      expect(await sessionStore.rows('SELECT count() AS c, any(name) AS n FROM lines', { label })).toEqual([
        { c: '3', n: "o'clock" },
      ]);
    });

    it('a table name is a name', async () => {
      await expect(
        sessionStore.insertLines('lines; DROP TABLE lines', Buffer.from('{}'), { label }),
      ).rejects.toThrow();
    });
  });

  describe('streams', () => {
    it('answer every row once, at constant memory', async () => {
      const rows = 400_000;
      let count = 0;
      let sum = 0n;
      const before = process.memoryUsage.rss();
      const stream = sessionStore.streamBinary(
        `SELECT toInt64(number) AS n, repeat('x', 800) AS s FROM numbers(${rows})`,
        (reader) => ({ n: reader.int64(), s: reader.text() }),
        { label },
      );
      for await (const batch of stream) {
        count += batch.length;
        for (const { n, s } of batch) sum += BigInt(s.length === 800 ? n : -1);
      }
      expect(count).toBe(rows);
      expect(sum).toBe((BigInt(rows) * BigInt(rows - 1)) / 2n);
      expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
    });

    it('without rows are none, and one whose rows are read as shorter than they are fails', async () => {
      const read = async (sql: string) => {
        const batches: number[][] = [];
        for await (const batch of sessionStore.streamBinary(sql, (reader) => reader.uint32(), { label }))
          batches.push(batch);
        return batches;
      };
      expect(await read('SELECT toUInt32(number) FROM numbers(0)')).toEqual([]);
      expect(await read('SELECT toUInt32(7)')).toEqual([[7]]);
      await expect(read("SELECT toUInt32(7), 'x'")).rejects.toThrow('The result ends within a row');
    });

    it('are bytes of the asked format', async () => {
      const pieces: Buffer[] = [];
      const options = { label, format: 'CSVWithNames', params: { t: 'a "b"' } } as const;
      for await (const piece of sessionStore.stream('SELECT 1 AS n, {t:String} AS t', options))
        pieces.push(piece);
      expect(Buffer.concat(pieces).toString()).toBe('"n","t"\n1,"a ""b"""\n');
    });

    it('that fail or are left half-way harm no later query', async () => {
      const failing = async () => {
        for await (const _ of sessionStore.stream(failsLate, { label })) {
          // Only the end matters.
        }
      };
      expect(await codeOf(failing())).toBe(395);
      for await (const _ of sessionStore.stream('SELECT * FROM numbers(10000000)', { label })) break;
      expect(await sessionStore.rows('SELECT 1 AS n', { label })).toEqual([{ n: 1 }]);
    });
  });

  describe('migrations', () => {
    let folder: string;
    const migrate = async (from: string) =>
      migrateClickHouse(sessionStore, { migrations: await readMigrations('single', from) });

    beforeAll(async () => {
      folder = await mkdtemp(join(dataDir, 'migrations-'));
      await mkdir(join(folder, 'single'));
      await writeFile(
        join(folder, 'single', '000-migrations.sql'),
        'CREATE TABLE IF NOT EXISTS migrations (name String) ENGINE = ReplacingMergeTree ORDER BY name',
      );
      for (const table of ['migrations', 'm', 'c']) {
        await sessionStore.command(`DROP TABLE IF EXISTS ${table}`, { label });
      }
    });

    it('run once, in the order of their names', async () => {
      await writeFile(join(folder, 'single', '002-b.sql'), 'INSERT INTO m SELECT 1;\n');
      await writeFile(
        join(folder, 'single', '001-a.sql'),
        '-- why\nCREATE TABLE IF NOT EXISTS m (n UInt8) ENGINE = MergeTree ORDER BY n\n  SETTINGS index_granularity = 512;\n',
      );
      expect(await migrate(folder)).toEqual(['000-migrations.sql', '001-a.sql', '002-b.sql']);
      expect(await migrate(folder)).toEqual([]);
      expect(await sessionStore.rows('SELECT count() AS c FROM m', { label })).toEqual([{ c: '1' }]);
    });

    it('a failing one is named and is tried again later', async () => {
      await writeFile(join(folder, 'single', '003-c.sql'), 'CREATE TABLE oops');
      await expect(migrate(folder)).rejects.toThrow('Migration 003-c.sql failed');
      await writeFile(
        join(folder, 'single', '003-c.sql'),
        'CREATE TABLE c (n UInt8) ENGINE = MergeTree ORDER BY n',
      );
      expect(await migrate(folder)).toEqual(['003-c.sql']);
    });

    it('refuse a database of another version in one sentence, and leave it as it is', async () => {
      const other = await mkdtemp(join(dataDir, 'other-migrations-'));
      await mkdir(join(other, 'single'));
      await writeFile(
        join(other, 'single', '009-new.sql'),
        'CREATE TABLE fresh (n UInt8) ENGINE = MergeTree ORDER BY n',
      );
      const [store, place] = sessionStore.embedded
        ? ['The data folder', 'HUB_DATA_DIR to an empty folder']
        : ['The database of CLICKHOUSE_URL', 'CLICKHOUSE_URL to an empty database'];
      await expect(migrate(other)).rejects.toMatchObject({
        name: 'OtherVersionError',
        message: `${store} was created by another version of Ludus Hub, which this version cannot upgrade: set ${place}, or run the version that created it.`,
      });
      const tables = `SELECT count() AS n FROM system.tables WHERE name = 'fresh'`;
      expect(await sessionStore.rows(tables, { label })).toEqual([{ n: '0' }]);
      expect(await migrate(folder)).toEqual([]);
    });
  });
});

describe('the connections to the engine inside the hub', () => {
  it('are left to readers, some of them, by however many long writes', async () => {
    await embedded.command('CREATE TABLE written (n UInt8) ENGINE = MergeTree ORDER BY n', { label });
    const table = await heldTable();
    let done = false;
    const writes = Promise.all(
      everyConnection.map(() =>
        embedded.command(`INSERT INTO written SELECT n FROM ${table.sql}`, { label }),
      ),
    ).then(() => {
      done = true;
    });
    await table.asked;
    expect(await embedded.rows('SELECT 1 AS n', { label })).toEqual([{ n: 1 }]);
    expect(done).toBe(false);
    table.letGo();
    await writes;
  });
});

describe('the data folder', () => {
  it('that another process holds is refused in words', () => {
    const script = `
      const { openClickHouse } = await import(${JSON.stringify(fileURLToPath(new URL('./index.ts', import.meta.url)))});
      await openClickHouse({ dataDir: ${JSON.stringify(dataDir)}, threadPoolSize: 4 }, { debug() {} });`;
    const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stderr).toContain('Is another hub running');
  });
});
