import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { type Aggregates, type AggregatesRow, noAggregates } from './aggregates.types.ts';
import { type MeasureName, measures, players } from './rollup.schema.ts';
import { currentSessions } from './sessions.clickhouse.ts';

/** What the sessions of a list add up to: all, and those of each type. Players are distinct within each. */
export interface ListSums {
  all: Aggregates;
  real: Aggregates;
  fun: Aggregates;
}

export const noListSums: ListSums = { all: noAggregates, real: noAggregates, fun: noAggregates };

type SumsRecord = Record<`sum_${MeasureName | 'players'}`, string> & { session_type: number };

/** Names of sums begin otherwise than columns: the statement would read a sum where it names the column. */
const columns = [
  'session_type',
  ...measures.map(({ name, fromSessions }) => `toInt64(${fromSessions}) AS sum_${name}`),
  `toInt64(${players.fromSessions}) AS sum_players`,
].join(', ');

/** Sums the sessions of a condition by reading all of them, for what the rollup does not know: ranges, players, rounds. */
export async function sumSessions(clickhouse: ClickHouse, where: string): Promise<ListSums> {
  const records = await clickhouse.rows<SumsRecord>(
    currentSessions(columns, where, 'GROUP BY ROLLUP(session_type)'),
    { label: 'session-store.list.sums', timeoutMs: 60_000 },
  );
  return sumsByType(
    records.map((record) => ({
      ...(Object.fromEntries(measures.map(({ name }) => [name, BigInt(record[`sum_${name}`])])) as Record<
        MeasureName,
        bigint
      >),
      players: Number(record.sum_players),
      sessionType: record.session_type,
    })),
  );
}

/** Takes sums apart by their type; where only sessions of one type were summed, its sums are those of all. */
export function sumsByType(rows: readonly (Aggregates & { sessionType: number })[]): ListSums {
  const of = (type: AggregatesRow['sessionType']) => rows.find(({ sessionType }) => sessionType === type);
  const [real, fun] = [of(1), of(4)];
  return {
    all: of(0) ?? real ?? fun ?? noAggregates,
    real: real ?? noAggregates,
    fun: fun ?? noAggregates,
  };
}
