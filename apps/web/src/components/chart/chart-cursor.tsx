import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './chart.module.css';
import { type ChartPoint, type ChartSeries, type ChartUnit, partsOf } from './chart-model.ts';

/** A value of a chart that someone has chosen. */
export interface ChosenPoint {
  /** Its place on the axis. */
  index: number;
  series: ChartSeries;
  /** Where the panel that explains it belongs to. */
  element: Element;
}

interface ChartCursorProps {
  name: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  unit: ChartUnit;
  /** Shows what stands at a place, as the pointer does; null hides it. */
  onMove: (index: number | null) => void;
  onPoint: (point: ChosenPoint) => void;
}

/** Walks over the values of a drawn chart by keyboard: along the axis, from series to series, and Enter explains one. */
export function ChartCursor({ name, points, series, unit, onMove, onPoint }: ChartCursorProps) {
  const { t } = useTranslation('common');
  const [at, setAt] = useState({ index: points.length - 1, line: 0 });
  const index = Math.min(at.index, points.length - 1);
  const line = Math.min(at.line, series.length - 1);
  const [point, chosen] = [points[index], series[line]];
  if (!point || !chosen) return null;
  const parts = partsOf(chosen.values[index], chosen.unit ?? unit);
  const value = parts ? parts.sign + parts.integer + parts.decimals + parts.unit : t('notAvailable');
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      onPoint({ index, series: chosen, element: event.currentTarget });
      return;
    }
    const steps: Partial<Record<string, readonly [index: number, line: number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      Home: [-points.length, 0],
      End: [points.length, 0],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const within = (wanted: number, count: number) => Math.min(count - 1, Math.max(0, wanted));
    const next = within(index + step[0], points.length);
    setAt({ index: next, line: within(line + step[1], series.length) });
    onMove(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.cursor}
      aria-label={t('chartCursor', { name })}
      aria-valuemin={0}
      aria-valuemax={points.length - 1}
      aria-valuenow={index}
      aria-valuetext={`${point.title}, ${chosen.name}: ${value}`}
      onKeyDown={onKeyDown}
      onFocus={() => onMove(index)}
      onBlur={() => onMove(null)}
    />
  );
}
