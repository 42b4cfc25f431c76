import { type MetricId, metrics } from '@ludus/contract';
import { Amount, Count, type FigureProps, type FigureTone, Percent } from './figure.tsx';

const tones: Record<(typeof metrics)[MetricId]['green'], FigureTone> = {
  never: 'plain',
  aboveZero: 'signed',
  fromZero: 'plain',
};

interface MetricFigureProps extends Omit<FigureProps, 'tone' | 'explains'> {
  metric: MetricId;
  /** Due is green: in reports and in the table of profit only. */
  greenDue?: boolean;
}

/** A metric in its unit, with the colour that it has on every screen. */
export function MetricFigure({ metric, greenDue, ...props }: MetricFigureProps) {
  const { unit, green } = metrics[metric];
  if (unit === 'ratio') return <Percent {...props} explains={metric} />;
  if (unit === 'count') return <Count {...props} explains={metric} />;
  return (
    <Amount {...props} explains={metric} tone={greenDue && green === 'fromZero' ? 'owed' : tones[green]} />
  );
}
