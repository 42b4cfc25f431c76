import type { Change } from '@ludus/contract';
import { hint } from '../hint.ts';
import { Amount, Percent } from './figure.tsx';

interface ChangeFigureProps {
  change: Change;
  /** What is compared with what, in words: in a hint, and in place of the figure for assistive technology. */
  text: string;
  className?: string | undefined;
}

/** How an amount has changed: green above zero, red below. */
export function ChangeFigure({ change, text, className }: ChangeFigureProps) {
  return (
    <span {...hint(text)} className={className}>
      <span aria-hidden="true">
        {change.unit === 'ratio' ? (
          <Percent value={change.value} decimals={1} tone="signed" plus />
        ) : (
          <Amount value={change.value} tone="signed" plus />
        )}
      </span>
      <span className="hub-visually-hidden">{text}</span>
    </span>
  );
}
