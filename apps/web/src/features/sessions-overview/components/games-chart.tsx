import type { Statistics } from '@ludus/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Chart,
  ChartKey,
  type ChartSeries,
  type ChartView,
  ChartViewSwitch,
} from '../../../components/chart.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { overviewRows } from '../overview-rows.ts';
import styles from './games-chart.module.css';

interface GamesChartProps {
  name: string;
  statistics: Statistics | undefined;
  stale: boolean;
  metric: 'netWin' | 'grossWin';
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
        name: common(metric === 'netWin' ? 'metric.netwin' : 'metric.grosswin'),
        values: rows.map((row) => row[metric] ?? null),
        color: metric === 'netWin' ? 'net-win' : 'gross-win',
        total:
          (metric === 'netWin' ? statistics?.grandTotals.netwin : statistics?.grandTotals.grosswin) ?? null,
      },
      {
        id: 'sessions',
        name: t('sessions'),
        values: rows.map((row) => row.sessions),
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
