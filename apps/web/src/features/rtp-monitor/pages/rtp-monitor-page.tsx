import type { RtpGame } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GameName, GameThumb } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { useFreshness } from '../../../components/feedback/use-freshness.ts';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { coverOf, gamesWithCoversQuery } from '../../../domain/game/games.ts';
import { rtpMonitorQuery } from '../../../domain/statistics/rtp-monitor.ts';
import { formatDay, formatPercent } from '../../../lib/format.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { useRtpColumns } from '../components/rtp-columns.tsx';
import { RtpFilters } from '../components/rtp-filters.tsx';
import { RtpGamePanel } from '../components/rtp-game-panel.tsx';
import { errorsText, VerdictBadge } from '../components/verdict-badge.tsx';
import { deviatingAt, type GameRow, gameRowsOf } from '../rtp-rows.ts';
import type { RtpSearch } from '../search.ts';

interface RtpMonitorPageProps {
  search: RtpSearch;
  onSearch: (search: RtpSearch) => void;
}

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
  const columnsOf = useRtpColumns();
  const columns = useMemo<DataColumn<GameRow>[]>(
    () => [
      {
        id: 'game',
        header: t('game'),
        cell: ({ game }) => (
          <GameName name={game.name} subName={game.sub_name} src={covers.get(game.gameId)} lines={2} />
        ),
      },
      {
        id: 'verdict',
        header: t('verdictLabel'),
        width: 150,
        fit: true,
        cell: ({ game }) => (
          <TwoLines second={placesOf(game, t)}>
            <VerdictBadge verdict={game.verdict} />
          </TwoLines>
        ),
      },
      ...columnsOf<GameRow>(
        isLaptop
          ? ['observed', 'deviation', 'plays']
          : ['observed', 'band', 'deviation', 'plays', 'sessions', 'bet'],
      ),
    ],
    [t, covers, isLaptop, columnsOf],
  );
  const hasFilters =
    search.verdicts !== undefined || search.integration !== undefined || search.q !== undefined;
  const run = query.data;
  return (
    <>
      <PageHeader
        title={t('title')}
        context={run ? t('context', { until: formatDay(run.until), freshness: freshness(run) }) : null}
      />
      <PageBody>
        <RtpFilters search={search} onChange={(part) => onSearch({ ...search, ...part })} />
        <QueryView query={query} filtersKept>
          <DataTable
            label={t('table')}
            columns={columns}
            rows={rows}
            rowId={({ game }) => String(game.gameId)}
            rowHeight={48}
            onRowClick={({ game }) => onSearch({ ...search, game: game.gameId, at: search.integration })}
            rowLabel={({ game }) => t('open', { name: game.name })}
            selectedId={search.game === undefined ? null : String(search.game)}
            loading={!query.data}
            stale={query.isPlaceholderData}
            phoneRow={({ game, check, expected }) => ({
              art: <GameThumb src={covers.get(game.gameId)} width={34} height={40} />,
              title: game.name,
              sub: `${formatPercent(check.observed, 2)} / ${formatPercent(expected, 2)}`,
              value: <VerdictBadge verdict={game.verdict} />,
              note: placesOf(game, t) ?? errorsText(check),
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
      </PageBody>
      {search.game !== undefined && (
        <RtpGamePanel
          gameId={search.game}
          integrationId={search.at}
          cover={covers.get(search.game)}
          onIntegration={(at) => onSearch({ ...search, at })}
          onClose={() => onSearch({ ...search, game: undefined, at: undefined })}
        />
      )}
    </>
  );
}

/** Where a game deviates, while it does: the figures beside it may be of all integrations. */
function placesOf(game: RtpGame, t: ReturnType<typeof useTranslation<'rtpMonitor'>>['t']): string | null {
  const [first, ...rest] = deviatingAt(game);
  if (first === undefined) return null;
  return rest.length === 0 ? t('at', { names: first }) : t('atMore', { names: first, count: rest.length });
}
