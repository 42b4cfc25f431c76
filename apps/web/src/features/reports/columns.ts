import { type Metric, metrics, type ReportMetricId, reportMetricIds } from '@ludus/contract';
import { createPersistentStore } from '../../lib/persistent-store.ts';

export type FigureId = ReportMetricId;

interface FigureColumn {
  id: FigureId;
  unit: Metric['unit'];
  /** The columns of the documents; the others can be added. */
  always: boolean;
  /** Only for those who may see net win and due. */
  restricted: boolean;
}

export const figureColumns: readonly FigureColumn[] = reportMetricIds.map((id) => ({
  id,
  unit: metrics[id].unit,
  always: metrics[id].report === 'always',
  restricted: metrics[id].scope !== null,
}));

export const columnsFor = (seesDue: boolean): readonly FigureColumn[] =>
  figureColumns.filter(({ restricted }) => seesDue || !restricted);

/** The columns beyond those of the documents, on this device: net win until someone chooses. */
export const addedColumns = createPersistentStore<readonly FigureId[]>(
  'ludus.report-columns',
  ['netwin'],
  (value) =>
    Array.isArray(value)
      ? figureColumns.flatMap(({ id, always }) => (!always && value.includes(id) ? [id] : []))
      : undefined,
);

/** The figures of a row of the tree on a phone: gross win over bet, or over what rows are sorted by. The rest is a tap away. */
export function phonePairFor(sortedBy: FigureId | 'name', seesDue: boolean): readonly FigureId[] {
  const isOther = sortedBy !== 'name' && sortedBy !== 'grosswin' && (seesDue || sortedBy !== 'due');
  return ['grosswin', isOther ? sortedBy : 'bet'];
}

/** The figures of a day on a phone: gross win beside it, and three below, one of them what days are sorted by. */
export function phoneColumnsFor(sortedBy: FigureId | 'name', seesDue: boolean): readonly FigureId[] {
  const below: FigureId[] = ['bet', 'win', seesDue ? 'due' : 'usersCount'];
  const isShown = sortedBy === 'name' || sortedBy === 'grosswin' || below.includes(sortedBy);
  return ['grosswin', ...(isShown ? below : [...below.slice(0, 2), sortedBy])];
}
