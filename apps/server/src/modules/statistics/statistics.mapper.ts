import {
  eurosFromCents,
  type GrandTotals,
  type MetricId,
  messageOf,
  metricIds,
  metrics,
  returnToPlayer,
  type SplitStatName,
  type Statistics,
} from '@ludus/contract';
import { ValidationError } from '../../infra/errors/index.ts';
import { type Aggregates, type AggregatesRow, addAggregates, noAggregates } from '../session-store/index.ts';
import type { AxisBucket } from './statistics.buckets.ts';

const values: Record<MetricId, (aggregates: Aggregates) => number | null> = {
  bet: ({ bet }) => eurosFromCents(bet),
  win: ({ win }) => eurosFromCents(win),
  grosswin: ({ bet, win }) => eurosFromCents(bet - win),
  netwin: ({ netWin }) => eurosFromCents(netWin),
  due: ({ due }) => eurosFromCents(due),
  rtp: ({ bet, win }) => returnToPlayer(win, bet),
  rounds: ({ rounds }) => Number(rounds),
  sessionsTotal: ({ sessions }) => Number(sessions),
  sessionsOpen: ({ open }) => Number(open),
  sessionsClosed: ({ sessions, open }) => Number(sessions - open),
  usersCount: ({ players }) => players,
};

/** Returns a metric as the API has it: euro, a ratio (null when nothing was bet) or a count. */
export const metricValue = (metric: MetricId, aggregates: Aggregates): number | null =>
  values[metric](aggregates);

/** Maps totals, without net win and due where the caller may not see them. */
export function grandTotalsOf(aggregates: Aggregates, withNetAndDue: boolean): GrandTotals {
  const visible = metricIds.filter((id) => withNetAndDue || metrics[id].scope === null);
  return Object.fromEntries(visible.map((id) => [id, values[id](aggregates)])) as unknown as GrandTotals;
}

/** Returns one series per metric over the axis. */
export function totalsSeriesOf(
  axis: readonly AxisBucket[],
  rows: readonly AggregatesRow[],
  total: Aggregates,
  wanted: ReadonlySet<MetricId>,
): NonNullable<Statistics['datasets']['totals']> {
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  return [...wanted].map((stat) => {
    const value = metricValue(stat, total);
    return {
      stat,
      label: metrics[stat].title,
      data: axis.map(({ number }) => metricValue(stat, byBucket.get(number) ?? noAggregates)),
      total: value,
      totalData: { value, unit: metrics[stat].unit },
    };
  });
}

/** Most points of all series of a split together: twelve games over a year by hour. More would block a browser. */
export const maxSplitPoints = 110_000;

/** Identifies a series of a split: its ids as the contract names them, and its name. */
export interface SplitKey<Ids> {
  key: number;
  ids: Ids;
  label: string;
}

/**
 * Per-game, per-integration or per-operator series for each metric, the greatest bet first. `totals` has the players
 * of the whole period per key; everything else adds up.
 * @throws ValidationError naming `key` when the series have more points together than could be drawn
 */
export function splitSeriesOf<Ids extends object>(
  axis: readonly AxisBucket[],
  rows: readonly AggregatesRow[],
  totals: readonly AggregatesRow[],
  wanted: ReadonlySet<MetricId>,
  keyOf: (row: AggregatesRow) => SplitKey<Ids>,
): Partial<
  Record<SplitStatName, (Ids & { label: string; data: (number | null)[]; total: number | null })[]>
> {
  const groups = new Map<
    number,
    { split: SplitKey<Ids>; rows: Map<number, AggregatesRow>; total: Aggregates }
  >();
  for (const row of rows) {
    const split = keyOf(row);
    const group = groups.get(split.key) ?? { split, rows: new Map(), total: noAggregates };
    group.rows.set(row.bucket, row);
    groups.set(split.key, group);
  }
  const points = groups.size * axis.length;
  if (points > maxSplitPoints) {
    const reason = messageOf('fields.tooManyFigures', { series: groups.size, steps: axis.length });
    throw new ValidationError({ key: reason }, reason);
  }
  const players = new Map(totals.map((row) => [keyOf(row).key, row.players]));
  for (const [key, group] of groups) {
    group.total = { ...addAggregates(group.rows.values()), players: players.get(key) ?? 0 };
  }
  const ordered = [...groups.values()].sort(
    (a, b) => Number(b.total.bet - a.total.bet) || a.split.key - b.split.key,
  );
  const series: ReturnType<typeof splitSeriesOf<Ids>> = {};
  for (const metric of wanted) {
    const { splitName } = metrics[metric];
    if (splitName === null) continue;
    series[splitName as SplitStatName] = ordered.map(({ split, rows: own, total }) => ({
      ...split.ids,
      label: split.label,
      data: axis.map(({ number }) => metricValue(metric, own.get(number) ?? noAggregates)),
      total: metricValue(metric, total),
    }));
  }
  return series;
}
