import {
  type DashboardPeriod,
  type DashboardTile,
  encodeStatisticsRequest,
  type Statistics,
} from '@ludus/contract';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Chart,
  ChartKey,
  type ChartSeries,
  type ChartView,
  ChartViewSwitch,
  type ChosenPoint,
} from '../../../components/chart/chart.tsx';
import { knownUntil } from '../../../components/chart/chart-model.ts';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { NoSessionsToday } from '../../../components/feedback/no-sessions.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { statisticsQuery } from '../../../domain/statistics/statistics.ts';
import { useCan, useUser } from '../../../lib/auth/index.ts';
import { daysCovered, explain, explainsDays } from '../../../lib/explain.ts';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { begunBuckets, chartPoints } from '../chart-points.ts';
import styles from './period-panel.module.css';

interface PeriodPanelProps {
  id: string;
  period: DashboardPeriod;
  tile: DashboardTile | undefined;
  /** Today's own statistics come with the daily call; the other periods ask for theirs. */
  daily: Statistics | undefined;
  onPeriod: (period: DashboardPeriod) => void;
}

/** Of the chart, in px; it grows with its panel. */
const leastHeight = 240;

const metricSeries = [
  { stat: 'bet', color: 'bet' },
  { stat: 'win', color: 'win' },
  { stat: 'grosswin', color: 'gross-win' },
] as const;

/** The totals strip and the chart of bet, win and gross win of the chosen period. */
export const PeriodPanel = memo(function PeriodPanel({
  id,
  period,
  tile,
  daily,
  onPeriod,
}: PeriodPanelProps) {
  const { t, i18n } = useTranslation('dashboard');
  const { t: common } = useTranslation('common');
  const mayReport = useCan('reports:read');
  const seesCharts = useCan('charts:read');
  const seesNetAndDue = useCan('money:net-and-due');
  const ofIntegration = useUser().integrationName !== null;
  const isNarrow = useIsNarrow();
  const [view, setView] = useState<ChartView>('line');
  const { ref: room, height } = useElementSize();
  const grouping = period === 'today' || period === 'yesterday' ? 'hour' : 'day';
  const request = useMemo(
    () =>
      encodeStatisticsRequest({
        from: tile?.coverage.from ?? '',
        to: tile?.coverage.to ?? '',
        sessionTypeId: 1,
        stats: ['bet', 'win', 'grosswin'],
        datasetTotals: true,
        key: grouping,
      }),
    [tile?.coverage.from, tile?.coverage.to, grouping],
  );
  const own = useQuery({
    ...statisticsQuery(request),
    enabled: period !== 'today' && tile !== undefined,
    placeholderData: undefined,
  });
  const statistics = period === 'today' ? daily : own.data;
  const begun = statistics ? begunBuckets(statistics, Date.now()) : 0;
  // The axis of today is the whole day, so that it is the same at every hour; a table has the hours that have begun.
  const drawn = period === 'today' && view !== 'table' ? (statistics?.buckets.length ?? 0) : begun;
  const points = useMemo(
    () =>
      statistics
        ? chartPoints(statistics, grouping, i18n.language, knownUntil(statistics.coverage, Date.now()))
            .slice(0, drawn)
            .map((point, place) =>
              place < begun ? point : { ...point, partial: false, hasJustBegun: false },
            )
        : [],
    [statistics, grouping, i18n.language, begun, drawn],
  );
  const series = useMemo<ChartSeries[]>(
    () =>
      metricSeries.map(({ stat, color }) => {
        const data = statistics?.datasets.totals?.find((one) => one.stat === stat);
        return {
          id: stat,
          name: common(`metric.${stat}`),
          values: data?.data.slice(0, drawn).map((value, place) => (place < begun ? value : null)) ?? [],
          color,
          total: data?.total ?? null,
        };
      }),
    [statistics, common, begun, drawn],
  );
  const isLeftOut = view === 'line' && points.length > 1 && points.some((point) => point.hasJustBegun);
  const explainPoint = ({ index, series: { id: stat, values }, element }: ChosenPoint) => {
    const bucket = statistics?.buckets[index];
    const metric = metricSeries.find((one) => one.stat === stat)?.stat;
    if (!bucket || !metric) return;
    const within = { ...daysCovered(bucket), ...(grouping === 'hour' && { hour: bucket.from }) };
    explain({ element, metric, within, shown: values[index] ?? null });
  };
  const totals = tile?.grandTotals;
  const coverage = tile?.coverage ?? null;
  // An axis from 0 to 1 without a figure on it says nothing.
  const isEmptyToday = period === 'today' && daily !== undefined && daily.grandTotals.sessionsTotal === 0;
  return (
    <div role="tabpanel" id={id} aria-labelledby={`period-${period}`}>
      <Panel
        title={t(`period.${period}`)}
        coverage={t(grouping === 'hour' ? 'byHour' : 'byDay')}
        actions={
          <>
            {seesCharts && coverage && (period === 'thisMonth' || period === 'lastMonth') && (
              <InternalLink
                className={styles.report}
                href={`/charts?${new URLSearchParams({ type: 'Change', ...daysCovered(coverage) })}`}
              >
                {t('whyChanged')}
              </InternalLink>
            )}
            {mayReport && coverage && (
              <InternalLink
                className={styles.report}
                // Of one integration its operators come next, which the report has.
                href={`${ofIntegration ? '/reports' : '/sessions'}?${new URLSearchParams({ ...daysCovered(coverage) })}`}
              >
                {t(ofIntegration ? 'reportOfIntegration' : 'report')}
              </InternalLink>
            )}
            <ChartViewSwitch value={view} onChange={setView} />
          </>
        }
        hasLongCoverage={isNarrow}
        flush
        className={styles.panel}
        explains={explainsDays(coverage)}
      >
        <div className={styles.totals}>
          <StatTiles
            loading={!totals}
            // Beside the chart they are a column.
            columns={isNarrow ? 3 : 1}
            tiles={[
              ...metricSeries.map(({ stat }) => ({
                key: stat,
                label: <ChartKey series={series.filter((one) => one.id === stat)} />,
                mark: <ExplainFigure metric={stat} />,
                value: <MetricFigure metric={stat} value={totals?.[stat]} size="tile" />,
              })),
              ...(seesNetAndDue ? (['netwin', 'due'] as const) : []).map((metric) => ({
                key: metric,
                label: common(`metric.${metric}`),
                mark: <ExplainFigure metric={metric} />,
                value: <MetricFigure metric={metric} value={totals?.[metric]} size="tile" />,
              })),
              {
                key: 'rtp',
                label: common('metric.rtp'),
                mark: <ExplainFigure metric="rtp" />,
                value: <MetricFigure metric="rtp" value={totals?.rtp} size="tile" missing="na" />,
              },
            ]}
          />
        </div>
        <div className={styles.plot}>
          <div className={styles.chart} ref={room}>
            <div className={styles.drawn}>
              <QueryView query={period === 'today' ? [] : own} compact>
                {isEmptyToday && coverage ? (
                  <NoSessionsToday asOf={coverage.asOf} onYesterday={() => onPeriod('yesterday')} />
                ) : (
                  <Chart
                    name={t('chartName', { period: t(`period.${period}`) })}
                    view={view}
                    points={points}
                    series={series}
                    loading={!statistics}
                    zoom={points.length > 31}
                    height={Math.max(leastHeight, Math.floor(height))}
                    onPoint={explainPoint}
                    withTotals
                  />
                )}
              </QueryView>
            </div>
          </div>
          {isLeftOut && <p className={`${styles.note} hub-caption`}>{common('justBegunNote')}</p>}
        </div>
      </Panel>
    </div>
  );
});
