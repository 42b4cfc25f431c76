import type { ClickHouse } from '../../platform/clickhouse/index.ts';
import type { Period } from './figures.types.ts';
import type { BooksState } from './stale-buckets.repo.ts';

/** Roughly how many sessions lie where, as of some moments ago. Only routes are chosen by it, never figures. */
export interface Estimate {
  sessionsIn(period: Period, integrations?: readonly number[] | null): number;
}

export interface Estimates {
  current(state: BooksState): Promise<Estimate>;
}

const monthMs = (365.25 / 12) * 86_400_000;
const keptMs = 30_000;

/** Estimates from the parts of the base and the integrations' shares in the cube; read again after half a minute. */
export function createEstimates(clickhouse: ClickHouse): Estimates {
  let known: { estimate: Estimate; generation: string; readAt: number } | undefined;
  let reading: Promise<Estimate> | undefined;

  async function read(): Promise<Estimate> {
    const rows = await clickhouse.rows<{ m: number; i: number; n: string }>(
      `SELECT toUnixTimestamp(toStartOfMonth(b)) AS m, integration_id AS i, sum(sessions) AS n
       FROM cube_day_v1 FINAL WHERE lvl = 1 AND session_type = 0 GROUP BY m, i`,
      { label: 'books.estimates' },
    );
    const months = new Map<number, Map<number, number>>();
    for (const { m, i, n } of rows) {
      const month = months.get(m * 1000) ?? new Map<number, number>();
      month.set(i, Number(n));
      months.set(m * 1000, month);
    }
    return {
      sessionsIn({ from, to }, integrations) {
        let total = 0;
        for (const [start, shares] of months) {
          const overlap = Math.min(to.getTime(), start + monthMs) - Math.max(from.getTime(), start);
          if (overlap <= 0) continue;
          let sessions = 0;
          for (const [integration, count] of shares) {
            if (!integrations || integrations.length === 0 || integrations.includes(integration))
              sessions += count;
          }
          total += (sessions * overlap) / monthMs;
        }
        return total;
      },
    };
  }

  return {
    async current({ generation }) {
      const isFresh = known && (known.generation === generation || performance.now() - known.readAt < keptMs);
      if (known && isFresh) return known.estimate;
      reading ??= read().finally(() => {
        reading = undefined;
      });
      const estimate = await reading;
      known = { estimate, generation, readAt: performance.now() };
      return estimate;
    },
  };
}
