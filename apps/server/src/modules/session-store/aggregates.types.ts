import type { Day } from '../../infra/clock/index.ts';
import { type Grain, type MeasureName, measures, type RollupDimension } from './rollup.schema.ts';

export type { Grain };
/** A platform is a group of operators; `platformOf` maps each operator to its own. */
export type Dimension = RollupDimension | 'platform';

export interface Period {
  /** Half-open. */
  from: Date;
  to: Date;
}

/** Which sessions are summed, beside the period. Empty lists are no filter. */
export interface AggregatesFilter {
  sessionType?: 1 | 4 | null | undefined;
  integrations?: readonly number[] | null | undefined;
  operators?: readonly number[] | null | undefined;
  games?: readonly number[] | null | undefined;
  /** Only open or only closed sessions; read from the base. */
  isOpen?: boolean | null | undefined;
}

/** Buckets that begin for each game with a day of its own, such as the weeks since its release. */
export interface AgeBuckets {
  /** The Rome day on which bucket 0 of each game begins; sums of other games are left out by the request's own filter. */
  since: ReadonlyMap<number, Day>;
  /** Length of a bucket. */
  days: number;
}

export interface AggregatesRequest extends AggregatesFilter {
  /** Sums of each of them; several only without `grain`. */
  periods: readonly Period[];
  /** Cuts the period into hours, days or months; absent: one sum per period. */
  grain?: Grain | undefined;
  /** IANA name of the zone that `grain` cuts by; Rome unless given. The rollup has Rome's days: others are read from the base. */
  timeZone?: string | undefined;
  /** Cuts by the age of games instead: with the grain `day`, and with the games of `since` as filter and dimension. */
  ages?: AgeBuckets | undefined;
  by?: readonly Dimension[];
  /** With `platform`: the platform of each operator that has one; the others are summed under 0. */
  platformOf?: ReadonlyMap<number, number> | undefined;
  /** One row per session type, and one more for all of them where both are included. */
  byType?: boolean;
  /** Distinct players of each row; otherwise `players` is 0. */
  players?: boolean;
}

/** Exact sums: cents and counts. Players are distinct within the row and must not be added up. */
export type Aggregates = Record<MeasureName, bigint> & { players: number };

/** Sums with the keys of their row; there is no row without sessions. */
export interface AggregatesRow extends Aggregates {
  /**
   * Without a grain the index of the period; an hour: its start in epoch seconds; a day: 20261025; a month: 202610. With `ages`
   * the number of the bucket, from 0; negative before the game's first day.
   */
  bucket: number;
  /** 0 where the request does not group by the dimension. */
  integrationId: number;
  operatorId: number;
  gameId: number;
  /** Only where the request groups by it; 0 are the operators without one. */
  platformId?: number;
  /** 0: all types. */
  sessionType: 0 | 1 | 4;
}

export const noAggregates: Aggregates = {
  ...(Object.fromEntries(measures.map(({ name }) => [name, 0n])) as Record<MeasureName, bigint>),
  players: 0,
};

/** Adds aggregates up. Players are added too: right only where no player can be in two of them. */
export function addAggregates(all: Iterable<Aggregates>): Aggregates {
  const total = { ...noAggregates };
  for (const one of all) {
    for (const { name } of measures) total[name] += one[name];
    total.players += one.players;
  }
  return total;
}
