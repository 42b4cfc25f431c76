import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartSeries } from '../../../components/chart/chart.tsx';
import { SeriesMark } from '../../../components/chart/chart-legend.tsx';
import { cssColorOf } from '../../../components/chart/chart-model.ts';
import { Amount } from '../../../components/display/figure.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type BridgeStep, barOf, bridgeOf } from '../bridge.ts';
import { pieSlices, slicePath } from '../pie.ts';
import styles from './totals-pie.module.css';

interface TotalsPieProps {
  /** The amounts of the totals, with theirs for the whole range. */
  series: readonly ChartSeries[];
  coverage: string;
  stale: boolean;
}

/** Bet, win and what came of them: by size as a pie, and step by step as a bridge whose amounts add up. */
export function TotalsPie({ series, coverage, stale }: TotalsPieProps) {
  const { t } = useTranslation('charts');
  const slices = pieSlices(series.map((one) => ({ one, value: one.total })));
  const name = t('pieName', { parts: series.map((one) => one.name).join(', ') });
  const steps = bridgeOf(series);
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
        <dl className={styles.steps}>
          {steps.map((step) => (
            <Step key={step.series?.id ?? step.difference} step={step} steps={steps} />
          ))}
        </dl>
      </div>
    </Panel>
  );
}

function Step({ step, steps }: { step: BridgeStep; steps: readonly BridgeStep[] }) {
  const { t } = useTranslation('charts');
  const { series, difference, operator, cents } = step;
  const { start, width } = barOf(step, steps);
  const isSum = operator !== '−';
  const look = {
    '--start': `${start}%`,
    '--width': `${width}%`,
    '--color': series ? cssColorOf(series) : 'var(--hub-control)',
  } as CSSProperties;
  return (
    <div className={styles.step} data-operator={operator} data-sum={isSum || undefined}>
      <dt>
        {series ? <SeriesMark series={series} /> : <span className={styles.noMark} />}
        <span className="hub-ellipsis">{series ? series.name : difference && t(`bridge.${difference}`)}</span>
        {series && cents < 0 && <span className={styles.note}>{t('pieBelowZero')}</span>}
      </dt>
      <dd className={styles.amount}>
        <Amount value={cents / 100} strong={isSum} />
      </dd>
      <dd className={styles.track} style={look} aria-hidden="true" />
    </div>
  );
}
