import type { MetricId } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { amountParts, type FigureParts, figureParts, MINUS, percentParts } from '../../lib/format.ts';
import styles from './figure.module.css';

/**
 * plain: text colour, red below zero. signed: green above zero too. owed: green from zero on. feed: movements, so credits
 * are green with a plus and debits plain. neutral: no colour, for what is owed. Amounts of a metric take theirs from it (`MetricFigure`).
 */
export type FigureTone = 'plain' | 'signed' | 'owed' | 'feed' | 'neutral';
export type FigureSize = 'body' | 'tile' | 'figure';

export interface FigureProps {
  /** Null and undefined are a dash, never a zero. */
  value: number | null | undefined;
  tone?: FigureTone;
  size?: FigureSize;
  strong?: boolean;
  className?: string;
  /** What stands in place of a missing value: a dash, or `N/A` where the documents say so. */
  missing?: 'dash' | 'na';
  /** The metric that it is, so that it can be explained (`lib/explain`). */
  explains?: MetricId;
}

/** Which colour a figure takes by its sign. Missing ones stay plain, and so does zero unless it is owed. */
export function figureColor(sign: FigureParts['sign'], tone: FigureTone, positive: boolean) {
  if (tone === 'neutral') return undefined;
  if (sign === MINUS) return tone === 'feed' ? undefined : 'negative';
  if (tone === 'owed') return 'positive';
  return positive && tone !== 'plain' ? 'positive' : undefined;
}

function Figure({ parts, props }: { parts: FigureParts | null; props: FigureProps }) {
  const { t } = useTranslation('common');
  const { tone = 'plain', size = 'body', strong, className, missing = 'dash' } = props;
  const classes = className ? `${styles.figure} ${className}` : styles.figure;
  const common = {
    'data-size': size,
    'data-strong': strong || undefined,
    'data-explain': props.explains,
    'data-value': props.explains && (props.value ?? undefined),
  };
  if (!parts) {
    return (
      <span className={`${classes} ${styles.nothing}`} {...common}>
        {missing === 'na' ? t('notAvailable') : '–'}
      </span>
    );
  }
  const isPositive = /[1-9]/.test(parts.integer + parts.decimals) && parts.sign !== MINUS;
  const isPercent = parts.unit === '%';
  return (
    <span className={classes} data-color={figureColor(parts.sign, tone, isPositive)} {...common}>
      {parts.sign}
      {parts.integer}
      {(parts.decimals || parts.unit) && (
        <span className={styles.rest}>
          {parts.decimals}
          {isPercent ? <span className={styles.percent}>{parts.unit}</span> : parts.unit}
        </span>
      )}
    </span>
  );
}

/** The one component that shows an amount of euro: `1.234,50 €`, cents stepped back. */
export function Amount(props: FigureProps & { plus?: boolean }) {
  return <Figure parts={amountParts(props.value, props.plus ?? props.tone === 'feed')} props={props} />;
}

/** A ratio as a percentage; RTP has four decimals. `plus` and tone `signed` make it a change. */
export function Percent({
  decimals = 4,
  plus,
  ...props
}: FigureProps & { decimals?: number; plus?: boolean }) {
  return <Figure parts={percentParts(props.value, decimals, plus)} props={props} />;
}

/** A whole number: sessions, rounds, players. */
export function Count(props: FigureProps) {
  return <Figure parts={figureParts(props.value, { minimumDecimals: 0 })} props={props} />;
}
