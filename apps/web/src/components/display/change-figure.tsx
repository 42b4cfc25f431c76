import type { Change } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { hint } from '../hint.ts';
import { boundedRatio } from './change.ts';
import { Amount, Percent } from './figure.tsx';

interface ChangeFigureProps {
  change: Change;
  /** What is compared with what, in words: in a hint, and in place of the figure for assistive technology. */
  text: string;
  className?: string | undefined;
  /** What it is compared with, where others beside it are percentages: then it is one as well, or its limit. */
  previous?: number;
  /** More is neither good nor bad: no colour. */
  isNeutral?: boolean;
}

/** How an amount has changed: green above zero, red below. */
export function ChangeFigure({ change, text, className, previous, isNeutral }: ChangeFigureProps) {
  const { t } = useTranslation('common');
  if (previous !== undefined) return <RatioFigure {...{ change, text, className, previous, isNeutral }} />;
  const tone = isNeutral ? 'neutral' : 'signed';
  return (
    <span
      // Beside percentages an amount asks why it is one.
      {...hint(change.unit === 'ratio' ? text : `${text}. ${t('change.inEuro')}`)}
      className={className}
    >
      <span aria-hidden="true">
        {change.unit === 'ratio' ? (
          <Percent value={change.value} decimals={1} tone={tone} plus />
        ) : (
          <Amount value={change.value} tone={tone} plus />
        )}
      </span>
      <span className="hub-visually-hidden">{text}</span>
    </span>
  );
}

function RatioFigure({
  change,
  text,
  className,
  previous,
  isNeutral,
}: ChangeFigureProps & { previous: number }) {
  const ratio = boundedRatio(change, previous);
  if (ratio === null) return <span className="hub-visually-hidden">{text}</span>;
  const { value, isBeyond } = ratio;
  return (
    <span {...hint(text)} className={className}>
      <span aria-hidden="true">
        {isBeyond && (value > 0 ? '>\u00a0' : '<\u00a0')}
        <Percent value={value} decimals={isBeyond ? 0 : 1} tone={isNeutral ? 'neutral' : 'signed'} plus />
      </span>
      <span className="hub-visually-hidden">{text}</span>
    </span>
  );
}
