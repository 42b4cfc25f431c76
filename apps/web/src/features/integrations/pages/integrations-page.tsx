import {
  encodeStatisticsRequest,
  type IntegrationWithCounts,
  type Statistics,
  services,
} from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { Amount, Count } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { serviceStatusesQuery } from '../../../domain/integration/integrations.ts';
import { integrationsWithCountsQuery } from '../../../domain/integration/manage-integrations.ts';
import { statisticsQuery } from '../../../domain/statistics/statistics.ts';
import type { Day } from '../../../lib/days.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { useSearchText } from '../../../lib/use-search-text.ts';
import { useToday } from '../../../lib/use-today.ts';
import { InternationalMark } from '../components/international-mark.tsx';
import { StateMark } from '../components/service-mark.tsx';
import { filterAndSort, type IntegrationsSearch, type ListRow, type ListSort, sortOf } from '../search.ts';
import { useSync } from '../use-sync.ts';
import styles from './integrations-page.module.css';

interface IntegrationsPageProps {
  search: IntegrationsSearch;
  /** `typing` replaces the page in the history: Back does not walk through letters. */
  onSearch: (search: IntegrationsSearch, typing: boolean) => void;
  onOpen: (id: number) => void;
  onAdd: () => void;
}

/** Every integration with the numbers of its operators, users and games. */
export function IntegrationsPage({ search, onSearch, onOpen, onAdd }: IntegrationsPageProps) {
  const { t } = useTranslation('integrations');
  const query = useQuery(integrationsWithCountsQuery());
  const health = useQuery(serviceStatusesQuery());
  const day = useToday();
  const figures = useQuery(statisticsQuery(useMemo(() => figuresOf(day), [day])));
  const sync = useSync();
  const { text, type } = useSearchText(search.search ?? '', (typed) =>
    onSearch({ ...search, search: typed || undefined }, true),
  );
  const wanted = useDeferredValue(text);
  const sort = sortOf(search);
  const { id: sortId, desc } = sort;
  const all = query.data?.rows;
  const rows = useMemo(() => {
    const states = new Map(health.data?.rows.map((row) => [row.integrationId, row]));
    const today = new Map(
      figures.data?.integrations.map(({ integrationId, grandTotals }) => [integrationId, grandTotals]),
    );
    const none = figures.data && { sessionsTotal: 0, grosswin: 0 };
    const joined = (all ?? []).map(
      (row): ListRow => ({ ...row, health: states.get(row.id), today: today.get(row.id) ?? none }),
    );
    return filterAndSort(joined, wanted, { id: sortId, desc });
  }, [all, health.data, figures.data, wanted, sortId, desc]);
  // Of all: what is found by a search has no totals of its own.
  const totals = useMemo(
    () => (wanted.trim() === '' && all && all.length > 1 ? totalsOf(all, figures.data?.grandTotals) : null),
    [wanted, all, figures.data],
  );
  const columns = useColumns(totals);

  const total = all?.length ?? 0;
  const context =
    wanted.trim() === '' ? t('count', { count: total }) : t('found', { shown: rows.length, total });
  return (
    <>
      <PageHeader
        title={t('title')}
        context={all ? `${context}. ${t('todayInRealMoney')}` : null}
        actions={
          <HeaderButton
            label={t('syncAll')}
            hint={t('syncAllHint')}
            icon={<IconRefresh size={16} stroke={1.5} />}
            onClick={() => sync.mutate()}
            loading={sync.isPending}
          />
        }
        primary={
          <HeaderButton filled label={t('add')} icon={<IconPlus size={16} stroke={1.75} />} onClick={onAdd} />
        }
      />
      <PageBody>
        <SearchInput
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          maxLength={200}
          onType={type}
        />
        <QueryView query={query} text={t('serverError')} filtersKept={text !== ''}>
          <DataTable
            label={t('table')}
            columns={columns}
            rows={rows}
            rowId={(row) => String(row.id)}
            rowLabel={(row) => t('open', { name: row.name })}
            rowHeight={48}
            sort={sort}
            onSort={({ id, desc: isDesc }) =>
              onSearch({ ...search, sort: id as ListSort, direction: isDesc ? 'desc' : 'asc' }, false)
            }
            onRowClick={(row) => onOpen(row.id)}
            loading={!all}
            empty={
              <EmptyState
                title={t('nothingToShow')}
                actions={
                  total > 0 && (
                    <Button variant="default" onClick={() => type('')}>
                      {t('clearSearch')}
                    </Button>
                  )
                }
              >
                {t(total > 0 ? 'noneFound' : 'noneYet')}
              </EmptyState>
            }
            phoneRow={(row) => ({
              art: <IntegrationChip name={row.name} number={row.id} size={28} />,
              title: <Name row={row} />,
              sub: t('gamesCount', { count: row.gameCount }),
              value: <Amount value={row.today?.grosswin} />,
              note: t('grossWinToday'),
            })}
          />
        </QueryView>
      </PageBody>
    </>
  );
}

/** Today's real sessions of each integration. */
const figuresOf = (day: Day) =>
  encodeStatisticsRequest({
    from: day,
    to: day,
    sessionTypeId: 1,
    stats: ['sessionsTotals', 'grosswin'],
    datasetTotals: true,
    key: 'day',
  });

function Name({ row }: { row: IntegrationWithCounts }) {
  return (
    <>
      <span className="hub-ellipsis" title={row.name}>
        {row.name}
      </span>
      <InternationalMark version={row.version} />
    </>
  );
}

interface ListTotals {
  operators: number;
  users: number;
  today: Pick<Statistics['grandTotals'], 'sessionsTotal' | 'grosswin'> | undefined;
}

/** Operators and users of all; games are not added up, since one is at several integrations. */
function totalsOf(all: readonly IntegrationWithCounts[], today: ListTotals['today']): ListTotals {
  const sum = (count: (row: IntegrationWithCounts) => number) =>
    all.reduce((total, row) => total + count(row), 0);
  return { operators: sum((row) => row.operatorCount), users: sum((row) => row.userCount), today };
}

/** On narrow screens the figures of today share a column, so that all of them are in sight. */
function useColumns(totals: ListTotals | null): DataColumn<ListRow>[] {
  const { t } = useTranslation('integrations');
  const { t: common } = useTranslation('common');
  const isTight = useMedia(breakpoints.laptop);
  return useMemo(() => {
    const count = (
      id: ListSort,
      value: (row: ListRow) => number | undefined,
      total?: number,
    ): DataColumn<ListRow> => ({
      id,
      header: t(id as 'games'),
      align: 'right',
      sortable: true,
      value,
      cell: (row) => <Count value={value(row)} />,
      ...(total === undefined ? {} : { footer: <Count value={total} strong /> }),
    });
    return [
      {
        id: 'name',
        header: t('name'),
        sortable: true,
        ...(totals && { footer: common('total') }),
        cell: (row) => (
          <span className={styles.name}>
            <IntegrationChip name={row.name} number={row.id} size={24} />
            <span className={styles.lines}>
              <span className={styles.title}>
                <Name row={row} />
              </span>
              <span className={styles.url} title={row.playServiceURL}>
                {row.playServiceURL}
              </span>
            </span>
          </span>
        ),
      },
      {
        id: 'services',
        header: t('services'),
        sortable: true,
        descFirst: true,
        fit: true,
        cell: (row) => (
          <span className={styles.marks}>
            {services.map((service) => (
              <StateMark key={service} service={service} state={row.health?.[service] ?? 'unknown'} />
            ))}
          </span>
        ),
      },
      count('operators', (row) => row.operatorCount, totals?.operators),
      count('users', (row) => row.userCount, totals?.users),
      count('games', (row) => row.gameCount),
      ...(isTight
        ? []
        : [count('sessionsToday', (row) => row.today?.sessionsTotal, totals?.today?.sessionsTotal)]),
      {
        id: 'grossWinToday',
        header: isTight ? `${t('grossWinToday')} / ${t('sessionsToday')}` : t('grossWinToday'),
        wraps: isTight,
        align: 'right',
        sortable: true,
        value: (row) => row.today?.grosswin,
        ...(totals?.today && { footer: <Amount value={totals.today.grosswin} strong /> }),
        cell: (row) =>
          isTight ? (
            <TwoLines second={<Count value={row.today?.sessionsTotal} />}>
              <Amount value={row.today?.grosswin} />
            </TwoLines>
          ) : (
            <Amount value={row.today?.grosswin} />
          ),
      },
    ];
  }, [t, common, totals, isTight]);
}
