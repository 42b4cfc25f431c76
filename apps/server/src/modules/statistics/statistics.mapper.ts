import {
  eurosFromCents,
  type GrandTotals,
  type MetricId,
  metrics,
  returnToPlayer,
  type SplitStatName,
  type Statistics,
  splitStatNames,
} from '@ludus/contract';
import { ValidationError } from '../../platform/errors/index.ts';
import { addFigures, type Figures, type FiguresRow, noFigures } from '../books/index.ts';
import type { AxisBucket } from './statistics.buckets.ts';

const labels: Record<MetricId, string> = {
  bet: 'Bet',
  win: 'Win',
  grosswin: 'Gross win',
  netwin: 'Net win',
  due: 'Due',
  rtp: 'RTP',
  rounds: 'Rounds',
  sessionsTotal: 'Sessions',
  sessionsOpen: 'Open sessions',
  sessionsClosed: 'Closed sessions',
  usersCount: 'Players',
};

const values: Record<MetricId, (figures: Figures) => number | null> = {
  bet: ({ bet }) => eurosFromCents(bet),
  win: ({ win }) => eurosFromCents(win),
  grosswin: ({ bet, win }) => eurosFromCents(bet - win),
  netwin: ({ net }) => eurosFromCents(net),
  due: ({ due }) => eurosFromCents(due),
  rtp: ({ bet, win }) => returnToPlayer(win, bet),
  rounds: ({ rounds }) => Number(rounds),
  sessionsTotal: ({ sessions }) => Number(sessions),
  sessionsOpen: ({ open }) => Number(open),
  sessionsClosed: ({ sessions, open }) => Number(sessions - open),
  usersCount: ({ players }) => players,
};

/** A figure as it leaves the server: euro, a ratio (null when nothing was bet) or a count (CONST-12). */
export const metricValue = (metric: MetricId, figures: Figures): number | null => values[metric](figures);

/** Totals, without net win and due for those who may not see them. */
export function grandTotalsOf(figures: Figures, withNetAndDue: boolean): GrandTotals {
  const { bet, win } = figures;
  return {
    bet: eurosFromCents(bet),
    win: eurosFromCents(win),
    rtp: returnToPlayer(win, bet),
    grosswin: eurosFromCents(bet - win),
    ...(withNetAndDue ? { netwin: eurosFromCents(figures.net), due: eurosFromCents(figures.due) } : {}),
    sessionsTotal: Number(figures.sessions),
    sessionsOpen: Number(figures.open),
    sessionsClosed: Number(figures.sessions - figures.open),
    rounds: Number(figures.rounds),
    usersCount: figures.players,
  };
}

/** One series per metric over the axis (ENT-21). */
export function totalsSeriesOf(
  axis: readonly AxisBucket[],
  rows: readonly FiguresRow[],
  total: Figures,
  wanted: ReadonlySet<MetricId>,
): NonNullable<Statistics['datasets']['totals']> {
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  return [...wanted].map((stat) => {
    const value = metricValue(stat, total);
    return {
      stat,
      label: labels[stat],
      data: axis.map(({ number }) => metricValue(stat, byBucket.get(number) ?? noFigures)),
      total: value,
      totalData: { value, unit: metrics[stat].unit },
    };
  });
}

/** Most points of all series of a split together: twelve games over a year by hour. More would stop a browser. */
export const mostSplitPoints = 110_000;

/** What distinguishes the series of a split: its ids as the contract names them, and its name. */
export interface SplitKey<Ids> {
  key: number;
  ids: Ids;
  label: string;
}

/**
 * Per-game, per-integration or per-operator series for each metric, the greatest bet first. `totals` brings the players
 * of the whole period per key; everything else adds up.
 * @throws ValidationError naming `key` when the series have more points together than could be drawn
 */
export function splitSeriesOf<Ids extends object>(
  axis: readonly AxisBucket[],
  rows: readonly FiguresRow[],
  totals: readonly FiguresRow[],
  wanted: ReadonlySet<MetricId>,
  keyOf: (row: FiguresRow) => SplitKey<Ids>,
): Partial<
  Record<SplitStatName, (Ids & { label: string; data: (number | null)[]; total: number | null })[]>
> {
  const groups = new Map<number, { split: SplitKey<Ids>; rows: Map<number, FiguresRow>; total: Figures }>();
  for (const row of rows) {
    const split = keyOf(row);
    const group = groups.get(split.key) ?? { split, rows: new Map(), total: noFigures };
    group.rows.set(row.bucket, row);
    groups.set(split.key, group);
  }
  const points = groups.size * axis.length;
  if (points > mostSplitPoints) {
    const reason = `These are too many figures at once: ${groups.size} series of ${axis.length} steps each. Group by something longer, choose a shorter period or fewer games.`;
    throw new ValidationError({ key: reason }, reason);
  }
  const players = new Map(totals.map((row) => [keyOf(row).key, row.players]));
  for (const [key, group] of groups) {
    group.total = { ...addFigures(group.rows.values()), players: players.get(key) ?? 0 };
  }
  const ordered = [...groups.values()].sort(
    (a, b) => Number(b.total.bet - a.total.bet) || a.split.key - b.split.key,
  );
  const series: ReturnType<typeof splitSeriesOf<Ids>> = {};
  for (const metric of wanted) {
    const name = (metric === 'sessionsTotal' ? 'sessionsTotals' : metric) as SplitStatName;
    if (!splitStatNames.includes(name)) continue;
    series[name] = ordered.map(({ split, rows: own, total }) => ({
      ...split.ids,
      label: split.label,
      data: axis.map(({ number }) => metricValue(metric, own.get(number) ?? noFigures)),
      total: metricValue(metric, total),
    }));
  }
  return series;
}
