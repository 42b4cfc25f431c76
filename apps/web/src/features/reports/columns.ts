import type { ReportFigures } from '@ludus/contract';
import { stored } from '../../lib/stored.ts';

export type FigureId = keyof ReportFigures;

interface FigureColumn {
  id: FigureId;
  unit: 'euro' | 'ratio' | 'count';
  /** REP-03: the columns of the documents; the others can be added. */
  always?: true;
  /** For those alone who may see net win and due (OPEN-81). */
  restricted?: true;
}

export const figureColumns: readonly FigureColumn[] = [
  { id: 'bet', unit: 'euro', always: true },
  { id: 'win', unit: 'euro', always: true },
  { id: 'grosswin', unit: 'euro', always: true },
  { id: 'netwin', unit: 'euro', restricted: true },
  { id: 'due', unit: 'euro', always: true, restricted: true },
  { id: 'rtp', unit: 'ratio' },
  { id: 'sessionsTotal', unit: 'count' },
  { id: 'rounds', unit: 'count' },
  { id: 'usersCount', unit: 'count', always: true },
];

export const columnsFor = (seesDue: boolean): readonly FigureColumn[] =>
  figureColumns.filter(({ restricted }) => seesDue || !restricted);

/** The further columns a person has added, on this device. */
export const addedColumns = stored<readonly FigureId[]>('ludus.report-columns', [], (value) =>
  Array.isArray(value)
    ? figureColumns.flatMap(({ id, always }) => (!always && value.includes(id) ? [id] : []))
    : undefined,
);

/** The two figures of a row on a phone; the rest is a tap away. */
export const phoneColumns = ['grosswin', 'bet'] as const satisfies readonly FigureId[];
