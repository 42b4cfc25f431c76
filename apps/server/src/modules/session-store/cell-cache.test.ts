import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { makeRows } from '../../../test/support/session-store/known-rows.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import { type CellCache, createCellCache } from './cell-cache.ts';
import { createSessionStore, type SessionStore } from './index.ts';
import { rollupTable } from './rollup.schema.ts';

const from = new Date('2026-06-08T22:00:00Z');
const to = new Date('2026-06-10T22:00:00Z');
const clock = fixedClock('2026-06-12T10:00:00Z');
const label = 'test.cells';
let stores: TestStores;
let sessionStore: SessionStore;
let cache: CellCache;
let version = 0;

beforeAll(async () => {
  stores = await openTestStores();
  sessionStore = createSessionStore({ ...stores, clock, refreshesByItself: false });
  for (const integration of [1, 2]) {
    const rows = makeRows(5, 60, from.toISOString(), to.toISOString());
    await sessionStore.ingest(
      integration,
      rows.map((row) => ({ ...row, integrationId: integration })),
    );
  }
  await sessionStore.refreshDirty();
});

afterAll(async () => {
  await sessionStore?.waitForRefreshes();
  await closeTestStores(stores);
});

/** Another state each time, as after a write. */
const nextState = () => ({
  dataVersion: `${++version}`,
  dirtyDays: new Set<string>(),
  dirtyMonths: new Set<string>(),
});
const day = { source: 'day', from: '2026-06-09', to: '2026-06-10' } as const;
const betBy = async (by: readonly 'integration'[], state = nextState()) => {
  const cells = await cache.at(state);
  const statement = { request: { periods: [], by }, segments: [{ segment: day, bucket: 0 }] };
  return cells.sum(statement, false).reduce((sum, { bet }) => sum + bet, 0n);
};
/** Writes cells of the day again with more bets, as a refresh does. */
const rewrite = (levels: string, more: number, ahead = 1) =>
  stores.clickhouse.command(
    `INSERT INTO ${rollupTable('day', 'sums')} SELECT * REPLACE (bet + ${more} AS bet,
       (SELECT max(version) FROM ${rollupTable('day', 'sums')}) + ${ahead} AS version)
     FROM ${rollupTable('day', 'sums')} FINAL WHERE level IN (${levels}) AND bucket = '2026-06-09'`,
    { label },
  );

describe('the cells in memory', () => {
  it('are read once for a state, and only the changed buckets for the next one', async () => {
    const asked: string[] = [];
    const counting = {
      integers: (...query: Parameters<TestStores['clickhouse']['integers']>) => {
        asked.push(query[0]);
        return stores.clickhouse.integers(...query);
      },
    };
    cache = createCellCache(counting, clock);
    const state = nextState();
    const first = await betBy([], state);
    expect(first).toBeGreaterThan(0n);
    expect(await betBy(['integration'], state)).toBe(first);
    expect(asked).toHaveLength(2);
    expect(await betBy([])).toBe(first);
    expect(asked).toHaveLength(3);
    await rewrite('0, 1', 100);
    expect(await betBy([])).toBe(first + 100n);
    expect(asked).toHaveLength(5);
    expect(asked.at(-1)).toContain('20260609');
    expect(asked.at(-1)).not.toContain('20260610');
  });

  it('are read again when a bucket was half written', async () => {
    const before = await betBy(['integration']);
    await rewrite('0', 20);
    await betBy(['integration']);
    // The rest of the same refresh: its version is that of the cell above everything.
    await rewrite('1', 10, 0);
    expect(await betBy(['integration'])).toBe(before + 20n);
  });

  it('follow a bucket that becomes clean without another data version', async () => {
    const state = nextState();
    const before = await betBy([], { ...state, dirtyDays: new Set(['2026-06-09']) });
    await rewrite('0, 1', 7);
    expect(await betBy([], state)).toBe(before + 7n);
  });

  it('cover the smallest levels, and hours of the latest weeks only', async () => {
    const cells = await cache.at(nextState());
    const hour = (at: string) => ({
      source: 'hour' as const,
      fromMs: Date.parse(at),
      toMs: Date.parse(at) + 3_600_000,
    });
    expect(cells.covers(day, 0)).toBe(true);
    expect(cells.covers(day, 1)).toBe(true);
    expect(cells.covers(day, 2)).toBe(false);
    expect(cells.covers(hour('2026-06-09T10:00:00Z'), 0)).toBe(true);
    expect(cells.covers(hour('2026-05-01T10:00:00Z'), 0)).toBe(false);
    expect(cells.covers({ source: 'base', fromMs: 0, toMs: 1 }, 0)).toBe(false);
  });

  it('read everything again after a failed read', async () => {
    let fails = false;
    const flaky = {
      integers: (...query: Parameters<TestStores['clickhouse']['integers']>) =>
        fails ? Promise.reject(new Error('away')) : stores.clickhouse.integers(...query),
    };
    cache = createCellCache(flaky, clock);
    const before = await betBy([]);
    fails = true;
    const state = nextState();
    await expect(betBy([], state)).rejects.toThrow('away');
    fails = false;
    expect(await betBy([], state)).toBe(before);
  });

  it('are gone with the buckets of a rollup that was emptied', async () => {
    await stores.clickhouse.truncateTable(rollupTable('day', 'sums'), { label });
    expect(await betBy([])).toBe(0n);
  });
});
