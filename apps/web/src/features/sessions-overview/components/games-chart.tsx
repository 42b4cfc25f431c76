import { metrics, type Statistics } from '@ludus/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Chart,
  ChartKey,
  type ChartSeries,
  type ChartView,
  ChartViewSwitch,
} from '../../../components/chart/chart.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { overviewRows } from '../overview-rows.ts';
import styles from './games-chart.module.css';

interface GamesChartProps {
  name: string;
  statistics: Statistics | undefined;
  stale: boolean;
  metric: 'netwin' | 'grosswin';
}

/** Bars of one amount and of the sessions, for each game with sessions; as a table too. */
export function GamesChart({ name, statistics, stale, metric }: GamesChartProps) {
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const [view, setView] = useState<ChartView>('bar');
  const rows = useMemo(() => (statistics ? overviewRows(statistics, 'games') : []), [statistics]);
  const points = useMemo(
    () => rows.map((row) => ({ key: String(row.id), axis: row.name, title: row.name })),
    [rows],
  );
  const series = useMemo<ChartSeries[]>(
    () => [
      {
        id: metric,
        name: common(`metric.${metric}`),
        values: rows.map((row) => row.metrics[metric] ?? null),
        color: metrics[metric].color,
        total: statistics?.grandTotals[metric] ?? null,
      },
      {
        id: 'sessions',
        name: t('sessions'),
        values: rows.map((row) => row.metrics.sessionsTotal ?? null),
        color: 'win',
        unit: 'count',
        total: statistics?.grandTotals.sessionsTotal ?? null,
      },
    ],
    [rows, metric, statistics, common, t],
  );
  if (statistics && rows.length === 0)
    return (
      <EmptyState compact title={t('empty')}>
        {t('emptyHelp')}
      </EmptyState>
    );
  return (
    <>
      <div className={styles.head}>
        <ChartKey series={series} />
        <ChartViewSwitch value={view} onChange={setView} views={['bar', 'table']} />
      </div>
      <Chart
        name={name}
        view={view}
        points={points}
        series={series}
        height={340}
        zoom={points.length > 16}
        loading={!statistics}
        stale={stale}
        withTotals
      />
    </>
  );
}
