import { metricOfSplit, metrics, type Statistics, splitStatNames } from '@ludus/contract';
import type { TFunction } from 'i18next';
import type { CopiedTable } from '../../lib/copied-table.ts';
import { type OverviewSort, overviewRows, sortOverviewRows } from './overview-rows.ts';

/** The overview's table as a spreadsheet takes it, in the order of the screen. */
export function copiedOverview(
  statistics: Statistics,
  kind: 'integrations' | 'operators' | 'games',
  sort: OverviewSort,
  t: TFunction<'sessionsOverview'>,
  common: TFunction<'common'>,
): CopiedTable {
  const totals = statistics.grandTotals;
  const seesNetAndDue = totals.netwin !== undefined;
  const shown = splitStatNames
    .map(metricOfSplit)
    .filter((metric) => seesNetAndDue || metrics[metric].scope === null);
  return {
    columns: [
      { label: t(`name.${kind}`), kind: 'text' },
      ...shown.map((metric) => ({ label: common(`metric.${metric}`), kind: metrics[metric].unit })),
    ],
    rows: sortOverviewRows(overviewRows(statistics, kind), sort).map((row) => [
      row.name,
      ...shown.map((metric) => row.metrics[metric]),
    ]),
    footer: [t('total'), ...shown.map((metric) => totals[metric])],
  };
}
