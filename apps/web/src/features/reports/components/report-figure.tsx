import { metrics, type ReportFigures } from '@ludus/contract';
import { Amount, Count, Percent } from '../../../components/display/figure.tsx';
import type { FigureId } from '../columns.ts';
import styles from './report-figure.module.css';

interface ReportFigureProps {
  id: FigureId;
  figures: ReportFigures;
  strong?: boolean;
}

/** A figure of the report; due is green from zero on and red below. */
export function ReportFigure({ id, figures, strong }: ReportFigureProps) {
  const value = figures[id];
  const { unit, signed } = metrics[id];
  const common = { value: value ?? null, strong: strong ?? false };
  if (unit === 'count') return <Count {...common} />;
  if (unit === 'ratio') return <Percent {...common} />;
  if (id === 'due')
    return <Amount {...common} tone="signed" {...(value === 0 ? { className: styles.zero } : {})} />;
  return <Amount {...common} tone={signed ? 'signed' : 'plain'} />;
}
