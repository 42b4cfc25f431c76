import { encodeStatisticsRequest, type Integration } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTableButton } from '../../../components/copy-table-button.tsx';
import { ExportButton } from '../../../components/export-button.tsx';
import { NoSessions } from '../../../components/feedback/no-sessions.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useFreshness } from '../../../components/feedback/use-freshness.ts';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { PeriodPicker } from '../../../components/form/period-picker.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { gamesWithCoversQuery } from '../../../domain/game/games.ts';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { TrustStrip } from '../../../domain/statistics/coverage/trust-strip.tsx';
import { requestStatisticsFile } from '../../../domain/statistics/exports.ts';
import { statisticsQuery } from '../../../domain/statistics/statistics.ts';
import { useCan } from '../../../lib/auth/index.ts';
import type { Period } from '../../../lib/days.ts';
import { useFirstScreenShown } from '../../../lib/first-screen.ts';
import { formatPeriod } from '../../../lib/format.ts';
import { latePart } from '../../../lib/late-part.ts';
import { periodFor, rememberPeriod } from '../../../lib/shared-filters.ts';
import { useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { useToday } from '../../../lib/use-today.ts';
import { FetchButton } from '../components/fetch-button.tsx';
import { Narrowing } from '../components/narrowing.tsx';
import { OverviewTable } from '../components/overview-table.tsx';
import { OverviewTiles } from '../components/overview-tiles.tsx';
import { GamesRanking, RowRanking } from '../components/ranking-panel.tsx';
import { copiedOverview } from '../overview-copy.ts';
import { initialOverviewSort, type OverviewKind, type OverviewRow, overviewRows } from '../overview-rows.ts';
import {
  type ListOnlyFilters,
  listOnlyFilters,
  narrowedSearch,
  narrowingOf,
  type OverviewSearch,
  type SessionTypeName,
  sessionTypeNames,
  type stateNames,
  typeIdOf,
} from '../search.ts';

const CoursePanel = latePart(async () => (await import('../components/course-panel.tsx')).CoursePanel);

/** What a row, or the switch of views, hands to the sessions list. */
export interface ListPreset extends ListOnlyFilters {
  from: string;
  to: string;
  type: SessionTypeName;
  integrations?: number[] | undefined;
  operators?: number[] | undefined;
  games?: number[] | undefined;
  state?: (typeof stateNames)[number] | undefined;
}

interface SessionsOverviewPageProps {
  search: OverviewSearch;
  onSearch: (search: OverviewSearch) => void;
  onOpenList: (preset: ListPreset) => void;
  /** The view of open sessions by their age. */
  onOpenOpen: (preset: Pick<OverviewSearch, 'integrations' | 'type'>) => void;
  /** The button that opens the session search. */
  sessionSearch: ReactNode;
  socketId: () => string | undefined;
  onFetchStarted: (jobId: string) => void;
}

const noIntegrations: readonly Integration[] = [];

/** The sums over the sessions of a period, by integration or operator and by game (area SESS). */
export function SessionsOverviewPage(props: SessionsOverviewPageProps) {
  const { search, onSearch, onOpenList } = props;
  const { t } = useTranslation('sessionsOverview');
  const { t: tc } = useTranslation('common');
  const freshness = useFreshness();
  const mayFetch = useCan('sessions:fetch');
  const isProvider = useCan('integrations:manage');
  const mayExport = useCan('charts:read');
  const day = useToday();
  const period = periodFor(search, day);
  const { from, to } = period;
  const type = search.type ?? 'real';
  const kind: OverviewKind = search.by === 'games' ? 'games' : isProvider ? 'integrations' : 'operators';

  const [draft, setDraft] = useState({ period, type });
  const [showsGameChart, setShowsGameChart] = useState(false);
  const [sort, setSort] = useState(initialOverviewSort);
  const [ranked, setRanked] = useState<OverviewRow | null>(null);
  useEffect(() => {
    setDraft({ period: { from, to }, type });
    rememberPeriod({ from, to }, day);
  }, [from, to, type, day]);

  const narrowing = useMemo(() => narrowingOf(search, isProvider), [search, isProvider]);
  const request = useMemo(
    () =>
      encodeStatisticsRequest({
        from,
        to,
        sessionTypeId: typeIdOf(type),
        ...narrowing,
        datasetTypes: true,
        datasetGames: true,
        datasetIntegrations: isProvider,
        datasetOperators: !isProvider,
        key: 'month',
      }),
    [from, to, type, isProvider, narrowing],
  );
  const query = useQuery(statisticsQuery(request));
  const explains = { from, to, sessionTypeId: typeIdOf(type), ...narrowing };
  const integrations = useQuery({
    ...integrationsQuery('operators'),
    enabled: mayFetch || narrowing.integrations !== undefined || narrowing.operators !== undefined,
  });
  const games = useQuery(gamesWithCoversQuery());
  const gameById = useMemo(() => new Map(games.data?.rows.map((game) => [game.id, game])), [games.data]);

  const openRow = useCallback(
    (row: OverviewRow, shown: Period = { from, to }) =>
      onOpenList({ ...shown, type, ...narrowedSearch(search, isProvider), [kind]: [row.id] }),
    [onOpenList, from, to, type, kind, search, isProvider],
  );
  const openList = () =>
    onOpenList({ from, to, type, ...narrowedSearch(search, isProvider), ...listOnlyFilters(search) });
  const isPhone = useIsPhone();
  const isFirstShown = useFirstScreenShown();
  // No room for the words of all buttons beside a line that names a month and the time of its figures.
  const isNarrow = useMedia('(max-width: 95.99em)');
  const overview = query.data;
  const covered = query.data?.coverage;
  // Under the games, which are many, no one would see it.
  const showsCourse = isFirstShown && kind !== 'games' && (overview?.grandTotals.sessionsTotal ?? 0) > 0;
  const reach = covered && { asOf: covered.asOf };
  const contextWords = { period: formatPeriod(period), type: t(`typeIn.${type}`) };
  const isStale = query.isPlaceholderData || query.isRefetching;
  const views = (
    <SegmentedSwitch
      label={t('view')}
      value="overall"
      fullWidth={isPhone}
      onChange={(view) => {
        if (view === 'list') openList();
        if (view === 'open') props.onOpenOpen({ integrations: search.integrations, type: search.type });
      }}
      options={[
        { value: 'overall', label: t('overall') },
        { value: 'list', label: t('list') },
        { value: 'open', label: t('openSessions'), short: isNarrow && !isPhone ? t('openShort') : undefined },
      ]}
    />
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          <TrustStrip filter={explains}>
            {/* Period and type stand in the filters beneath. */}
            {reach ? freshness(reach) : t('context', contextWords)}
          </TrustStrip>
        }
        actions={
          <>
            {props.sessionSearch}
            {!isPhone && (
              <CopyTableButton table={overview ? () => copiedOverview(overview, kind, sort, t, tc) : null} />
            )}
            {mayExport && (
              <ExportButton
                compact={isNarrow}
                disabled={!overview || overviewRows(overview, kind).length === 0}
                onExport={(format) =>
                  requestStatisticsFile({
                    request: explains,
                    by: kind,
                    format,
                  })
                }
              />
            )}
          </>
        }
        primary={
          <>
            {mayFetch && (
              <FetchButton
                period={draft.period}
                integrations={integrations.data?.rows ?? noIntegrations}
                socketId={props.socketId}
                onStarted={props.onFetchStarted}
              />
            )}
            {!isPhone && views}
          </>
        }
      />
      <PageBody>
        {isPhone && views}
        <FilterBar
          onSubmit={() => onSearch({ ...search, ...draft.period, type: draft.type })}
          submitting={query.isPlaceholderData}
          isPending={draft.type !== type || draft.period.from !== from || draft.period.to !== to}
          items={[
            {
              id: 'period',
              label: tc('period'),
              control: (
                <PeriodPicker
                  value={draft.period}
                  onChange={(chosen) => setDraft((before) => ({ ...before, period: chosen }))}
                />
              ),
            },
            {
              id: 'type',
              label: t('sessionType'),
              control: (
                <SegmentedSwitch
                  label={t('sessionType')}
                  value={draft.type}
                  onChange={(chosen) => setDraft((before) => ({ ...before, type: chosen }))}
                  options={sessionTypeNames.map((name) => ({ value: name, label: t(`type.${name}`) }))}
                />
              ),
            },
          ]}
        />
        <Narrowing
          search={search}
          isProvider={isProvider}
          integrations={integrations.data?.rows ?? noIntegrations}
          games={gameById}
          onClear={() =>
            onSearch({
              ...search,
              integrations: undefined,
              operators: undefined,
              games: undefined,
              state: undefined,
            })
          }
          onBack={openList}
          onForget={() => onSearch({ ...search, ...listOnlyFilters({}) })}
        />
        <QueryView query={query} filtersKept>
          <OverviewTiles statistics={query.data} type={type} stale={isStale} explains={explains} />
          <Panel
            flush
            explains={explains}
            title={
              <SegmentedSwitch
                label={t('table')}
                value={kind === 'games' ? 'games' : 'parties'}
                onChange={(by) => onSearch({ ...search, by })}
                options={[
                  { value: 'parties', label: t(isProvider ? 'by.integrations' : 'by.operators') },
                  { value: 'games', label: t('by.games') },
                ]}
              />
            }
            actions={
              <Button
                variant="default"
                onClick={() => setShowsGameChart(true)}
                leftSection={<IconChartBar size={16} stroke={1.5} />}
              >
                {t('gameChart')}
              </Button>
            }
          >
            <OverviewTable
              key={kind}
              kind={kind}
              statistics={query.data}
              games={gameById}
              loading={!query.data}
              stale={isStale}
              sort={sort}
              onSort={setSort}
              onOpen={openRow}
              onChart={setRanked}
              empty={
                <NoSessions
                  period={period}
                  asOf={covered?.asOf ?? null}
                  onPeriod={(next) => onSearch({ ...search, ...next })}
                  title={t('empty')}
                >
                  {t(mayFetch ? 'emptyHelpFetch' : 'emptyHelp')}
                </NoSessions>
              }
            />
          </Panel>
          {showsCourse && (
            <Suspense fallback={null}>
              <CoursePanel period={period} type={type} narrowing={narrowing} />
            </Suspense>
          )}
        </QueryView>
      </PageBody>
      {showsGameChart && (
        <GamesRanking
          statistics={query.data}
          query={query}
          period={period}
          type={type}
          games={gameById}
          onClose={() => setShowsGameChart(false)}
        />
      )}
      {ranked && (
        <RowRanking
          row={ranked}
          kind={kind}
          narrowing={narrowing}
          period={period}
          type={type}
          games={gameById}
          onClose={() => setRanked(null)}
          onOpenList={openRow}
        />
      )}
    </>
  );
}
