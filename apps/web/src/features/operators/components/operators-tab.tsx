import { type DetailedReport, encodeStatisticsRequest, type Integration } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip, IntegrationName } from '../../../components/display/entity-label.tsx';
import { Count } from '../../../components/display/figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { Sparkline } from '../../../components/display/sparkline.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { hint } from '../../../components/hint.ts';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { reportQuery, statisticsQuery } from '../../../domain/statistics/statistics.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { addDays, type Day, type Period, presetPeriod } from '../../../lib/days.ts';
import { formatDay } from '../../../lib/format.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { useSearchText } from '../../../lib/use-search-text.ts';
import { useToday } from '../../../lib/use-today.ts';
import { filterAndSort, type OperatorRow, operatorRows, sortValue } from '../operator-rows.ts';
import { type OperatorSort, type OperatorsSearch, sortOf } from '../search.ts';
import styles from './operators-tab.module.css';

/** What another screen is opened with: the operator and its figures' period. */
export interface OperatorPreset extends Period {
  integrations: number[];
  operators: number[];
}

interface OperatorsTabProps {
  search: OperatorsSearch;
  onSearch: (search: OperatorsSearch) => void;
  /** While something is typed: Back does not walk through letters. */
  onReplace: (search: OperatorsSearch) => void;
  onOpenList: (preset: OperatorPreset) => void;
  onOpenCharts: (preset: OperatorPreset) => void;
}

const noIntegrations: readonly Integration[] = [];

/** The operators of all integrations with the figures of this month, real sessions. */
export function OperatorsTab({ search, onSearch, onReplace, ...props }: OperatorsTabProps) {
  const { t } = useTranslation('operators');
  const day = useToday();
  const isNarrow = useMedia(breakpoints.laptop);
  const month = presetPeriod('thisMonth', day);
  const { from, to } = month;
  const integrations = useQuery(integrationsQuery('operators', 'platforms'));
  const figures = useQuery(
    reportQuery(useMemo(() => encodeStatisticsRequest({ from, to, singleDay: false }), [from, to])),
  );
  const days = useQuery(statisticsQuery(useMemo(() => recentDays(day), [day])));
  const { text, type } = useSearchText(search.search ?? '', (typed) =>
    onReplace({ ...search, search: typed || undefined }),
  );
  const wanted = useDeferredValue(text);
  const { id, desc } = sortOf(search);

  const given = integrations.data?.rows ?? noIntegrations;
  const all = useMemo(() => operatorRows(given, figures.data, days.data), [given, figures.data, days.data]);
  const rows = useMemo(() => filterAndSort(all, wanted, { id, desc }), [all, wanted, id, desc]);
  const isFiltered = wanted.trim() !== '';
  const presetOf = (row: OperatorRow): OperatorPreset => ({
    ...month,
    integrations: [row.integration.id],
    operators: [row.id],
  });
  const columns = useColumns(isFiltered ? undefined : figures.data?.totals, (row) =>
    props.onOpenCharts(presetOf(row)),
  );
  const isLoading = !integrations.data || !figures.data;
  return (
    <>
      <div className={styles.controls}>
        <SearchInput
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('searchHint')}
          value={text}
          maxLength={120}
          onType={type}
        />
        <p className={styles.quiet}>
          {isLoading
            ? '\u00a0'
            : isFiltered
              ? t('found', { shown: rows.length, total: all.length })
              : t('count', { count: all.length, integrations: given.length })}
        </p>
      </div>
      <QueryView query={integrations} filtersKept={isFiltered}>
        <QueryView query={figures} filtersKept={isFiltered}>
          <DataTable
            label={t('title')}
            columns={columns}
            rows={rows}
            rowId={(row) => String(row.id)}
            rowLabel={(row) => t('openSessions', { name: row.name })}
            rowHeight={isNarrow ? 48 : 40}
            sort={{ id, desc }}
            onSort={(next) =>
              onSearch({ ...search, sort: next.id as OperatorSort, direction: next.desc ? 'desc' : 'asc' })
            }
            onRowClick={(row) => props.onOpenList(presetOf(row))}
            loading={isLoading}
            skeletonRows={12}
            stale={figures.isPlaceholderData}
            empty={
              <EmptyState
                title={t(isFiltered ? 'noneFound' : 'noneYet')}
                actions={
                  isFiltered && (
                    <Button variant="default" onClick={() => type('')}>
                      {t('clearSearch')}
                    </Button>
                  )
                }
              >
                {t(isFiltered ? 'noneFoundHelp' : 'noneYetHelp')}
              </EmptyState>
            }
            phoneRow={(row) => ({
              art: <IntegrationChip name={row.integration.name} number={row.integration.id} size={28} />,
              title: row.name,
              sub: `${row.integration.name} · ${row.platform ?? t('direct')}`,
              value: <PhoneFigure row={row} sort={phoneMetric(id)} />,
              note: <PhoneFigure row={row} sort={id === 'bet' ? 'grosswin' : 'bet'} />,
            })}
          />
        </QueryView>
      </QueryView>
    </>
  );
}

type PhoneFigureId = Exclude<OperatorSort, 'name' | 'integration' | 'platform'>;

/** The first figure of a row on a phone: what the list is sorted by, and gross win where that is no figure. Bet, or gross win, follows. */
function phoneMetric(sort: OperatorSort): PhoneFigureId {
  return sort === 'name' || sort === 'integration' || sort === 'platform' ? 'grosswin' : sort;
}

function PhoneFigure({ row, sort }: { row: OperatorRow; sort: PhoneFigureId }) {
  const { t } = useTranslation('operators');
  return (
    <span className={styles.phoneFigure}>
      <span className="hub-caption">{t(`columns.${sort}`)}</span>{' '}
      {sort === 'lastDay' ? (
        <LastDay day={row.lastDay} />
      ) : sort === 'gamesPlayed' ? (
        <Count value={row.figures?.gamesPlayed} />
      ) : (
        <MetricFigure metric={sort} value={row.figures?.[sort]} />
      )}
    </span>
  );
}

/** Nearly everyone's is today: words let the other days stand out. */
function LastDay({ day }: { day: Day | null }) {
  const { t } = useTranslation('operators');
  const { t: common } = useTranslation('common');
  const today = useToday();
  if (day === null) return <span className={styles.direct}>{t('noneLately')}</span>;
  if (day === today) return <span className={styles.direct}>{common('presets.today')}</span>;
  return day === addDays(today, -1) ? common('presets.yesterday') : formatDay(day);
}

/** Sessions of each operator by day: for the line in its row, and for its last day with a session. */
function recentDays(day: Day): string {
  const { from, to } = presetPeriod('last30', day);
  return encodeStatisticsRequest({
    from,
    to,
    sessionTypeId: 1,
    stats: ['sessionsTotals'],
    datasetOperators: true,
    key: 'day',
  });
}

function useColumns(totals: DetailedReport['totals'] | undefined, onCharts: (row: OperatorRow) => void) {
  const { t } = useTranslation('operators');
  const seesNet = useCan('money:net-and-due');
  const isNarrow = useMedia(breakpoints.laptop);
  return useMemo((): DataColumn<OperatorRow>[] => {
    const sorted = (id: OperatorSort) => ({
      id,
      header: t(`columns.${id}`),
      sortable: true,
      value: (row: OperatorRow) => sortValue(row, id),
    });
    const money = (id: 'bet' | 'grosswin' | 'netwin'): DataColumn<OperatorRow> => ({
      ...sorted(id),
      align: 'right',
      cell: ({ figures }) => <MetricFigure metric={id} value={figures?.[id]} />,
      footer: totals && <MetricFigure metric={id} value={totals[id]} strong />,
    });
    const count = (id: 'gamesPlayed' | 'sessionsTotal'): DataColumn<OperatorRow> => ({
      ...sorted(id),
      align: 'right',
      cell: ({ figures }) => <Count value={figures?.[id]} />,
      footer: totals && id === 'sessionsTotal' && <Count value={totals.sessionsTotal} strong />,
    });
    const columns: (DataColumn<OperatorRow> | false)[] = [
      {
        ...sorted('name'),
        footer: totals && t('total'),
        cell: (row) => (
          <span className={styles.name}>
            <span className="hub-ellipsis" title={row.name}>
              {row.name}
            </span>
            {isNarrow && <span className={styles.sub}>{row.platform ?? t('direct')}</span>}
          </span>
        ),
      },
      {
        ...sorted('integration'),
        cell: ({ integration }) => <IntegrationName name={integration.name} number={integration.id} />,
      },
      !isNarrow && {
        ...sorted('platform'),
        cell: ({ platform }) => platform ?? <span className={styles.direct}>{t('direct')}</span>,
      },
      !isNarrow && count('gamesPlayed'),
      count('sessionsTotal'),
      money('bet'),
      money('grosswin'),
      seesNet && money('netwin'),
      !isNarrow && {
        id: 'trend',
        header: t('trend'),
        align: 'right',
        // Of today there is only a part, which would look like a fall.
        cell: (row) =>
          row.lastDay && (
            <Sparkline values={row.sessionsPerDay.slice(0, -1)} label={t('trendOf', { name: row.name })} />
          ),
      },
      !(seesNet && isNarrow) && {
        ...sorted('lastDay'),
        align: 'right',
        cell: ({ lastDay }) => <LastDay day={lastDay} />,
      },
      {
        id: 'charts',
        header: '',
        label: t('charts'),
        align: 'right',
        cell: (row) => (
          <ActionIcon
            {...hint(t('charts'))}
            variant="subtle"
            aria-label={t('openCharts', { name: row.name })}
            onClick={(event) => {
              event.stopPropagation();
              onCharts(row);
            }}
          >
            <IconChartLine size={18} stroke={1.5} />
          </ActionIcon>
        ),
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, totals, seesNet, isNarrow, onCharts]);
}
