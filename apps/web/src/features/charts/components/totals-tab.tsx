import { exportStatistics, type SplitStatName } from '@ludus/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartSeries } from '../../../components/chart.tsx';
import { SeriesToggle } from '../../../components/chart-legend.tsx';
import { ExplainFigure } from '../../../components/explain-figure.tsx';
import { ExportButton } from '../../../components/export-button.tsx';
import { Amount, Count, Percent } from '../../../components/figure.tsx';
import { StatTiles } from '../../../components/stat-tiles.tsx';
import { call } from '../../../lib/api/index.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { metricOf, requestOf, totalsSeries, unitOf } from '../chart-data.ts';
import { type ChartFilters, valueTypes } from '../filters.ts';
import { hiddenOf, rangeOf, zoomText } from '../search.ts';
import type { TabProps } from '../tab-props.ts';
import { useChartAnswer } from '../use-chart-answer.ts';
import { ChartPanel } from './chart-panel.tsx';
import { ChartsFilters } from './charts-filters.tsx';
import { TotalsPie } from './totals-pie.tsx';
import styles from './totals-tab.module.css';

/** Every figure over all that fits the filters, which answer at once (CHART-04 to CHART-07). */
export function TotalsTab(props: TabProps) {
  const { search, shown, reference, isReady, onSearch, onFilters, onClear } = props;
  const { t } = useTranslation('charts');
  const { t: common } = useTranslation('common');
  const seesNetAndDue = useCan('money:net-and-due');
  const [sheetOpened, setSheetOpened] = useState(false);
  const answer = useChartAnswer(shown, 'totals', isReady);
  const { query, begun } = answer;
  const stats = useMemo(() => valueTypes(shown.money, seesNetAndDue), [shown.money, seesNetAndDue]);
  const series = useMemo(
    () => (query.data ? totalsSeries(query.data, stats, begun, (metric) => common(`metric.${metric}`)) : []),
    [query.data, stats, begun, common],
  );
  const amounts = useMemo(() => series.filter((one) => one.unit === 'euro'), [series]);
  // Counts and RTP have scales of their own: they are drawn when somebody asks for them.
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
        withMoney
        sheetOpened={sheetOpened}
        onSheetChange={setSheetOpened}
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
              columns={series.length > 8 ? 5 : Math.min(series.length, 4)}
              stale={answer.isStale}
              tiles={series.map((one) => ({
                key: one.id,
                label: (
                  <SeriesToggle
                    series={one}
                    shown={!hidden.has(one.id)}
                    onToggle={(id) => props.onHidden(id, hidden, hiddenFirst)}
                  />
                ),
                mark: (
                  <ExplainFigure
                    metric={metricOf(one.id as SplitStatName)}
                    coverage={query.data?.coverage ?? null}
                  />
                ),
                value: <TileFigure series={one} />,
                ...(one.id === 'sessionsTotals' && totals
                  ? { note: t('openOf', { shown: formatCount(totals.sessionsOpen) }) }
                  : {}),
              }))}
            />
          </div>
        }
        actions={
          <ExportButton
            disabled={!query.data || answer.isEmpty}
            onExport={(format) =>
              call(exportStatistics, { body: { request: requestOf(shown, 'totals'), format } })
            }
          />
        }
        view={search.view ?? 'line'}
        onView={(view) => onSearch({ ...search, view: view === 'line' ? undefined : view })}
        range={rangeOf(search.zoom)}
        onRange={(range) => props.onReplace({ ...search, zoom: zoomText(range) })}
        onClear={onClear}
      />
      {query.data && !answer.isEmpty && !query.isError && (
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

function TileFigure({ series }: { series: ChartSeries }) {
  const { total, unit } = series;
  if (unit === 'ratio') return <Percent value={total} size="tile" missing="na" />;
  if (unit === 'count') return <Count value={total} size="tile" />;
  return <Amount value={total} size="tile" tone={series.id === 'netwin' ? 'signed' : 'plain'} />;
}
