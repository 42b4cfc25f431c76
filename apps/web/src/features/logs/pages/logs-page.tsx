import { type LogRow, logTypeNames } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTableButton } from '../../../components/copy-table-button.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { PersonName } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { groupLines } from '../../../components/table/group-lines.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { logsQuery } from '../../../domain/log/logs.ts';
import { formatInstant, formatLongDate } from '../../../lib/format.ts';
import { useRowsThatFit } from '../../../lib/use-page-rows.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { LogDescription } from '../components/log-description.tsx';
import { LogDetail } from '../components/log-detail.tsx';
import { LogTypeName } from '../components/log-type-name.tsx';
import { LogsFilters } from '../components/logs-filters.tsx';
import { descriptionOf } from '../description.ts';
import { type MayOpen, objectLinks } from '../object-links.ts';
import { type LogsSearch, pageSizeFor, queryOf } from '../search.ts';
import styles from './logs-page.module.css';

interface LogsPageProps {
  search: LogsSearch;
  onSearch: (search: LogsSearch) => void;
  mayOpen: MayOpen;
}

const noRows: readonly LogRow[] = [];

/** Page head, filters, head of the table, page numbers and the gaps between them. */
const reservedHeight = 290;

/** The audit log. Filters, page and open entry live in the URL. */
export function LogsPage({ search, onSearch, mayOpen }: LogsPageProps) {
  const { t, i18n } = useTranslation('logs');
  const { t: common } = useTranslation('common');
  const isPhone = useIsPhone();
  const isCompact = useMedia(breakpoints.laptop);
  const atLeast = pageSizeFor({ isPhone, isWide: useMedia('(min-width: 1280.02px)') });
  const fitting = useRowsThatFit({ atLeast, rowHeight: 38, reserved: reservedHeight });
  const limit = isPhone ? atLeast : fitting.rows;
  const logs = useQuery(logsQuery(queryOf(search, limit)));
  const rows = logs.data?.rows ?? noRows;
  const count = logs.data?.count;
  const isAll = count !== undefined && count > 0 && count <= limit && rows.length === count;
  const columns = useMemo<DataColumn<LogRow>[]>(
    () => [
      {
        id: 'type',
        header: t('type'),
        width: isCompact ? 110 : 150,
        cell: ({ logType }) => <LogTypeName type={logType.name} />,
      },
      {
        id: 'description',
        header: t('description'),
        ...(isCompact ? { width: '100%' } : {}),
        cell: (row) => (
          <span className={isCompact ? styles.lines : 'hub-ellipsis'} title={descriptionOf(row)}>
            <LogDescription row={row} links={objectLinks(row, mayOpen)} />
          </span>
        ),
      },
      {
        id: 'username',
        header: t('username'),
        width: isCompact ? 150 : 200,
        cell: ({ user }) => (user ? <PersonName name={user.username} /> : common('notAvailable')),
      },
      {
        id: 'createdAt',
        header: t('createdAt'),
        align: 'right',
        width: 110,
        // The line above names the day.
        cell: ({ createdAt }) => <DateTime value={createdAt} format="time-seconds" />,
      },
    ],
    [t, common, isCompact, mayOpen],
  );
  const typeNameOf = ({ logType }: LogRow) => {
    const known = logTypeNames.find((name) => name === logType.name);
    return known === undefined ? logType.name : t(`entries.${known}`);
  };
  const hasFilters = search.search !== undefined || search.type !== undefined || search.user !== undefined;
  const open = (id: number | undefined) => onSearch({ ...search, log: id });
  const at = rows.findIndex(({ id }) => id === search.log);
  const step = (by: 1 | -1) => {
    const target = at === -1 ? undefined : rows[at + by];
    return target && (() => open(target.id));
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        context={count === undefined ? null : t('context', { count })}
        actions={
          <CopyTableButton
            labelled
            disabled={rows.length === 0}
            table={() => ({
              columns: [
                { label: t('type'), kind: 'text' },
                { label: t('description'), kind: 'text' },
                { label: t('username'), kind: 'text' },
                { label: t('createdAt'), kind: 'instant' },
              ],
              rows: rows.map((row) => [
                typeNameOf(row),
                descriptionOf(row),
                row.user?.username,
                row.createdAt,
              ]),
            })}
          />
        }
      />
      <PageBody fill>
        <LogsFilters
          search={search}
          onChange={(part) => onSearch({ ...search, ...part, page: undefined })}
          rows={rows}
        />
        <QueryView query={logs} filtersKept>
          <DataTable
            label={t('table')}
            // A page that is all there is ends with its last entry.
            fill={!isAll}
            columns={columns}
            rows={rows}
            rowId={({ id }) => String(id)}
            onRowClick={({ id }) => open(id)}
            rowLabel={(row) => t('open', { description: descriptionOf(row) })}
            selectedId={search.log === undefined ? null : String(search.log)}
            loading={!logs.data}
            stale={logs.isPlaceholderData}
            skeletonRows={limit}
            lineAbove={groupLines({
              rows,
              groupOf: ({ createdAt }) => ({
                id: formatInstant(createdAt, 'date'),
                label: formatLongDate(createdAt, i18n.language),
              }),
              columns: isPhone ? null : columns.length,
            })}
            phoneRow={(row) => ({
              title: (
                <span className={styles.title}>
                  <LogDescription row={row} />
                </span>
              ),
              sub: `${row.user?.username ?? common('notAvailable')} · ${formatInstant(row.createdAt, 'time-seconds')}`,
              note: <LogTypeName type={row.logType.name} />,
              isTall: true,
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
                    hasFilters && (
                      <Button variant="default" onClick={() => onSearch({})}>
                        {t('clearFilters')}
                      </Button>
                    )
                  }
                >
                  {t(hasFilters ? 'emptyHelp' : 'emptyYet')}
                </EmptyState>
              )
            }
          />
          {count !== undefined && rows.length > 0 && !isAll && (
            <Pagination
              page={search.page ?? 1}
              pageSize={limit}
              total={count}
              onChange={(page) => onSearch({ ...search, page: page === 1 ? undefined : page })}
            />
          )}
        </QueryView>
      </PageBody>
      <LogDetail
        id={search.log}
        onClose={() => open(undefined)}
        onPrevious={step(-1)}
        onNext={step(1)}
        mayOpen={mayOpen}
      />
    </>
  );
}
