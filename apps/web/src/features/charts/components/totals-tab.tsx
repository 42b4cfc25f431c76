import { metricOfSplit, metrics, type SplitStatName } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartSeries } from '../../../components/chart/chart.tsx';
import { SeriesToggle } from '../../../components/chart/chart-legend.tsx';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { Count } from '../../../components/display/figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { totalsSeries, unitOf } from '../../../domain/statistics/chart-steps.ts';
import { requestStatisticsFile } from '../../../domain/statistics/exports.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { requestOf } from '../chart-data.ts';
import { type ChartFilters, valueTypes } from '../filters.ts';
import { hiddenOf, rangeOf, zoomText } from '../search.ts';
import type { TabProps } from '../tab-props.ts';
import { useChartAnswer } from '../use-chart-answer.ts';
import { ChartPanel } from './chart-panel.tsx';
import { ChartsFilters } from './charts-filters.tsx';
import { TotalsPie } from './totals-pie.tsx';
import styles from './totals-tab.module.css';

/** Every figure over all that fits the filters, which apply at once. */
export function TotalsTab(props: TabProps) {
  const { search, shown, reference, isReady, onSearch, onFilters, onClear } = props;
  const { t } = useTranslation('charts');
  const { t: common } = useTranslation('common');
  const seesNetAndDue = useCan('money:net-and-due');
  const answer = useChartAnswer(shown, 'totals', isReady);
  const { query, begun } = answer;
  const stats = useMemo(() => valueTypes(shown.money, seesNetAndDue), [shown.money, seesNetAndDue]);
  const series = useMemo(
    () => (query.data ? totalsSeries(query.data, stats, begun, (metric) => common(`metric.${metric}`)) : []),
    [query.data, stats, begun, common],
  );
  // Their names stand before the figures arrive.
  const awaited = useMemo<ChartSeries[]>(
    () =>
      stats.map((stat) => {
        const metric = metricOfSplit(stat);
        const { color } = metrics[metric];
        return {
          id: stat,
          name: common(`metric.${metric}`),
          values: [],
          total: null,
          unit: unitOf(stat),
          color,
        };
      }),
    [stats, common],
  );
  const amounts = useMemo(() => series.filter(isAmount), [series]);
  // Counts and RTP have scales of their own: they are drawn when someone asks for them.
  const hiddenFirst = useMemo(() => stats.filter((stat) => unitOf(stat) !== 'euro'), [stats]);
  const hidden = useMemo(() => hiddenOf(search.hidden, hiddenFirst), [search.hidden, hiddenFirst]);
  const totals = query.data?.grandTotals;
  return (
    <>
      <ChartsFilters
        filters={shown}
        reference={reference}
        onChange={(part: Partial<ChartFilters>) => onFilters({ ...shown, ...part })}
        onClear={onClear}
      />
      <ChartPanel
        title={<span className={styles.title}>{t('totalsName')}</span>}
        what={t('totalsName')}
        filters={shown}
        reference={reference}
        answer={answer}
        series={series}
        hidden={hidden}
        legend={
          <div className={styles.tiles}>
            <StatTiles
              loading={!query.data}
              stale={answer.isStale}
              filler={{
                spares: 'sessionsTotals',
                tile: {
                  key: 'open',
                  label: t('openSessions'),
                  value: <Count value={totals?.sessionsOpen ?? null} size="tile" />,
                },
              }}
              tiles={(query.data ? series : awaited).map((one) => ({
                key: one.id,
                label: (
                  <SeriesToggle
                    series={one}
                    shown={!hidden.has(one.id)}
                    onToggle={(id) => props.onHidden(id, hidden, hiddenFirst)}
                  />
                ),
                mark: <ExplainFigure metric={metricOfSplit(one.id as SplitStatName)} />,
                value: (
                  <MetricFigure
                    metric={metricOfSplit(one.id as SplitStatName)}
                    value={one.total}
                    size="tile"
                    missing="na"
                  />
                ),
                ...(one.id === 'sessionsTotals'
                  ? { note: totals ? t('openOf', { count: totals.sessionsOpen }) : '\u00a0' }
                  : {}),
              }))}
            />
          </div>
        }
        onExport={(format) => requestStatisticsFile({ request: requestOf(shown, 'totals'), format })}
        metricOf={({ id }) => metricOfSplit(id as SplitStatName)}
        view={search.view ?? 'line'}
        onView={(view) => onSearch({ ...search, view: view === 'line' ? undefined : view })}
        range={rangeOf(search.zoom)}
        onRange={(range) => props.onReplace({ ...search, zoom: zoomText(range) })}
        onClear={onClear}
        onPeriod={(period) => onFilters({ ...shown, period })}
      />
      {query.data && !answer.isEmpty && (
        <TotalsPie
          series={amounts}
          stale={answer.isStale}
          coverage={
            query.isPlaceholderData
              ? t('loadingFigures')
              : t('coverage', {
                  by: props.periodText,
                  money: t(`moneyIn.${shown.money}`),
                  state: t(`stateIn.${shown.state}`),
                })
          }
        />
      )}
    </>
  );
}

const metricOfSeries = ({ id }: ChartSeries) => metrics[metricOfSplit(id as SplitStatName)];

/** Whether it has a slice of the pie: an average is in euro, but no part of a whole. */
function isAmount(series: ChartSeries): boolean {
  const { unit, additive } = metricOfSeries(series);
  return unit === 'euro' && additive;
}
