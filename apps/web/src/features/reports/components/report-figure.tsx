import type { ReportFigures } from '@ludus/contract';
import { Amount, Count, Percent } from '../../../components/figure.tsx';
import { type FigureId, figureColumns } from '../columns.ts';
import styles from './report-figure.module.css';

interface ReportFigureProps {
  id: FigureId;
  figures: ReportFigures;
  strong?: boolean;
}

const unitOf = new Map(figureColumns.map(({ id, unit }) => [id, unit]));

/** A figure of the report; due is green from zero on and red below (REP-04). */
export function ReportFigure({ id, figures, strong }: ReportFigureProps) {
  const value = figures[id];
  const common = { value: value ?? null, strong: strong ?? false };
  if (unitOf.get(id) === 'count') return <Count {...common} />;
  if (unitOf.get(id) === 'ratio') return <Percent {...common} />;
  if (id === 'due')
    return <Amount {...common} tone="signed" {...(value === 0 ? { className: styles.zero } : {})} />;
  return <Amount {...common} tone={id === 'netwin' ? 'signed' : 'plain'} />;
}
