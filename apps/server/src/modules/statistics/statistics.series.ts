import { gameLabel, type MetricId } from '@ludus/contract';
import { integrationName, type References } from '../integrations/index.ts';
import type { AggregatesRow } from '../session-store/index.ts';
import type { AxisBucket } from './statistics.buckets.ts';
import { splitSeriesOf } from './statistics.mapper.ts';

/** Sums per step and key, and those of the whole period per key. */
export interface Split {
  rows: AggregatesRow[];
  totals: AggregatesRow[];
}

/** The name of what is no longer stored. */
export const goneName = (kind: string, id: number) => `${kind} ${id}`;

export function gameSeries(
  axis: readonly AxisBucket[],
  found: Split,
  wanted: ReadonlySet<MetricId>,
  names: References,
) {
  return splitSeriesOf(axis, found.rows, found.totals, wanted, ({ gameId }) => {
    const game = names.games.get(gameId);
    const label = game ? gameLabel(game.summary) : goneName('Game', gameId);
    return { key: gameId, ids: { gameId }, label };
  });
}

export function integrationSeries(
  axis: readonly AxisBucket[],
  found: Split,
  wanted: ReadonlySet<MetricId>,
  names: References,
) {
  return splitSeriesOf(axis, found.rows, found.totals, wanted, ({ integrationId }) => ({
    key: integrationId,
    ids: { integrationId },
    label: integrationName(names, integrationId),
  }));
}

export function operatorSeries(
  axis: readonly AxisBucket[],
  found: Split,
  wanted: ReadonlySet<MetricId>,
  names: References,
) {
  return splitSeriesOf(axis, found.rows, found.totals, wanted, ({ operatorId, integrationId }) => ({
    key: operatorId,
    ids: { operatorId, integrationId },
    label: names.operators.get(operatorId)?.name ?? goneName('Operator', operatorId),
  }));
}
