import { useTranslation } from 'react-i18next';
import type { ChartSeries } from '../../../components/chart/chart.tsx';
import { SeriesMark } from '../../../components/chart/chart-legend.tsx';
import { cssColorOf } from '../../../components/chart/chart-model.ts';
import { Amount } from '../../../components/display/figure.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { pieSlices, slicePath } from '../pie.ts';
import styles from './totals-pie.module.css';

interface TotalsPieProps {
  /** The amounts of the totals, with theirs for the whole range. */
  series: readonly ChartSeries[];
  coverage: string;
  stale: boolean;
}

/** Bet, win and what came of them, by size; an amount below zero is listed and has no slice. */
export function TotalsPie({ series, coverage, stale }: TotalsPieProps) {
  const { t } = useTranslation('charts');
  const slices = pieSlices(series.map((one) => ({ one, value: one.total })));
  const name = t('pieName', { parts: series.map((one) => one.name).join(', ') });
  return (
    <Panel title={t('pie')} coverage={coverage}>
      <div className={stale ? `${styles.pie} hub-stale` : styles.pie}>
        <svg viewBox="-102 -102 204 204" role="img" aria-label={name} className={styles.drawing}>
          {slices.map(({ part, from, to }) => (
            <path
              key={part.one.id}
              d={slicePath({ from, to }, 100)}
              fill={cssColorOf(part.one)}
              stroke="var(--hub-panel)"
              strokeWidth={2}
            >
              <title>{part.one.name}</title>
            </path>
          ))}
        </svg>
        <dl className={styles.parts}>
          {series.map((one) => (
            <div key={one.id} className={styles.part}>
              <dt>
                <SeriesMark series={one} />
                {one.name}
                {(one.total ?? 0) < 0 && <span className={styles.note}>{t('pieBelowZero')}</span>}
              </dt>
              <dd>
                <Amount value={one.total} strong />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
