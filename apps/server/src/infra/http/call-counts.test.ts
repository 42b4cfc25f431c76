import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestPostgres, silentLog } from '../../../test/harness.ts';
import type { Postgres } from '../postgres/index.ts';
import { type CallCounts, createCallCounts } from './call-counts.ts';

let postgres: Postgres;
let now: Date;
const opened: CallCounts[] = [];

beforeAll(async () => {
  postgres = await openTestPostgres();
});
afterEach(() => {
  for (const counts of opened.splice(0)) counts.close();
  vi.useRealTimers();
});
afterAll(() => postgres?.close());

function counts(log = silentLog, from: Pick<Postgres, 'pool'> | undefined = postgres): CallCounts {
  const clock = { now: () => now };
  const made = createCallCounts({ clock, log, ...(from === undefined ? {} : { postgres: from }) });
  opened.push(made);
  return made;
}

const stored = async (key: string) => {
  const { rows } = await postgres.pool.query('SELECT minute, calls FROM call_counts WHERE key = $1', [key]);
  return rows[0];
};

describe('calls are counted', () => {
  it('by minute of the clock', () => {
    now = new Date('2026-03-29T10:00:50Z');
    const here = counts(silentLog, undefined);
    expect(here.count('a')).toEqual({ current: 1, ttl: 10_000 });
    expect(here.count('a')).toEqual({ current: 2, ttl: 10_000 });
    expect(here.count('b').current).toBe(1);
    now = new Date('2026-03-29T10:01:00Z');
    expect(here.count('a')).toEqual({ current: 1, ttl: 60_000 });
  });

  it('for all processes, without a question to PostgreSQL for each', async () => {
    now = new Date('2026-03-29T11:00:00Z');
    const asked = vi.spyOn(postgres.pool, 'query');
    const [one, other] = [counts(), counts()];
    for (let call = 0; call < 100; call++) one.count('shared');
    expect(asked).not.toHaveBeenCalled();
    await expect.poll(() => stored('shared')).toMatchObject({ calls: 100 });
    expect(other.count('shared').current).toBe(1);
    await expect.poll(() => other.count('shared').current).toBeGreaterThan(100);
    asked.mockRestore();
  });

  it('to the last one where it matters', async () => {
    now = new Date('2026-03-29T12:00:30Z');
    const [one, other] = [counts(), counts()];
    const found = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).countExactly('exact')),
    );
    expect(found.map(({ current }) => current).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(found[0]?.ttl).toBe(30_000);
    now = new Date('2026-03-29T12:01:00Z');
    expect((await one.countExactly('exact')).current).toBe(1);
  });

  it('by each process for itself while PostgreSQL is away', async () => {
    const pool = { query: () => Promise.reject(new Error('away')) };
    const here = counts(silentLog, { pool } as unknown as Pick<Postgres, 'pool'>);
    expect((await here.countExactly('alone')).current).toBe(1);
    expect((await here.countExactly('alone')).current).toBe(2);
  });
});
