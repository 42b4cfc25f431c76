import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import type { Period } from './aggregates.types.ts';
import type { SessionStoreState } from './dirty-buckets.repo.ts';
import { levels, rollupTable } from './rollup.schema.ts';

/** Roughly how many sessions a period has. Only chooses where a request is read from; never part of a result. */
export interface Estimate {
  sessionsIn(period: Period, integrations?: readonly number[] | null): number;
}

export interface RowCountEstimates {
  current(state: SessionStoreState): Promise<Estimate>;
}

const monthMs = (365.25 / 12) * 86_400_000;
const maxAgeMs = 30_000;
const integrationLevel = levels.findIndex(
  ({ dimensions }) => dimensions.length === 1 && dimensions[0] === 'integration',
);

/** Estimates from the rollup's counts per month and integration; read again after half a minute when data has changed. */
export function createRowCountEstimates(clickhouse: ClickHouse): RowCountEstimates {
  let cached: { estimate: Estimate; dataVersion: string; readAt: number } | undefined;
  let reading: Promise<Estimate> | undefined;

  async function readEstimate(): Promise<Estimate> {
    const rows = await clickhouse.rows<{
      month_start: number;
      integration_id: number;
      session_count: string;
    }>(
      `SELECT toUnixTimestamp(toStartOfMonth(bucket)) AS month_start, integration_id, sum(sessions) AS session_count
       FROM ${rollupTable('day', 'sums')} FINAL WHERE level = ${integrationLevel} AND session_type = 0
       GROUP BY month_start, integration_id`,
      { label: 'session-store.estimates' },
    );
    const months = new Map<number, Map<number, number>>();
    for (const { month_start, integration_id, session_count } of rows) {
      const month = months.get(month_start * 1000) ?? new Map<number, number>();
      month.set(integration_id, Number(session_count));
      months.set(month_start * 1000, month);
    }
    return {
      sessionsIn({ from, to }, integrations) {
        let total = 0;
        for (const [start, counts] of months) {
          const overlap = Math.min(to.getTime(), start + monthMs) - Math.max(from.getTime(), start);
          if (overlap <= 0) continue;
          let sessions = 0;
          for (const [integration, count] of counts) {
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
    async current({ dataVersion }) {
      const isFresh =
        cached && (cached.dataVersion === dataVersion || performance.now() - cached.readAt < maxAgeMs);
      if (cached && isFresh) return cached.estimate;
      reading ??= readEstimate().finally(() => {
        reading = undefined;
      });
      const estimate = await reading;
      cached = { estimate, dataVersion, readAt: performance.now() };
      return estimate;
    },
  };
}
