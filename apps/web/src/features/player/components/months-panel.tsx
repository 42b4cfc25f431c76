import type { Player } from '@ludus/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Chart,
  ChartKey,
  type ChartPoint,
  type ChartSeries,
  type ChartView,
  ChartViewSwitch,
} from '../../../components/chart/chart.tsx';
import { PartialMark } from '../../../components/display/partial-mark.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { dayInRome } from '../../../lib/days.ts';
import { formatDayWith } from '../../../lib/format.ts';
import styles from './player.module.css';

const charted = [
  { metric: 'bet', color: 'bet' },
  { metric: 'win', color: 'win' },
  { metric: 'grosswin', color: 'gross-win' },
] as const;

/** Bet, win and gross win of each month. */
export function MonthsPanel({ player }: { player: Player | undefined }) {
  const { t, i18n } = useTranslation('player');
  const { t: common } = useTranslation('common');
  const [view, setView] = useState<ChartView>('bar');
  const points = useMemo<ChartPoint[]>(() => {
    const thisMonth = dayInRome(new Date()).slice(0, 7);
    return (player?.months ?? []).map(({ month }, place) => ({
      key: month,
      partial: month === thisMonth,
      // The year where it begins.
      axis: formatDayWith(`${month}-01`, i18n.language, {
        month: 'short',
        ...((place === 0 || month.endsWith('-01')) && { year: 'numeric' }),
      }),
      title: formatDayWith(`${month}-01`, i18n.language, { month: 'long', year: 'numeric' }),
    }));
  }, [player, i18n.language]);
  const series = useMemo<ChartSeries[]>(
    () =>
      charted.map(({ metric, color }) => ({
        id: metric,
        name: common(`metric.${metric}`),
        values: player?.months.map(({ totals }) => totals[metric]) ?? [],
        total: player?.totals[metric] ?? null,
        color,
      })),
    [player, common],
  );
  return (
    <Panel
      title={t('byMonth')}
      coverage={
        <span className={styles.key}>
          <ChartKey series={series} isBar={view === 'bar'} />
          {points.some(({ partial }) => partial) && <PartialMark isBar={view === 'bar'} />}
        </span>
      }
      hasLongCoverage
      ruled
      actions={<ChartViewSwitch value={view} onChange={setView} />}
    >
      <div className={styles.chart}>
        <Chart
          name={t('byMonth')}
          view={view}
          points={points}
          series={series}
          loading={!player}
          height={260}
          withTotals
        />
      </div>
    </Panel>
  );
}
