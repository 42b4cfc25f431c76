import {
  type MetricId,
  metricOfSplit,
  type SplitStatName,
  type Statistics,
  splitStatNames,
} from '@ludus/contract';

/** One row of the overview's table. Metrics that the role may not see are absent. */
export interface OverviewRow {
  id: number;
  /** The integration it belongs to, for operators. */
  integrationId: number | null;
  name: string;
  metrics: Partial<Record<MetricId, number | null>>;
}

export type OverviewKind = 'integrations' | 'operators' | 'games';

interface AnySeries {
  label: string;
  total: number | null;
  gameId?: number;
  integrationId?: number;
  operatorId?: number;
}

function idOf(kind: OverviewKind, series: AnySeries): number {
  const id = { integrations: series.integrationId, operators: series.operatorId, games: series.gameId }[kind];
  return id ?? 0;
}

/** The totals of every integration, operator or game, in the order of the response: greatest bet first. */
export function overviewRows(statistics: Statistics, kind: OverviewKind): OverviewRow[] {
  const series: Partial<Record<SplitStatName, AnySeries[]>> = statistics.datasets[kind] ?? {};
  const columns = splitStatNames.flatMap((stat) => {
    const values = series[stat];
    if (values === undefined) return [];
    return [
      { metric: metricOfSplit(stat), byId: new Map(values.map((one) => [idOf(kind, one), one.total])) },
    ];
  });
  return (series.bet ?? []).map((bet) => {
    const id = idOf(kind, bet);
    return {
      id,
      integrationId: kind === 'operators' ? (bet.integrationId ?? null) : null,
      name: bet.label,
      metrics: Object.fromEntries(columns.map(({ metric, byId }) => [metric, byId.get(id) ?? null])),
    };
  });
}

/** A column of the overview's table and its direction. */
export interface OverviewSort {
  id: string;
  desc: boolean;
}

export const initialOverviewSort: OverviewSort = { id: 'bet', desc: true };

const collator = new Intl.Collator('it', { numeric: true, sensitivity: 'base' });

/** The rows in the order of a column; those without a value come last. */
export function sortOverviewRows(rows: readonly OverviewRow[], { id, desc }: OverviewSort): OverviewRow[] {
  const sign = desc ? -1 : 1;
  return rows.toSorted((one, other) => {
    if (id === 'name') return sign * collator.compare(one.name, other.name);
    const a = one.metrics[id as MetricId] ?? null;
    const b = other.metrics[id as MetricId] ?? null;
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}
