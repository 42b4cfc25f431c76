import type { QuarantinedRow } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Count } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { quarantineQuery } from '../../../domain/session/quarantine.ts';
import { formatInstant } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { AllStored } from '../components/all-stored.tsx';
import { QuarantineFilters } from '../components/quarantine-filters.tsx';
import { QuarantinedRowDetail } from '../components/quarantined-row-detail.tsx';
import type { QuarantineSearch } from '../search.ts';
import styles from './quarantine-page.module.css';

interface QuarantinePageProps {
  search: QuarantineSearch;
  onSearch: (search: QuarantineSearch) => void;
}

export const rowsPerPage = 20;
const noRows: readonly QuarantinedRow[] = [];
const reasonOf = (row: QuarantinedRow) => renderMessage(row.reasonDetail, row.reason);

/** Rows of platforms that could not be stored as sessions. Filters, page and open row live in the URL. */
export function QuarantinePage({ search, onSearch }: QuarantinePageProps) {
  const { t } = useTranslation('quarantine');
  const query = useQuery(
    quarantineQuery({
      jobId: search.job,
      integrationId: search.integration,
      page: search.page ?? 1,
      limit: rowsPerPage,
    }),
  );
  const rows = query.data?.rows ?? noRows;
  const count = query.data?.count;
  const columns = useMemo<DataColumn<QuarantinedRow>[]>(
    () => [
      {
        id: 'receivedAt',
        header: t('receivedAt'),
        width: 170,
        fit: true,
        cell: ({ receivedAt }) => <DateTime value={receivedAt} />,
      },
      {
        id: 'integration',
        header: t('integration'),
        width: 170,
        cell: ({ integrationName, integrationId }) => (
          <IntegrationName name={integrationName} number={integrationId} />
        ),
      },
      {
        id: 'sessionId',
        header: t('sessionId'),
        width: 220,
        cell: ({ sessionId }) => (
          <span className="hub-ellipsis" title={sessionId ?? undefined}>
            {sessionId ?? t('noSessionId')}
          </span>
        ),
      },
      {
        id: 'reason',
        header: t('reason'),
        cell: (row) => (
          <span className="hub-ellipsis" title={reasonOf(row)}>
            {reasonOf(row)}
          </span>
        ),
      },
      {
        id: 'times',
        header: t('times'),
        align: 'right',
        width: 90,
        cell: ({ times }) => <Count value={times} />,
      },
    ],
    [t],
  );
  const hasFilters = search.integration !== undefined || search.job !== undefined;
  const isEmpty = count === 0 && !hasFilters && !query.isPlaceholderData;
  return (
    <>
      <PageHeader
        title={t('title')}
        context={count === undefined ? null : isEmpty ? t('emptyMeaning') : t('context', { count })}
        back={{ to: '/sessions', label: t('back') }}
      />
      <PageBody>
        {!isEmpty && (count !== undefined || hasFilters) && (
          <QuarantineFilters
            search={search}
            rows={rows}
            onChange={(part) => onSearch({ ...search, ...part, page: undefined, row: undefined })}
          />
        )}
        <QueryView query={query} filtersKept>
          {isEmpty ? (
            <AllStored />
          ) : (
            <DataTable
              // Drawn anew when it is read, for the filters above it come at the same moment: an empty quarantine has none.
              key={count === undefined && !hasFilters ? 'first' : 'read'}
              label={t('table')}
              columns={columns}
              rows={rows}
              rowId={({ id }) => id}
              onRowClick={({ id }) => onSearch({ ...search, row: id })}
              rowLabel={(row) => t('open', { reason: reasonOf(row) })}
              selectedId={search.row ?? null}
              loading={!query.data}
              stale={query.isPlaceholderData}
              skeletonRows={rowsPerPage}
              phoneRow={(row) => ({
                title: <span className={styles.title}>{reasonOf(row)}</span>,
                sub: `${row.integrationName} · ${formatInstant(row.receivedAt, 'minutes')}`,
                note: row.times > 1 ? t('timesReceived', { count: row.times }) : undefined,
              })}
              empty={
                count ? (
                  <EmptyState
                    title={t('empty')}
                    actions={
                      <Button variant="default" onClick={() => onSearch({ ...search, page: undefined })}>
                        {t('firstPage')}
                      </Button>
                    }
                  >
                    {t('emptyPage')}
                  </EmptyState>
                ) : (
                  <EmptyState
                    title={t('empty')}
                    actions={
                      <Button variant="default" onClick={() => onSearch({})}>
                        {t('clearFilters')}
                      </Button>
                    }
                  >
                    {t('emptyFilters')}
                  </EmptyState>
                )
              }
            />
          )}
          {count !== undefined && rows.length > 0 && (
            <Pagination
              page={search.page ?? 1}
              pageSize={rowsPerPage}
              total={count}
              onChange={(page) =>
                onSearch({ ...search, page: page === 1 ? undefined : page, row: undefined })
              }
            />
          )}
        </QueryView>
      </PageBody>
      <QuarantinedRowDetail
        row={rows.find(({ id }) => id === search.row)}
        onClose={() => onSearch({ ...search, row: undefined })}
      />
    </>
  );
}
