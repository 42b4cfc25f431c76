import { type DetailedReport, sessionTypes } from '@ludus/contract';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { CopyTableButton } from '../../../components/copy-table-button.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { LastMonthButton } from '../../../components/form/period-picker.tsx';
import { SortControl } from '../../../components/table/sort-control.tsx';
import type { Period } from '../../../lib/days.ts';
import { usePersistent } from '../../../lib/persistent-store.ts';
import { addedColumns, columnsFor } from '../columns.ts';
import { copiedDays, copiedTree } from '../report-copy.ts';
import { countFilters, type ReportsSearch, sortedBy, sortOf } from '../search.ts';
import {
  autoExpansion,
  buildTree,
  type Expansion,
  matchesOf,
  orderOf,
  patternOf,
  type TreeSort,
  turn,
  visibleRows,
} from '../tree.ts';
import { ReportDays } from './report-days.tsx';
import { ReportDetails } from './report-details.tsx';
import { ReportTools } from './report-tools.tsx';
import { ReportTreeGrid } from './report-tree.tsx';
import styles from './report-view.module.css';

interface ReportViewProps {
  report: DetailedReport;
  search: ReportsSearch;
  period: Period;
  onSearch: (search: ReportsSearch) => void;
  seesDue: boolean;
  stale: boolean;
  /** Where the page has room for the tools of the report; null where they stand in a row of their own, above it. */
  places: { tools: HTMLElement | null; sort: HTMLElement | null } | null;
}

/** A loaded report: what was found, as a tree or by day. */
export function ReportView({ report, search, period, onSearch, seesDue, stale, places }: ReportViewProps) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation('common');
  const added = usePersistent(addedColumns);
  const columns = useMemo(
    () => columnsFor(seesDue).flatMap(({ id, always }) => (always || added.includes(id) ? [id] : [])),
    [seesDue, added],
  );
  const [expansion, setExpansion] = useState<Expansion>(autoExpansion);
  const [detailed, setDetailed] = useState<number | null>(null);
  const text = search.search ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search opens what it has found
  useEffect(() => setExpansion(autoExpansion), [text]);

  // Someone who sees due may have sent this link.
  const requestedSort = sortOf(search);
  const isKnown =
    requestedSort.by === 'name' || columnsFor(seesDue).some(({ id }) => id === requestedSort.by);
  const sort: TreeSort = isKnown ? requestedSort : sortOf({});
  const { by, desc } = sort;
  const tree = useMemo(() => buildTree(report.response), [report.response]);
  const order = useMemo(() => orderOf(tree, { by, desc }), [tree, by, desc]);
  const pattern = useMemo(() => patternOf(text), [text]);
  const matches = useMemo(() => matchesOf(tree, pattern), [tree, pattern]);
  const rows = useMemo(() => visibleRows(tree, order, matches, expansion), [tree, order, matches, expansion]);
  const { totals, responsePerDay } = report;
  const { games, integrations, operators } = search;
  const explains = { ...period, sessionTypeId: sessionTypes.real, games, integrations, operators };

  if (tree.size === 0) {
    return (
      <EmptyState
        title={t('noResults')}
        actions={
          <LastMonthButton period={period} onPeriod={(chosen) => onSearch({ ...search, ...chosen })} />
        }
      >
        {t(countFilters(search) > 0 ? 'noResultsHelp' : 'noSessionsHelp')}
      </EmptyState>
    );
  }
  const tools = (shown: ReactNode) =>
    places ? places.tools && createPortal(shown, places.tools) : <div className={styles.tools}>{shown}</div>;
  if (search.view === 'days' && responsePerDay) {
    const copy = tools(
      <CopyTableButton table={() => copiedDays(responsePerDay, columns, totals, { t, common })} />,
    );
    return (
      <>
        {places ? copy : <div className={styles.bar}>{copy}</div>}
        <ReportDays
          days={responsePerDay}
          totals={totals}
          columns={columns}
          explains={explains}
          stale={stale}
        />
      </>
    );
  }
  const onSort = (column: TreeSort['by']) => onSearch(sortedBy({ ...search, sort: by }, column));
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.said} role="status">
          {matches !== null && matches.count > 0 && t('found', { count: matches.count })}
        </p>
        {tools(
          <>
            <CopyTableButton
              disabled={rows.node.length === 0}
              table={() => copiedTree(tree, rows.node, columns, totals, { t, common })}
            />
            <ReportTools
              seesDue={seesDue}
              onExpandAll={() => setExpansion({ base: 'all', turned: new Set() })}
              onCollapseAll={() => setExpansion({ base: 'none', turned: new Set() })}
            />
          </>,
        )}
      </div>
      {places?.sort &&
        createPortal(
          <SortControl
            framed
            options={(['name', ...columnsFor(seesDue).map(({ id }) => id)] as const).map((id) => ({
              id,
              label: id === 'name' ? t('name') : common(`metric.${id}`),
            }))}
            sort={{ id: by, desc }}
            onSort={({ id }) => onSort(id)}
          />,
          places.sort,
        )}
      {matches?.count === 0 ? (
        <EmptyState
          title={t('noResults')}
          actions={
            <Button variant="default" onClick={() => onSearch({ ...search, search: undefined })}>
              {t('clearSearch')}
            </Button>
          }
        >
          {t('noMatchHelp', { text })}
        </EmptyState>
      ) : (
        <ReportTreeGrid
          tree={tree}
          rows={rows}
          matches={matches}
          expansion={expansion}
          pattern={pattern}
          columns={columns}
          sort={sort}
          onSort={onSort}
          onTurn={(node) => setExpansion((before) => turn(tree, node, before))}
          onDetails={setDetailed}
          totals={totals}
          explains={explains}
          stale={stale}
        />
      )}
      <ReportDetails
        tree={tree}
        node={detailed}
        columns={columnsFor(seesDue).map(({ id }) => id)}
        explains={explains}
        onClose={() => setDetailed(null)}
      />
    </>
  );
}
