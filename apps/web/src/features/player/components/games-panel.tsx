import type { FigureFilter, Player } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GameName, GameThumb } from '../../../components/display/entity-label.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines, twoLinesHeading } from '../../../components/table/two-lines.tsx';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { type playerMetrics, usePlayerMetrics } from './totals-panel.tsx';

type GameRow = Player['games'][number];
type PlayerMetric = (typeof playerMetrics)[number];

const imageOf = ({ game }: GameRow) => game.game_media.find((medium) => medium.isMainImage)?.url;

/** What was played of each game, the greatest bet first. */
export function GamesPanel({
  player,
  explains,
}: {
  player: Player | undefined;
  explains: FigureFilter | null;
}) {
  const { t } = useTranslation('player');
  const { t: common } = useTranslation('common');
  const metrics = usePlayerMetrics();
  const hasTwoLines = useMedia(breakpoints.laptop);
  const columns = useMemo<DataColumn<GameRow>[]>(() => {
    const shown = metrics.filter((metric) => metric !== 'sessionsOpen');
    const metricColumn = (metric: PlayerMetric): DataColumn<GameRow> => ({
      id: metric,
      header: common(`metric.${metric}`),
      align: 'right',
      sortable: true,
      value: ({ totals }) => totals[metric],
      cell: ({ totals }) => <MetricFigure metric={metric} value={totals[metric]} missing="na" />,
      footer: <MetricFigure metric={metric} value={player?.totals[metric]} missing="na" strong />,
    });
    /** Two metrics in one column, where one for each would not fit. */
    const under = (upper: PlayerMetric, lower: PlayerMetric): DataColumn<GameRow> => ({
      ...metricColumn(upper),
      wraps: true,
      header: twoLinesHeading(common(`metric.${upper}`), common(`metric.${lower}`)),
      cell: ({ totals }) => (
        <TwoLines second={<MetricFigure metric={lower} value={totals[lower]} missing="na" />}>
          <MetricFigure metric={upper} value={totals[upper]} missing="na" />
        </TwoLines>
      ),
      footer: (
        <TwoLines second={<MetricFigure metric={lower} value={player?.totals[lower]} missing="na" />}>
          <MetricFigure metric={upper} value={player?.totals[upper]} missing="na" strong />
        </TwoLines>
      ),
    });
    const figures = hasTwoLines
      ? shown.flatMap((upper, index) => {
          if (index % 2 === 1) return [];
          const lower = shown[index + 1];
          return [lower === undefined ? metricColumn(upper) : under(upper, lower)];
        })
      : shown.map(metricColumn);
    return [
      {
        id: 'game',
        header: t('game'),
        sortable: true,
        value: ({ game }) => game.name,
        cell: (row) => <GameName name={row.game.name} subName={row.game.sub_name} src={imageOf(row)} />,
        footer: common('total'),
      },
      ...figures,
    ];
  }, [metrics, player, hasTwoLines, t, common]);
  return (
    <Panel title={t('byGame')} flush explains={explains}>
      <DataTable
        bare
        label={t('byGame')}
        columns={columns}
        rows={player?.games ?? []}
        rowId={({ game }) => String(game.id)}
        rowHeight={hasTwoLines ? 48 : undefined}
        rowExplains={({ game }) => ({ games: [game.id] })}
        sort={{ id: 'bet', desc: true }}
        loading={!player}
        skeletonRows={4}
        maxHeight={480}
        phoneRow={(row) => ({
          art: <GameThumb src={imageOf(row)} width={34} height={40} />,
          title: row.game.name,
          sub: (
            <>
              {common('metric.sessionsTotal')}{' '}
              <MetricFigure metric="sessionsTotal" value={row.totals.sessionsTotal} />
            </>
          ),
          value: (
            <>
              <span className="hub-caption">{common('metric.grosswin')}</span>{' '}
              <MetricFigure metric="grosswin" value={row.totals.grosswin} />
            </>
          ),
          note: (
            <>
              {common('metric.bet')} <MetricFigure metric="bet" value={row.totals.bet} />
            </>
          ),
        })}
      />
    </Panel>
  );
}
