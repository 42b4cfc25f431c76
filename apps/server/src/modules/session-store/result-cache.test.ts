import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { makeRows } from '../../../test/support/session-store/known-rows.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import { addAggregates, createSessionStore, type SessionStore } from './index.ts';
import { createResultCache } from './result-cache.ts';

const label = 'test';

/** An engine that returns the length of each statement, once it is released. */
function createHeldEngine() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  return {
    asked,
    answerAll: () => {
      for (const answer of waiting.splice(0)) answer();
    },
    integers: (sql: string) =>
      new Promise<BigInt64Array>((resolve, reject) => {
        asked.push(sql);
        waiting.push(() =>
          sql === 'broken' ? reject(new Error('refused')) : resolve(BigInt64Array.of(BigInt(sql.length))),
        );
      }),
  };
}

describe('answers of the engine', () => {
  it('are worked out once for all who ask the same of one generation', async () => {
    const stub = createHeldEngine();
    const ask = createResultCache(stub, 10_000);
    const both = Promise.all([ask('1', 'abc', { label }), ask('1', 'abc', { label })]);
    stub.answerAll();
    expect(await both).toEqual([BigInt64Array.of(3n), BigInt64Array.of(3n)]);
    expect(await ask('1', 'abc', { label })).toEqual(BigInt64Array.of(3n));
    expect(stub.asked).toEqual(['abc']);
    const others = Promise.all([ask('2', 'abc', { label }), ask('1', 'abcd', { label })]);
    stub.answerAll();
    expect(await others).toEqual([BigInt64Array.of(3n), BigInt64Array.of(4n)]);
    expect(stub.asked).toEqual(['abc', 'abc', 'abcd']);
  });

  it('reach everyone who waits, also where there is no room to remember them', async () => {
    const stub = createHeldEngine();
    const ask = createResultCache(stub, 30);
    const statements = ['a', 'bb', 'ccc', 'dddd', 'e'.repeat(40)];
    const all = Promise.all(statements.map((sql) => ask('1', sql, { label })));
    stub.answerAll();
    expect((await all).flatMap((values) => [...values])).toEqual([1n, 2n, 3n, 4n, 40n]);
  });

  it('that failed are asked for again', async () => {
    const stub = createHeldEngine();
    const ask = createResultCache(stub, 10_000);
    for (const time of [1, 2]) {
      const failing = ask('1', 'broken', { label });
      stub.answerAll();
      await expect(failing).rejects.toThrow('refused');
      expect(stub.asked).toHaveLength(time);
    }
  });
});

describe('figures that were asked for before', () => {
  let stores: TestStores;
  let sessionStore: SessionStore;
  let statements = 0;

  beforeAll(async () => {
    stores = await openTestStores();
    const { clickhouse } = stores;
    const counting: typeof clickhouse = {
      ...clickhouse,
      integers: (...question) => {
        statements += 1;
        return clickhouse.integers(...question);
      },
    };
    sessionStore = createSessionStore({
      ...stores,
      clickhouse: counting,
      clock: fixedClock('2026-11-20T10:00:00Z'),
    });
  });

  afterAll(async () => {
    await sessionStore?.waitForRefreshes();
    await closeTestStores(stores);
  });

  it('[CONST-12] are those of the sessions as they are now, whatever is written between two questions', async () => {
    const rows = makeRows(3, 60, '2026-10-01T00:00:00Z', '2026-10-31T00:00:00Z');
    const period = { from: new Date('2026-09-30T22:00:00Z'), to: new Date('2026-10-31T23:00:00Z') };
    const asked = { periods: [period], by: ['game'], players: true } as const;
    const sessions = async () =>
      addAggregates(await sessionStore.queryAggregates(asked, { kind: 'all' }, undefined, 'rollup')).sessions;
    const own = rows.filter(({ integrationId }) => integrationId === 1);
    for (const [index, row] of own.entries()) {
      await sessionStore.ingest(1, [row]);
      expect(await sessions()).toBe(BigInt(index + 1));
      if (index % 3 > 0) continue;
      await sessionStore.refreshDirty();
      await sessionStore.waitForRefreshes();
      expect(await sessions()).toBe(BigInt(index + 1));
      const before = statements;
      expect(await sessions()).toBe(BigInt(index + 1));
      expect(statements).toBe(before);
    }
  });
});
