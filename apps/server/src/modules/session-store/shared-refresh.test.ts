/** Two session stores on the same databases, as two processes have them. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { type KnownRow, makeRows, sumsOf } from '../../../test/support/session-store/known-rows.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import { addAggregates, createSessionStore, type SessionStore } from './index.ts';

const everything = { kind: 'all' } as const;
const whole = [{ from: new Date('2026-01-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') }];
const rows = makeRows(5, 200, '2026-03-01T00:00:00Z', '2026-04-02T00:00:00Z');

let stores: TestStores;
let writer: SessionStore;
let reader: SessionStore;
const refreshes = { writer: 0, reader: 0 };
let holdRefresh: (() => Promise<void>) | undefined;

beforeAll(async () => {
  stores = await openTestStores();
  writer = createStore('writer');
});

beforeEach(() => {
  // A store refreshes for its readers at once only the first time.
  reader = createStore('reader');
  refreshes.reader = 0;
});

afterAll(async () => {
  await writer?.waitForRefreshes();
  await closeTestStores(stores);
});

/** A session store that counts the statements of its refreshes and runs them once they are let through. */
function createStore(name: keyof typeof refreshes): SessionStore {
  const { clickhouse } = stores;
  const counting: typeof clickhouse = {
    ...clickhouse,
    async command(sql, options) {
      if (options.label.startsWith('session-store.refresh')) {
        refreshes[name] += 1;
        await holdRefresh?.();
      }
      return clickhouse.command(sql, options);
    },
  };
  return createSessionStore({ ...stores, clickhouse: counting, clock: fixedClock('2026-11-20T10:00:00Z') });
}

/** Writes rows of one integration and leaves their buckets dirty, as a writer does that goes on with its next page. */
async function write(integrationId: number): Promise<KnownRow[]> {
  const own = rows.map((row) => ({ ...row, integrationId }));
  await writer.ingest(integrationId, own);
  await writer.waitForRefreshes();
  return own;
}

const sumsRead = async (integrationId: number) =>
  addAggregates(
    await reader.queryAggregates(
      { periods: whole, integrations: [integrationId], players: true },
      everything,
      undefined,
      'rollup',
    ),
  );

const pretendWrittenAgo = (interval: string) =>
  stores.postgres.pool.query('UPDATE dirty_buckets SET marked_at = now() - $1::interval', [interval]);

it('a process whose users read while another one refreshes leaves that to it and returns exact sums', async () => {
  const own = await write(1);
  await pretendWrittenAgo('1 minute');
  const begun = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  holdRefresh = () => {
    begun.resolve();
    return mayGoOn.promise;
  };
  const refreshed = writer.refreshDirty();
  await begun.promise;
  expect(await sumsRead(1)).toEqual(sumsOf(own));
  await reader.waitForRefreshes();
  expect(refreshes.reader).toBe(0);
  holdRefresh = undefined;
  mayGoOn.resolve();
  await refreshed;
  expect((await reader.state()).dirtyDays.size).toBe(0);
  expect(await sumsRead(1)).toEqual(sumsOf(own));
  expect(refreshes.reader).toBe(0);
});

it('a process whose users read leaves the buckets of a running fetch to the process that writes them', async () => {
  const own = await write(2);
  expect(await sumsRead(2)).toEqual(sumsOf(own));
  await reader.waitForRefreshes();
  expect(refreshes.reader).toBe(0);
  expect((await reader.state()).dirtyMonths.size).toBe(2);
});

it('a process whose users read refreshes the buckets of a writer that is gone', async () => {
  const own = await write(3);
  await pretendWrittenAgo('1 minute');
  expect(await sumsRead(3)).toEqual(sumsOf(own));
  await reader.waitForRefreshes();
  const state = await reader.state();
  expect([state.dirtyDays.size, state.dirtyMonths.size]).toEqual([0, 0]);
  expect(refreshes.reader).toBeGreaterThan(0);
  expect(await sumsRead(3)).toEqual(sumsOf(own));
});
