import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount, Count, Percent } from '../display/figure.tsx';
import { PartialMark } from '../display/partial-mark.tsx';
import styles from '../table/data-table.module.css';
import { ScrollFrame } from '../table/scroll-frame.tsx';
import chartStyles from './chart.module.css';
import type { ChartPoint, ChartSeries, ChartUnit } from './chart-model.ts';

interface ChartTableProps {
  name: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  unit: ChartUnit;
  height: number | undefined;
  stale: boolean | undefined;
  withTotals: boolean | undefined;
}

const rowHeight = 34;

/** The numbers of a chart as rows; only those in sight are drawn, so a year by hour scrolls like a day. */
export function ChartTable({ name, points, series, unit, height, stale, withTotals }: ChartTableProps) {
  const { t } = useTranslation('common');
  const frameRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: points.length,
    getScrollElement: () => frameRef.current,
    estimateSize: () => rowHeight,
    overscan: 24,
    initialRect: { width: 800, height: 420 },
  });
  const rows = virtualizer.getVirtualItems();
  const above = rows[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0);
  const filler = (size: number) =>
    size > 0 && (
      <tr>
        <td className={chartStyles.filler} colSpan={series.length + 1} style={{ height: size }} />
      </tr>
    );
  const maxHeight = height ? Math.max(height, 240) : 420;
  return (
    <ScrollFrame
      label={name}
      scrollsDown
      ref={frameRef}
      className={`${styles.frame} ${chartStyles.frame}`}
      data-bare
      style={{ maxHeight, '--row-height': `${rowHeight}px` } as CSSProperties}
    >
      <table
        className={[styles.table, chartStyles.table, stale && 'hub-stale'].filter(Boolean).join(' ')}
        aria-label={name}
        aria-busy={stale || undefined}
        aria-rowcount={points.length + (withTotals ? 2 : 1)}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t('when')}</th>
            {series.map((one) => (
              <th key={one.id} scope="col" data-align="right" title={one.name}>
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filler(above)}
          {rows.map(({ index }) => {
            const point = points[index];
            if (!point) return null;
            return (
              <tr key={point.key} aria-rowindex={index + 2}>
                <td data-fit>
                  {point.title}
                  {point.interrupted && <span className={chartStyles.partial}>{point.interrupted}</span>}
                  {point.partial && (
                    <span className={chartStyles.partial}>
                      <PartialMark isCut={point.isCut} />
                    </span>
                  )}
                </td>
                {series.map((one) => (
                  <td key={one.id} data-align="right" data-fit>
                    <ChartFigure value={one.values[index]} unit={one.unit ?? unit} />
                  </td>
                ))}
              </tr>
            );
          })}
          {filler(below)}
        </tbody>
        {withTotals && (
          <tfoot>
            <tr aria-rowindex={points.length + 2}>
              <td>{t('total')}</td>
              {series.map((one) => (
                <td key={one.id} data-align="right" data-fit>
                  <ChartFigure value={one.total} unit={one.unit ?? unit} strong />
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollFrame>
  );
}

interface ChartFigureProps {
  value: number | null | undefined;
  unit: ChartUnit;
  strong?: boolean;
}

/** One value of a chart: an amount, a count, or a ratio, which is N/A where there is nothing to divide by. */
export function ChartFigure({ value, unit, strong }: ChartFigureProps) {
  if (unit === 'euro') return <Amount value={value} strong={strong} />;
  if (unit === 'ratio') return <Percent value={value} strong={strong} missing="na" />;
  return <Count value={value} strong={strong} />;
}
