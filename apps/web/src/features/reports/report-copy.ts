import { type DetailedReport, metrics, type ReportMetricId } from '@ludus/contract';
import type { TFunction } from 'i18next';
import type { CopiedTable } from '../../lib/copied-table.ts';
import { at, kinds, nameOf, type ReportTree } from './tree.ts';

interface Words {
  t: TFunction<'reports'>;
  common: TFunction<'common'>;
}

/**
 * The rows of the tree that are in sight; what is folded is left out, as on the screen. As in files, each level has a column, and
 * the first one names the level of a row.
 */
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
      ...kinds.map((kind) => ({ label: t(`kind.${kind}`), kind: 'text' as const })),
      ...figures(columns, common),
    ],
    rows: [...nodes].map((node) => {
      const kind = kinds[at(tree.kind, node)];
      return [
        kind && t(`kind.${kind}`),
        ...pathOf(tree, node),
        ...columns.map((id) => tree.figures[node]?.[id]),
      ];
    }),
    footer: [common('total'), ...kinds.map(() => ''), ...columns.map((id) => totals[id])],
  };
}

/** The names from its integration down to a node, each at the place of its kind. */
function pathOf(tree: ReportTree, node: number): string[] {
  const path = kinds.map(() => '');
  for (let above = node; above >= 0; above = at(tree.parent, above)) {
    path[at(tree.kind, above)] = nameOf(tree, above);
  }
  return path;
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
