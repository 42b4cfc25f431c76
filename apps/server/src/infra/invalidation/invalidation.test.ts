import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame } from '../../../test/catalogue.ts';
import { openTestPostgres } from '../../../test/harness.ts';
import type { Postgres } from '../postgres/index.ts';
import { createCache, createInvalidationListener, type InvalidationListener } from './index.ts';

let postgres: Postgres;
let feed: InvalidationListener;
beforeAll(async () => {
  postgres = await openTestPostgres();
  feed = createInvalidationListener(postgres);
  await feed.start();
});
afterAll(async () => {
  await feed.stop();
  await postgres.close();
});

const nextChange = (table: string) =>
  new Promise<void>((resolve) => {
    feed.onChange([table], resolve);
  });

describe('memory of records', () => {
  it('is used while nothing changes, and dropped when any process commits a change', async () => {
    let loads = 0;
    const memory = createCache(feed, ['games'], async (key: string) => `${key} ${++loads}`);
    expect([await memory.read('a'), await memory.read('a'), await memory.read('b')]).toEqual([
      'a 1',
      'a 1',
      'b 2',
    ]);
    const heard = nextChange('games');
    await addGame(postgres.db, 'a_game');
    await heard;
    expect(await memory.read('a')).toBe('a 3');
  });

  it('hears nothing of a change that is rolled back, nor of other tables', async () => {
    let heard = 0;
    feed.onChange(['games'], () => heard++);
    const failing = postgres.transaction(async (tx) => {
      await addGame(tx, 'b_game');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const next = nextChange('platforms');
    await postgres.db.deleteFrom('platforms').execute();
    await next;
    expect(heard).toBe(0);
  });

  it('bypasses the cache while the connection is lost, and is live again by itself', async () => {
    let loads = 0;
    const memory = createCache(feed, ['games'], async () => ++loads);
    await memory.read('x');
    const lost = nextChange('games');
    await postgres.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'ludus-hub session' AND datname = current_database()`,
    );
    await lost;
    expect(feed.live).toBe(false);
    expect([await memory.read('x'), await memory.read('x')]).toEqual([2, 3]);
    await expect.poll(() => feed.live).toBe(true);
    expect([await memory.read('x'), await memory.read('x')]).toEqual([4, 4]);
  });

  it('does not keep a failed load, nor more keys than its limit', async () => {
    let loads = 0;
    const memory = createCache(
      feed,
      ['games'],
      async (key: string) => {
        loads += 1;
        if (key === 'bad' && loads === 1) throw new Error('once');
        return loads;
      },
      2,
    );
    await expect(memory.read('bad')).rejects.toThrow('once');
    expect(await memory.read('bad')).toBe(2);
    await memory.read('one');
    await memory.read('two');
    expect(await memory.read('bad')).toBe(5);
  });
});
