import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../feedback/query-view.tsx';
import { EmptyState } from '../feedback/states.tsx';
import { type DataColumn, DataTable, type PhoneRow } from '../table/data-table.tsx';
import { Pagination } from '../table/pagination.tsx';

/** What the address holds of a queue beside its filters. */
export interface QueueSearch {
  page?: number | undefined;
  /** What is open. */
  id?: number | undefined;
}

/** Which part of a queue is shown, and where. */
export interface QueueView<Row extends { id: number }, Search extends QueueSearch> {
  /** One page of it. */
  query: UseQueryResult<{ rows: readonly Row[]; count: number }>;
  pageSize: number;
  search: Search;
  onSearch: (search: Search) => void;
  isFiltered: boolean;
  /** What is said, and offered, while there is nothing; with filters, there is a button that clears them. */
  empty: { title: string; text: string; action?: ReactNode };
}

interface QueueListProps<Row extends { id: number }, Search extends QueueSearch>
  extends QueueView<Row, Search> {
  /** Names the table. */
  label: string;
  /** Keep it stable. */
  columns: readonly DataColumn<Row>[];
  rowLabel: (row: Row) => string;
  phoneRow: (row: Row) => PhoneRow;
}

const noRows: readonly never[] = [];

/** What waits for a decision, or has waited: one row each, which opens it, by pages. */
export function QueueList<Row extends { id: number }, Search extends QueueSearch>(
  props: QueueListProps<Row, Search>,
) {
  const { t } = useTranslation('queue');
  const { query, search, onSearch, empty, pageSize } = props;
  const count = query.data?.count;
  return (
    <QueryView query={query} filtersKept>
      <DataTable
        label={props.label}
        columns={props.columns}
        rows={query.data?.rows ?? noRows}
        rowId={({ id }) => String(id)}
        rowHeight={48}
        onRowClick={({ id }) => onSearch({ ...search, id })}
        rowLabel={props.rowLabel}
        selectedId={search.id === undefined ? null : String(search.id)}
        loading={!query.data}
        stale={query.isPlaceholderData}
        skeletonRows={10}
        phoneRow={props.phoneRow}
        empty={
          <EmptyState
            title={empty.title}
            actions={
              props.isFiltered ? (
                <Button variant="default" onClick={() => onSearch({} as Search)}>
                  {t('clearFilters')}
                </Button>
              ) : (
                empty.action
              )
            }
          >
            {empty.text}
          </EmptyState>
        }
      />
      {count !== undefined && count > pageSize && (
        <Pagination
          page={search.page ?? 1}
          pageSize={pageSize}
          total={count}
          onChange={(next) => onSearch({ ...search, page: next === 1 ? undefined : next })}
        />
      )}
    </QueryView>
  );
}
