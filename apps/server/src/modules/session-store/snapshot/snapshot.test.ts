import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/folders.ts';
import { closeTestStores, openTestStores, type TestStores } from '../../../../test/harness.ts';
import { makeRows } from '../../../../test/support/session-store/known-rows.ts';
import { fixedClock } from '../../../infra/clock/index.ts';
import { freePort } from '../../../infra/postgres/cluster.ts';
import { createSessionStore, type SessionStore } from '../index.ts';
import type { CopiedBytes } from './engine-backup.clickhouse.ts';
import { withoutIngest } from './hold-writes.repo.ts';
import { backUpSnapshot, createSnapshot, dropSnapshot, sumDays } from './snapshot.clickhouse.ts';

const everything = { kind: 'all' } as const;
const periods = [{ from: new Date('2026-01-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') }];
let stores: TestStores;
let sessionStore: SessionStore;

beforeAll(async () => {
  stores = await openTestStores();
  sessionStore = createSessionStore({ ...stores, clock: fixedClock('2026-11-20T10:00:00Z') });
});

afterAll(async () => {
  await sessionStore?.waitForRefreshes();
  await closeTestStores(stores);
});

const rowsOf = (seed: number, count: number) =>
  makeRows(seed, count, '2026-03-01T00:00:00Z', '2026-04-02T00:00:00Z').map((row) => ({
    ...row,
    integrationId: 1,
  }));

const ownedBy = (userId: string, seed: number) => rowsOf(seed, 50).map((row) => ({ ...row, userId }));

async function countLockWaits(): Promise<number> {
  const { rows } = await stores.postgres.pool.query<{ waits: number }>(
    `SELECT count(*)::int AS waits FROM pg_locks
     WHERE locktype = 'advisory' AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows[0]?.waits ?? 0;
}

it.each([
  ['of a known player', 'known'],
  ['of a new player', 'new'],
])('writes of sessions %s wait for the snapshot, and reads do not', async (_name, userId) => {
  await sessionStore.ingest(1, ownedBy('known', 1));
  const order: string[] = [];
  let writing: Promise<unknown> | undefined;
  await withoutIngest(stores.postgres, async () => {
    writing = sessionStore.ingest(1, ownedBy(userId, 2)).then(() => order.push('written'));
    await expect.poll(countLockWaits).toBeGreaterThan(0);
    await sessionStore.queryAggregates({ periods }, everything);
    order.push('read');
  });
  await writing;
  expect(order).toEqual(['read', 'written']);
});

it('a snapshot waits for the write that is running', async () => {
  const order: string[] = [];
  const { promise: began, resolve: begin } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { clickhouse } = stores;
  const held: typeof clickhouse = {
    ...clickhouse,
    async insertBinary(...given) {
      begin();
      await mayEnd;
      await clickhouse.insertBinary(...given);
      order.push('written');
    },
  };
  const slow = createSessionStore({ ...stores, clickhouse: held, clock: fixedClock('2026-11-20T10:00:00Z') });
  const writing = slow.ingest(1, rowsOf(3, 50));
  await began;
  const snapshot = withoutIngest(stores.postgres, async () => order.push('snapshot'));
  await expect.poll(countLockWaits).toBe(1);
  end();
  await Promise.all([writing, snapshot]);
  await slow.waitForRefreshes();
  expect(order).toEqual(['written', 'snapshot']);
});

it('a snapshot stays as it was while sessions are written, and can be made again', async () => {
  const { clickhouse } = stores;
  await createSnapshot(clickhouse);
  const before = await sumDays(clickhouse, 'store');
  await sessionStore.ingest(1, rowsOf(4, 50));
  expect(await sumDays(clickhouse, 'snapshot')).toEqual(before);
  expect(await sumDays(clickhouse, 'store')).not.toEqual(before);
  await dropSnapshot(clickhouse);
  await createSnapshot(clickhouse);
  expect(await sumDays(clickhouse, 'snapshot')).toEqual(await sumDays(clickhouse, 'store'));
  await dropSnapshot(clickhouse);
});

const { signal } = new AbortController();
const bucketAt = (port: number) => `S3('http://127.0.0.1:${port}/hub/set', 'key', 'secret')`;

it('copying the snapshot says how much of it is copied', async () => {
  const folder = await temporaryFolder('snapshot');
  const told: CopiedBytes[] = [];
  await createSnapshot(stores.clickhouse);
  await backUpSnapshot(stores.clickhouse, {
    place: `File('${join(folder, 'set')}')`,
    signal,
    progress: (bytes) => told.push(bytes),
  });
  await dropSnapshot(stores.clickhouse);
  await rm(folder, { recursive: true });
  for (const { copied, idleSeconds } of told) {
    expect(copied).toBeGreaterThan(0);
    expect(idleSeconds).toBe(0);
  }
});

it('copying it to a server that cannot be reached ends with the words of the engine', async () => {
  await createSnapshot(stores.clickhouse);
  const copying = backUpSnapshot(stores.clickhouse, {
    place: bucketAt(await freePort()),
    signal,
    s3Attempts: 2,
  });
  await expect(copying).rejects.toThrow(/Connection refused/);
  await dropSnapshot(stores.clickhouse);
});

it('copying it to a server that never responds is ended when nothing has moved for too long', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  await createSnapshot(stores.clickhouse);
  const copying = backUpSnapshot(stores.clickhouse, {
    place: bucketAt((silent.address() as AddressInfo).port),
    signal,
    s3Attempts: 1,
    stalledAfterMs: 1_000,
  });
  await expect(copying).rejects.toThrow('Nothing was copied for 1 seconds');
  silent.close();
  for (const socket of sockets) socket.destroy();
  await dropSnapshot(stores.clickhouse);
});
