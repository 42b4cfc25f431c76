import type { CopiedTable, CopiedValue } from '../../lib/copied-table.ts';
import type { ChartPoint, ChartSeries, ChartUnit } from './chart-model.ts';

/** The rows of a chart's table for a spreadsheet: one unit a column, as the table shows it. */
export function copiedChart(
  points: readonly ChartPoint[],
  series: readonly ChartSeries[],
  words: { when: string; total: string },
  unit: ChartUnit = 'euro',
): CopiedTable {
  return {
    columns: [
      { label: words.when, kind: 'text' },
      ...series.map((one) => ({ label: one.name, kind: one.unit ?? unit })),
    ],
    rows: points.map((point, at): CopiedValue[] => [point.title, ...series.map((one) => one.values[at])]),
    footer: [words.total, ...series.map((one) => one.total)],
  };
}
