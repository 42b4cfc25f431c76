import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { idList } from './sessions.clickhouse.ts';

/** Change times of a platform that are stored without a gap, in epoch milliseconds, half-open. */
export interface Coverage {
  fromMs: number;
  toMs: number;
}

/** The coverage of an integration, and when its platform was read. */
export interface FetchedCoverage extends Coverage {
  /** When it was last read to its end. */
  readAt: Date;
  /** When it was last read to its end with everything that it may have shown late. */
  lateReadAt: Date;
}

/**
 * What was fetched of each integration. It is in ClickHouse, beside the rows that it speaks of and written after them: a
 * session store that was restored to an earlier time has the coverage of that time, and the next fetch begins there.
 */
export interface FetchCoverage {
  /** Null where nothing of the integration was fetched. */
  find(integrationId: number): Promise<FetchedCoverage | null>;
  /** Finds the coverage of integrations; those of which nothing was fetched are left out. */
  findMany(integrationIds: readonly number[]): Promise<Map<number, FetchedCoverage>>;
  /** Returns the ids of the integrations that have a coverage. */
  listIntegrations(): Promise<number[]>;
  /** Replaces the coverage of an integration. Only while its fetch lock is held. */
  save(integrationId: number, coverage: FetchedCoverage): Promise<void>;
  /** Returns when the platform of each fetched integration was last read to its end. */
  listReads(): Promise<Map<number, Date>>;
}

export function createFetchCoverage(clickhouse: ClickHouse): FetchCoverage {
  async function findMany(integrationIds: readonly number[]): Promise<Map<number, FetchedCoverage>> {
    if (integrationIds.length === 0) return new Map();
    const rows = await clickhouse.rows<{
      integration_id: number;
      from_ms: string;
      to_ms: string;
      read_ms: string;
      late_read_ms: string;
    }>(
      `SELECT integration_id, toUnixTimestamp64Milli(covered_from) AS from_ms, toUnixTimestamp64Milli(covered_to) AS to_ms,
         toUnixTimestamp64Milli(read_at) AS read_ms, toUnixTimestamp64Milli(late_read_at) AS late_read_ms
       FROM fetch_coverage_v1 FINAL WHERE integration_id IN ${idList(integrationIds)}`,
      { label: 'session-store.coverage.find' },
    );
    return new Map(
      rows.map((row) => [
        row.integration_id,
        {
          fromMs: Number(row.from_ms),
          toMs: Number(row.to_ms),
          readAt: new Date(Number(row.read_ms)),
          lateReadAt: new Date(Number(row.late_read_ms)),
        },
      ]),
    );
  }

  return {
    findMany,
    find: async (integrationId) => (await findMany([integrationId])).get(integrationId) ?? null,

    async listIntegrations() {
      const rows = await clickhouse.rows<{ integration_id: number }>(
        'SELECT integration_id FROM fetch_coverage_v1 FINAL ORDER BY integration_id',
        { label: 'session-store.coverage.list' },
      );
      return rows.map(({ integration_id }) => integration_id);
    },

    async save(integrationId, { fromMs, toMs, readAt, lateReadAt }) {
      await clickhouse.command(
        `INSERT INTO fetch_coverage_v1
           (integration_id, covered_from, covered_to, read_at, late_read_at, version)
         SELECT {integration:UInt16}, fromUnixTimestamp64Milli({from:Int64}, 'UTC'),
           fromUnixTimestamp64Milli({to:Int64}, 'UTC'), fromUnixTimestamp64Milli({read:Int64}, 'UTC'),
           fromUnixTimestamp64Milli({lateRead:Int64}, 'UTC'), max(version) + 1
         FROM fetch_coverage_v1 WHERE integration_id = {integration:UInt16}`,
        {
          label: 'session-store.coverage.save',
          params: {
            integration: integrationId,
            from: fromMs,
            to: toMs,
            read: readAt.getTime(),
            lateRead: lateReadAt.getTime(),
          },
          settings: { async_insert: 0 },
        },
      );
    },

    async listReads() {
      const rows = await clickhouse.rows<{ integration_id: number; read_ms: string }>(
        'SELECT integration_id, toUnixTimestamp64Milli(read_at) AS read_ms FROM fetch_coverage_v1 FINAL',
        { label: 'session-store.coverage.reads' },
      );
      return new Map(rows.map(({ integration_id, read_ms }) => [integration_id, new Date(Number(read_ms))]));
    },
  };
}
