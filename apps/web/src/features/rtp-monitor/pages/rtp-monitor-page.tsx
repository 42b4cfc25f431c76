import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GameName, GameThumb } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { useFreshness } from '../../../components/feedback/use-freshness.ts';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { coverOf, gamesWithCoversQuery } from '../../../domain/game/games.ts';
import { HiddenMoneyLine } from '../../../domain/statement/hidden-money-line.tsx';
import { rtpCasesQuery, useRunRtpMonitor } from '../../../domain/statistics/rtp-cases.ts';
import { rtpMonitorQuery } from '../../../domain/statistics/rtp-monitor.ts';
import { formatDay, formatPercent } from '../../../lib/format.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { RtpCasePanel } from '../components/rtp-case-panel.tsx';
import { RtpCasesView } from '../components/rtp-cases-view.tsx';
import { DeviationText, useRtpColumns } from '../components/rtp-columns.tsx';
import { RtpFilters } from '../components/rtp-filters.tsx';
import { RtpGamePanel } from '../components/rtp-game-panel.tsx';
import styles from '../components/rtp-monitor.module.css';
import { VerdictBadge } from '../components/verdict-badge.tsx';
import { deviatingAt, type GameRow, gameRowsOf } from '../rtp-rows.ts';
import type { RtpSearch } from '../search.ts';

interface RtpMonitorPageProps {
  search: RtpSearch;
  onSearch: (search: RtpSearch) => void;
}

const byUrgency = { id: 'verdict', desc: false };

/** Observed against expected RTP of every game, the most urgent first. Filters and the open game live in the URL. */
export function RtpMonitorPage({ search, onSearch }: RtpMonitorPageProps) {
  const { t } = useTranslation('rtpMonitor');
  const freshness = useFreshness();
  const isLaptop = useMedia(breakpoints.laptop);
  const query = useQuery(rtpMonitorQuery(search.integration));
  const games = useQuery(gamesWithCoversQuery());
  const covers = useMemo(
    () => new Map(games.data?.rows.map((game) => [game.id, coverOf(game)])),
    [games.data],
  );
  const rows = useMemo(() => gameRowsOf(query.data?.games ?? [], search), [query.data, search]);
  // The most urgent verdict first, as the rows are read.
  const places = useMemo(() => new Map(rows.map((row, place) => [row, place])), [rows]);
  const columnsOf = useRtpColumns();
  const columns = useMemo<DataColumn<GameRow>[]>(
    () => [
      {
        id: 'game',
        header: t('game'),
        width: '20%',
        cell: ({ game }) => (
          <GameName name={game.name} subName={game.sub_name} src={covers.get(game.gameId)} lines={2} />
        ),
      },
      {
        id: 'verdict',
        header: t('verdictLabel'),
        width: '24%',
        fit: true,
        sortable: true,
        value: (row) => places.get(row),
        cell: (row) => (
          <TwoLines
            second={
              <span title={row.decidedIn === 'variant' ? t('variantHelp') : undefined}>
                {originOf(row, t)}
              </span>
            }
          >
            <VerdictBadge verdict={row.verdict} />
          </TwoLines>
        ),
      },
      ...columnsOf<GameRow>(
        isLaptop ? ['observed', 'deviation'] : ['observed', 'band', 'deviation', 'plays', 'sessions', 'bet'],
      ),
    ],
    [t, covers, isLaptop, columnsOf, places],
  );
  const openCases = useQuery(rtpCasesQuery({ state: 'open', limit: 1 }));
  const check = useRunRtpMonitor();
  const coverOfGame = useCallback((id: number) => covers.get(id), [covers]);
  const switcher = (
    <SegmentedSwitch<'games' | 'cases'>
      label={t('viewLabel')}
      value={search.view ?? 'games'}
      onChange={(view) => onSearch({ ...search, view: view === 'games' ? undefined : view })}
      options={[
        { value: 'games', label: t('gamesCount', { count: query.data?.games.length ?? 0 }) },
        { value: 'cases', label: t('casesCount', { count: openCases.data?.count ?? 0 }) },
      ]}
    />
  );
  const checkNow = () =>
    check.mutate(undefined, {
      onSuccess: ({ opened, caseIds: [first] }) => {
        const text = t('checked', { count: opened });
        if (first === undefined) toast('success', text);
        else {
          const chosen = opened === 1 ? first : undefined;
          toast('warning', text, {
            action: {
              label: t(opened === 1 ? 'showCase' : 'showCases'),
              run: () => onSearch({ view: 'cases', case: chosen }),
            },
          });
        }
      },
      onError: (error) => toast('error', t('checkFailed'), networkErrorDetail(error)),
    });
  const hasFilters =
    search.verdicts !== undefined || search.integration !== undefined || search.q !== undefined;
  const run = query.data;
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          <span className={styles.context}>
            {run && t('context', { until: formatDay(run.until), freshness: freshness(run) })}
          </span>
        }
        actions={
          <Button variant="default" loading={check.isPending} onClick={checkNow}>
            {t('checkNow')}
          </Button>
        }
      />
      <PageBody>
        {search.view === 'cases' ? (
          <RtpCasesView search={search} onSearch={onSearch} switcher={switcher} coverOf={coverOfGame} />
        ) : (
          <>
            <RtpFilters
              search={search}
              onChange={(part) => onSearch({ ...search, ...part })}
              switcher={switcher}
            />
            <QueryView query={query} filtersKept>
              <DataTable
                label={t('table')}
                columns={columns}
                sort={byUrgency}
                rows={rows}
                rowId={({ game }) => String(game.gameId)}
                rowHeight={48}
                onRowClick={({ game }) =>
                  onSearch({
                    ...search,
                    game: game.gameId,
                    at: search.integration ?? game.judgedBy?.integrationId,
                  })
                }
                rowLabel={({ game }) => t('open', { name: game.name })}
                selectedId={search.game === undefined ? null : String(search.game)}
                loading={!query.data}
                stale={query.isPlaceholderData}
                phoneRow={({ game, check, expected, decidedIn }) => ({
                  art: <GameThumb src={covers.get(game.gameId)} width={34} height={40} />,
                  title: game.name,
                  sub: (
                    <span>
                      <VerdictBadge verdict={game.verdict} />
                      <br />
                      {originOf({ game, decidedIn }, t)}
                    </span>
                  ),
                  isTall: true,
                  value: formatPercent(check.observed, 2),
                  note: (
                    <>
                      {t('expectedIs', { value: formatPercent(expected, 2) })}
                      <br />
                      <DeviationText check={check} />
                    </>
                  ),
                })}
                empty={
                  <EmptyState
                    title={t('empty')}
                    actions={
                      hasFilters && (
                        <Button variant="default" onClick={() => onSearch({ window: search.window })}>
                          {t('clearFilters')}
                        </Button>
                      )
                    }
                  >
                    {t(hasFilters ? 'emptyFilters' : 'emptyYet')}
                  </EmptyState>
                }
              />
            </QueryView>
          </>
        )}
        <HiddenMoneyLine />
      </PageBody>
      {search.case !== undefined && (
        <RtpCasePanel
          key={search.case}
          id={search.case}
          coverOf={coverOfGame}
          onGame={(game, at) => onSearch({ ...search, case: undefined, game, at })}
          onClose={() => onSearch({ ...search, case: undefined })}
        />
      )}
      {search.game !== undefined && search.case === undefined && (
        <RtpGamePanel
          gameId={search.game}
          integrationId={search.at}
          cover={covers.get(search.game)}
          check={{ run: checkNow, isRunning: check.isPending }}
          onIntegration={(at) => onSearch({ ...search, at })}
          onCase={(id) => onSearch({ ...search, case: id })}
          onClose={() => onSearch({ ...search, game: undefined, at: undefined })}
        />
      )}
    </>
  );
}

/** Where a game deviates, and in which window unless that is the chosen one. */
function originOf(
  { game, decidedIn }: Pick<GameRow, 'game' | 'decidedIn'>,
  t: ReturnType<typeof useTranslation<'rtpMonitor'>>['t'],
): string | null {
  const window = decidedIn && t(`decidedIn.${decidedIn}`);
  const [first, ...rest] = deviatingAt(game);
  if (first === undefined) return window;
  const places =
    rest.length === 0 ? t('at', { names: first }) : t('atMore', { names: first, count: rest.length });
  return window === null ? places : `${places}, ${window}`;
}
