import { metrics, type Statistics } from '@ludus/contract';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cssColorOf } from '../../../components/chart/chart-model.ts';
import { Count } from '../../../components/display/figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { type OverviewKind, type OverviewRow, overviewRows } from '../overview-rows.ts';
import styles from './ranking.module.css';

export type RankedMetric = 'netwin' | 'grosswin';

interface RankingProps {
  label: string;
  statistics: Statistics | undefined;
  kind: OverviewKind;
  metric: RankedMetric;
  by: RankedMetric | 'sessionsTotal';
  stale: boolean;
  renderName: (row: OverviewRow) => ReactNode;
}

/** Where the bar of a value stands in its track, in percent; all bars of a list start at one zero. */
export function barOf(value: number, values: readonly number[]): { left: number; width: number } {
  const least = Math.min(0, ...values);
  const range = Math.max(0, ...values) - least;
  if (range === 0) return { left: 0, width: 0 };
  return { left: ((Math.min(0, value) - least) / range) * 100, width: (Math.abs(value) / range) * 100 };
}

/** Games, integrations or operators, greatest first: a bar of an amount, and a thin one of the sessions. */
export function Ranking({ label, statistics, kind, metric, by, stale, renderName }: RankingProps) {
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const showSkeleton = useDelayed(statistics === undefined);
  const rows = useMemo(() => {
    if (!statistics) return [];
    const figure = (row: OverviewRow) => row.metrics[by] ?? Number.NEGATIVE_INFINITY;
    return overviewRows(statistics, kind).sort((a, b) => figure(b) - figure(a));
  }, [statistics, kind, by]);
  const amounts = rows.map((row) => row.metrics[metric] ?? 0);
  const mostSessions = Math.max(1, ...rows.map((row) => row.metrics.sessionsTotal ?? 0));
  const zero = barOf(0, amounts).left;

  if (!statistics) {
    return (
      <div role="status" aria-label={common('loading')} aria-busy="true">
        {showSkeleton &&
          Array.from({ length: 8 }, (_unused, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <SkeletonLine key={index} height={26} my={14} />
          ))}
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState compact title={t('empty')}>
        {t('emptyHelp')}
      </EmptyState>
    );
  }
  return (
    <ol className={stale ? `${styles.rows} hub-stale` : styles.rows} aria-label={label}>
      {rows.map((row, index) => (
        <li key={row.id} className={styles.row}>
          <span className={styles.place} aria-hidden="true">
            {index + 1}
          </span>
          {renderName(row)}
          <span className={styles.amount}>
            <MetricFigure metric={metric} value={row.metrics[metric]} strong />
          </span>
          <span className={styles.bars} aria-hidden="true">
            <Bar
              {...barOf(amounts[index] ?? 0, amounts)}
              color={(amounts[index] ?? 0) < 0 ? 'var(--hub-negative)' : cssColorOf(metrics[metric])}
            />
            <Bar
              left={zero}
              width={((row.metrics.sessionsTotal ?? 0) / mostSessions) * (100 - zero)}
              color="var(--hub-tertiary)"
              thin
            />
          </span>
          <span className={styles.note}>
            <Count value={row.metrics.sessionsTotal} />{' '}
            {t('sessionsOf', { count: row.metrics.sessionsTotal ?? 0 })}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface BarProps {
  left: number;
  width: number;
  color: string;
  thin?: boolean;
}

function Bar({ left, width, color, thin }: BarProps) {
  const style = { '--bar': color, left: `${left}%`, width: `${width}%` } as CSSProperties;
  return (
    <span className={styles.track} data-thin={thin || undefined}>
      {width > 0 && <span className={styles.bar} style={style} />}
    </span>
  );
}
