import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClickHouseServer, startClickHouseServer } from '../../../test/clickhouse-server.ts';
import { loadSettings } from '../config/settings.ts';
import { createLog } from '../log/index.ts';
import {
  type ClickHouse,
  ClickHouseError,
  openClickHouse,
  RowBinaryReader,
  RowBinaryWriter,
} from './index.ts';

const log = createLog({ logLevel: 'silent' });
const dataDir = mkdtempSync(join(tmpdir(), 'ludus-ch-'));
const label = 'test';
const columns = [
  { name: 'small', type: 'UInt8' },
  { name: 'short', type: 'UInt16' },
  { name: 'number', type: 'UInt32' },
  { name: 'cents', type: 'Int64' },
  { name: 'id', type: 'UUID' },
  { name: 'name', type: 'String' },
];
const idBytes = String.fromCharCode(...Array.from({ length: 16 }, (_, index) => index * 16 + index));
const id = '00112233-4455-6677-8899-aabbccddeeff';

let embedded: ClickHouse;
let server: ClickHouseServer;
let remote: ClickHouse;

beforeAll(async () => {
  const env = { HUB_DATA_DIR: dataDir, UV_THREADPOOL_SIZE: '8' };
  embedded = await openClickHouse(loadSettings(env), log);
  server = await startClickHouseServer(join(dataDir, 'session-store'));
  remote = await openClickHouse(loadSettings({ ...env, CLICKHOUSE_URL: server.url }), log);
  await embedded.command(
    'CREATE TABLE bytes (name String, small UInt8, short UInt16, number UInt32, cents Int64, id UUID) ENGINE = MergeTree ORDER BY cents',
    { label },
  );
});

afterAll(async () => {
  await remote.close();
  await server.close();
  await embedded.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe.each([
  ['the engine inside the hub', () => embedded],
  ['a ClickHouse server', () => remote],
])('%s', (_name, opened) => {
  it('stores every byte of binary rows, and returns them', async () => {
    const clickhouse = opened();
    await clickhouse.command('TRUNCATE TABLE bytes', { label });
    const amounts = [
      -1,
      -2,
      0,
      1,
      -128,
      255,
      -256,
      2 ** 31,
      -(2 ** 31),
      2 ** 32,
      -(2 ** 32) - 1,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
    ];
    const names = ['', 'plain', 'é€😀', '\0\r\n\t"\\', 'x'.repeat(127), 'x'.repeat(128), 'ü'.repeat(100_000)];
    const writer = new RowBinaryWriter(columns, 0);
    for (const [index, cents] of amounts.entries()) {
      writer.reserve(64);
      writer.uint8(255 - index);
      writer.uint16(65_535 - index);
      writer.uint32(2 ** 32 - 1 - index);
      writer.int64(cents);
      writer.uuid(idBytes);
      writer.text(names[index % names.length] ?? '');
    }
    const written = writer.finish();
    await clickhouse.insertBinary('bytes', columns, written, { label });
    const rows = await clickhouse.rows<{ cents: string }>('SELECT * FROM bytes', { label });
    const order = new Map(amounts.map((cents, index) => [String(cents), index]));
    rows.sort((a, b) => (order.get(a.cents) ?? 0) - (order.get(b.cents) ?? 0));
    expect(rows).toEqual(
      amounts.map((cents, index) => ({
        name: names[index % names.length],
        small: 255 - index,
        short: 65_535 - index,
        number: 2 ** 32 - 1 - index,
        cents: String(cents),
        id,
      })),
    );
    const result = await clickhouse.binary(
      'SELECT cents, id FROM bytes WHERE cents = -2',
      [
        { name: 'cents', type: 'Int64' },
        { name: 'id', type: 'UUID' },
      ],
      { label },
    );
    expect(Buffer.from(result).toString('hex')).toBe('feffffffffffffff7766554433221100ffeeddccbbaa9988');
  });

  it('refuses rows and results of other columns', async () => {
    const clickhouse = opened();
    const other = [{ name: 'cents', type: 'UUID' }];
    const writer = new RowBinaryWriter(other, 0);
    writer.uuid(idBytes);
    await expect(clickhouse.insertBinary('bytes', other, writer.finish(), { label })).rejects.toThrow(
      ClickHouseError,
    );
    await expect(
      clickhouse.binary('SELECT 1::UInt8 AS n', [{ name: 'n', type: 'Int64' }], { label }),
    ).rejects.toThrow('The columns are n UInt8, not n Int64');
  });
});

describe('rows that are read', () => {
  const values = [
    { small: 255, short: 65_535, number: 2 ** 32 - 1, cents: -1, name: 'é€😀' },
    { small: 0, short: 256, number: 65_536, cents: Number.MAX_SAFE_INTEGER, name: '' },
    { small: 7, short: 1, number: 2, cents: Number.MIN_SAFE_INTEGER, name: 'x'.repeat(300) },
  ];
  const writer = new RowBinaryWriter([], 0);
  for (const { small, short, number, cents, name } of values) {
    writer.reserve(64);
    writer.uint8(small);
    writer.uint16(short);
    writer.uint32(number);
    writer.int64(cents);
    writer.text(name);
  }
  // Behind the number of columns, which is 0.
  const written = Buffer.from(writer.finish().subarray(1));
  const readRow = (reader: RowBinaryReader) => ({
    small: reader.uint8(),
    short: reader.uint16(),
    number: reader.uint32(),
    cents: reader.int64(),
    name: reader.text(),
  });

  it('are what was written, wherever the bytes are cut', () => {
    for (let end = 0; end <= written.length; end++) {
      const reader = new RowBinaryReader(written.subarray(0, end));
      const rows = [];
      let wholeUntil = 0;
      for (let row = readRow(reader); !reader.isCut; row = readRow(reader)) {
        rows.push(row);
        wholeUntil = reader.at;
      }
      const rest = new RowBinaryReader(written.subarray(wholeUntil));
      while (rows.length < values.length) rows.push(readRow(rest));
      expect(rows).toEqual(values);
      expect(rest.isCut).toBe(false);
    }
  });

  it('are refused where a number could not be exact', () => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(2n ** 53n);
    expect(() => new RowBinaryReader(bytes).int64()).toThrow(RangeError);
  });
});

it('no file of an insert is left behind, also where it fails', () => {
  expect(readdirSync(join(dataDir, 'session-store', 'inserts'))).toEqual([]);
});

it.each([
  [256, 0],
  [-1, 0],
  [0.5, 0],
  [0, 2 ** 53],
  [0, 0.5],
  [0, Number.NaN],
])('a number that does not fit its column is refused: %d, %d', (small, cents) => {
  const writer = new RowBinaryWriter(columns, 0);
  expect(() => {
    writer.uint8(small);
    writer.int64(cents);
  }).toThrow(RangeError);
});
