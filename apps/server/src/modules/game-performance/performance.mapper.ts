import {
  type ComparedMetric,
  comparisonRules,
  type GameComparison,
  type MetricId,
  metrics,
  type PerformanceGrain,
} from '@ludus/contract';
import { addDays, type Day, daysBetween, startOfRomeDay } from '../../infra/clock/index.ts';
import { type AggregatesRow, noAggregates } from '../session-store/index.ts';
import { type AxisBucket, metricValue } from '../statistics/index.ts';

/** Days of a life up to which it is shown by day, and by week; longer ones by month. */
const longestByDay = 62;
const longestByWeek = 371;

export function grainOfLife(from: Day, to: Day): PerformanceGrain {
  const days = daysBetween(from, to);
  if (days <= longestByDay) return 'day';
  return days <= longestByWeek ? 'week' : 'month';
}

/** How many whole intervals of age lie between two days; negative before the first one. */
export const ageOn = (release: Day, day: Day, days: number): number =>
  Math.floor((daysBetween(release, day) - 1) / days);

/** The weeks of a game's age that touch a period, both days included, as steps of an axis. */
export function weekAxis(release: Day, from: Day, to: Day, now: Date): AxisBucket[] {
  const { days } = comparisonRules;
  const [first, last] = [ageOn(release, from, days), ageOn(release, to, days)];
  return Array.from({ length: last - first + 1 }, (_unused, index) => {
    const number = first + index;
    const [start, next] = [addDays(release, number * days), addDays(release, (number + 1) * days)];
    const cutFrom = start < from ? from : start;
    const end = addDays(to, 1);
    const cutTo = next > end ? end : next;
    const until = startOfRomeDay(cutTo);
    return {
      number,
      label: String(number + 1),
      bucket: {
        key: `w${number + 1}`,
        from: startOfRomeDay(cutFrom).toISOString(),
        to: until.toISOString(),
        partial: cutFrom !== start || cutTo !== next || until > now,
      },
    };
  });
}

/** One list of values per metric over an axis. */
export function valuesOn<Metric extends MetricId>(
  axis: readonly Pick<AxisBucket, 'number'>[],
  rows: readonly AggregatesRow[],
  wanted: Iterable<Metric>,
): Partial<Record<Metric, (number | null)[]>> {
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  const values: Partial<Record<Metric, (number | null)[]>> = {};
  for (const metric of wanted)
    values[metric] = axis.map(({ number }) => metricValue(metric, byBucket.get(number) ?? noAggregates));
  return values;
}

/**
 * Returns a quantile, interpolated between the two nearest values as spreadsheets do (PERCENTILE.INC); null of none. Amounts are
 * rounded to the cent, counts to whole numbers.
 */
export function quantileOf(values: readonly number[], share: number, metric: MetricId): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) return null;
  const value = low + (high - low) * (place - Math.floor(place));
  const { unit } = metrics[metric];
  if (unit === 'ratio') return value;
  return unit === 'count' ? Math.round(value) : Math.round(value * 100) / 100;
}

export interface ComparedGame {
  id: number;
  type: GameComparison['type'];
  release: Day;
}

interface ComparisonInput {
  game: ComparedGame;
  /** Other released games that have been played. */
  others: readonly ComparedGame[];
  /** Sums by game and week of age. */
  rows: readonly AggregatesRow[];
  axis: readonly AxisBucket[];
  /** First day with sessions on record, and today: a week between the two is known as a whole. */
  recordedSince: Day;
  today: Day;
  wanted: ReadonlySet<ComparedMetric>;
}

/** Sets a game beside others at the same age. */
export function compareByAge(input: ComparisonInput): GameComparison {
  const { game, axis, wanted } = input;
  const rowsOf = Map.groupBy(input.rows, ({ gameId }) => gameId);
  const known = input.others.filter((other) => axis.some(({ number }) => isKnown(other, number, input)));
  const ofType = known.filter(({ type }) => type === game.type);
  const rule = ofType.length >= comparisonRules.leastOfType ? 'sameType' : 'allGames';
  const compared = rule === 'sameType' ? ofType : known;
  const sums = new Map(
    compared.map(({ id }) => [id, new Map((rowsOf.get(id) ?? []).map((row) => [row.bucket, row]))]),
  );
  const gamesOf = axis.map(({ number }) => compared.filter((other) => isKnown(other, number, input)));
  const quantiles = (share: number) => {
    const found: Partial<Record<ComparedMetric, (number | null)[]>> = {};
    for (const metric of wanted) {
      found[metric] = axis.map(({ number }, place) => {
        const values = (gamesOf[place] ?? []).flatMap(({ id }) => {
          const value = metricValue(metric, sums.get(id)?.get(number) ?? noAggregates);
          return value === null ? [] : [value];
        });
        return values.length < comparisonRules.leastGames ? null : quantileOf(values, share, metric);
      });
    }
    return found;
  };
  return {
    rule,
    type: game.type,
    games: compared.length,
    weeks: axis.map(({ number, bucket }, place) => ({
      ...bucket,
      week: number + 1,
      games: gamesOf[place]?.length ?? 0,
    })),
    own: valuesOn(axis, rowsOf.get(game.id) ?? [], wanted),
    median: quantiles(0.5),
    low: quantiles(0.25),
    high: quantiles(0.75),
  };
}

/** Whether all of a week of a game's age is over and on record. */
function isKnown(
  { release }: ComparedGame,
  week: number,
  { recordedSince, today }: ComparisonInput,
): boolean {
  const { days } = comparisonRules;
  return addDays(release, week * days) >= recordedSince && addDays(release, (week + 1) * days) <= today;
}
