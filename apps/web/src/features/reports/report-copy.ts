import { type DetailedReport, metrics, type ReportMetricId } from '@ludus/contract';
import type { TFunction } from 'i18next';
import type { CopiedTable } from '../../lib/copied-table.ts';
import { at, kinds, nameOf, type ReportTree } from './tree.ts';

interface Words {
  t: TFunction<'reports'>;
  common: TFunction<'common'>;
}

/** The rows of the tree that are in sight, each with its kind; what is folded is left out, as on the screen. */
export function copiedTree(
  tree: ReportTree,
  nodes: Int32Array,
  columns: readonly ReportMetricId[],
  totals: DetailedReport['totals'],
  words: Words,
): CopiedTable {
  const { t, common } = words;
  return {
    columns: [
      { label: t('level'), kind: 'text' },
      { label: t('name'), kind: 'text' },
      ...figures(columns, common),
    ],
    rows: [...nodes].map((node) => {
      const kind = kinds[at(tree.kind, node)];
      return [
        kind && t(`kind.${kind}`),
        nameOf(tree, node),
        ...columns.map((id) => tree.figures[node]?.[id]),
      ];
    }),
    footer: [common('total'), '', ...columns.map((id) => totals[id])],
  };
}

/** The figures of each day. */
export function copiedDays(
  days: NonNullable<DetailedReport['responsePerDay']>,
  columns: readonly ReportMetricId[],
  totals: DetailedReport['totals'],
  { t, common }: Words,
): CopiedTable {
  return {
    columns: [{ label: t('day'), kind: 'day' }, ...figures(columns, common)],
    rows: days.map((day) => [day.day, ...columns.map((id) => day[id])]),
    footer: [common('total'), ...columns.map((id) => totals[id])],
  };
}

const figures = (columns: readonly ReportMetricId[], common: Words['common']) =>
  columns.map((id) => ({ label: common(`metric.${id}`), kind: metrics[id].unit }));
