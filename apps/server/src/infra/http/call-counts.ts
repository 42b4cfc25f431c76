import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock/index.ts';
import type { Log } from '../log/index.ts';
import type { Postgres } from '../postgres/index.ts';

/** How often something was done in the current minute, over all processes, and how long that minute still lasts. */
export interface CallCount {
  current: number;
  /** Milliseconds. */
  ttl: number;
}

/** Counts calls by key and minute for the rate limits of all processes. */
export interface CallCounts {
  /**
   * Counts one call without waiting. What other processes have counted is up to a second old, so all of them together
   * may let through as many more as they serve in a second.
   */
  count(key: string): CallCount;
  /** Counts one call in PostgreSQL, to the last one; like {@link count} while PostgreSQL is away. */
  countExactly(key: string): Promise<CallCount>;
  close(): void;
}

interface Counter {
  minute: number;
  /** Calls of all processes, as of the last exchange. */
  shared: number;
  /** Calls of this process since then. */
  own: number;
}

interface StoredCount {
  minute: number;
  calls: number;
}

const minuteMs = 60_000;
const exchangeMs = 1_000;
const keptMinutes = 3;
const maxKeys = 50_000;

/** Without PostgreSQL each process counts for itself. */
export function createCallCounts({
  postgres,
  clock,
  log,
}: {
  postgres?: Pick<Postgres, 'pool'>;
  clock: Clock;
  log: Log;
}): CallCounts {
  const counters = new LRUCache<string, Counter>({ max: maxKeys });
  const changed = new Set<string>();
  let removedAt = 0;
  let isAway = false;
  let timer: NodeJS.Timeout | undefined;

  const minuteNow = () => Math.floor(clock.now().getTime() / minuteMs);
  const restOf = (minute: number) => (minute + 1) * minuteMs - clock.now().getTime();

  function counterOf(key: string): Counter {
    const minute = minuteNow();
    const known = counters.get(key);
    if (known?.minute === minute) return known;
    const fresh = { minute, shared: 0, own: 0 };
    counters.set(key, fresh);
    return fresh;
  }

  function count(key: string): CallCount {
    const counter = counterOf(key);
    counter.own++;
    if (postgres !== undefined) {
      changed.add(key);
      exchangeSoon();
    }
    return { current: counter.shared + counter.own, ttl: restOf(counter.minute) };
  }

  function exchangeSoon(): void {
    timer ??= setTimeout(() => {
      void exchange().finally(() => {
        timer = undefined;
        if (changed.size > 0) exchangeSoon();
      });
    }, exchangeMs).unref();
  }

  /** Adds what this process has counted, and reads what all have. */
  async function exchange(): Promise<void> {
    // In one order everywhere, so that two processes never wait for each other.
    const sent = [...changed].sort().flatMap((key) => {
      const counter = counters.peek(key);
      return counter === undefined || counter.own === 0 ? [] : [{ key, counter, own: counter.own }];
    });
    changed.clear();
    const totals = await add(
      sent.map(({ key, counter, own }) => ({ key, minute: counter.minute, calls: own })),
    );
    if (totals === undefined) return;
    for (const { key, counter, own } of sent) {
      counter.own -= own;
      const total = totals.get(key);
      counter.shared = total?.minute === counter.minute ? total.calls : counter.shared + own;
    }
    await removeOld();
  }

  async function add(
    rows: readonly { key: string; minute: number; calls: number }[],
  ): Promise<Map<string, StoredCount> | undefined> {
    if (postgres === undefined || rows.length === 0) return undefined;
    try {
      const { rows: stored } = await postgres.pool.query<StoredCount & { key: string }>(
        `INSERT INTO call_counts AS known (key, minute, calls)
         SELECT * FROM unnest($1::text[], $2::integer[], $3::integer[])
         ON CONFLICT (key) DO UPDATE SET
           minute = greatest(known.minute, excluded.minute),
           calls = CASE WHEN known.minute = excluded.minute THEN known.calls + excluded.calls
             WHEN known.minute < excluded.minute THEN excluded.calls ELSE known.calls END
         RETURNING key, minute, calls`,
        [rows.map(({ key }) => key), rows.map(({ minute }) => minute), rows.map(({ calls }) => calls)],
      );
      isAway = false;
      return new Map(stored.map(({ key, ...count }) => [key, count]));
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'rate limits are counted by each process for itself');
      isAway = true;
      return undefined;
    }
  }

  async function removeOld(): Promise<void> {
    const minute = minuteNow();
    if (removedAt === minute) return;
    removedAt = minute;
    await postgres?.pool
      .query('DELETE FROM call_counts WHERE minute < $1', [minute - keptMinutes])
      .catch((error: unknown) => log.warn({ err: error }, 'old call counts were not removed'));
  }

  return {
    count,
    async countExactly(key) {
      const minute = minuteNow();
      const total = (await add([{ key, minute, calls: 1 }]))?.get(key);
      return total === undefined ? count(key) : { current: total.calls, ttl: restOf(minute) };
    },
    close() {
      clearTimeout(timer);
      changed.clear();
    },
  };
}
