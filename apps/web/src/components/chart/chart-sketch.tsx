import type { PointerEvent } from 'react';
import { completeExtent, dottedPieces } from './chart-lines.ts';
import {
  type ChartPoint,
  type ChartSeries,
  type ChartUnit,
  cssColorOf,
  dashOf,
  formatAxis,
  tickPlaces,
} from './chart-model.ts';
import styles from './chart-sketch.module.css';

/** Where a finger came down, in pixels from the corner of the chart. */
export interface Touch {
  x: number;
  y: number;
}

interface ChartSketchProps {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  unit: ChartUnit;
  height: number;
  label: string;
  onTouch: (touch: Touch) => void;
}

/** Of the plot, in units of the drawing: it is stretched over whatever room there is, strokes and words are not. */
const side = 1000;
/** The plot of the narrowest phone, in px: as many texts as fit there stand under the axis. */
const leastWidth = 300;

/**
 * The lines of a chart, without what a pointer does to them. A phone shows them in place of the chart until it is touched:
 * the library weighs as much as half of the code before it, and reading it holds a phone for a fifth of a second.
 */
export function ChartSketch({ points, series, unit, height, label, onTouch }: ChartSketchProps) {
  const drawn = drawnLines(points, series, unit);
  const ticks = niceTicks(...extentOf(drawn));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const xOf = (place: number) => (points.length > 1 ? (place / (points.length - 1)) * side : side / 2);
  const yOf = (value: number) => ((high - value) / (high - low)) * side;
  const at = ([place, value]: Place) => `${round(xOf(place))} ${round(yOf(value))}`;
  const pathOf = (pieces: Place[][]) => pieces.map((piece) => `M${piece.map(at).join('L')}`).join('');
  const areaOf = (pieces: Place[][]) =>
    pieces
      .map((piece) => {
        const [first, last] = [piece[0]?.[0] ?? 0, piece.at(-1)?.[0] ?? 0];
        return `M${round(xOf(first))} ${round(yOf(0))}L${piece.map(at).join('L')}L${round(xOf(last))} ${round(yOf(0))}Z`;
      })
      .join('');
  const hasText = tickPlaces(points, 0, points.length - 1, leastWidth);
  const touch = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    onTouch({ x: clientX - left, y: clientY - top });
  };
  return (
    <div className={styles.sketch} style={{ height }} role="img" aria-label={label} onPointerDown={touch}>
      <div className={styles.values}>
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{formatAxis(tick, unit)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${side} ${side}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.grid} d={ticks.map((tick) => `M0 ${round(yOf(tick))}H${side}`).join('')} />
        {low < 0 && <path className={styles.zero} d={`M0 ${round(yOf(0))}H${side}`} />}
        {drawn.map(({ one, lines, dotted, marks, dots }) => {
          const stroke = cssColorOf(one);
          const isMain = one.color === 'gross-win';
          return (
            <g key={one.id} stroke={stroke} fill="none">
              {isMain && <path d={areaOf(lines)} fill={stroke} fillOpacity={0.14} stroke="none" />}
              <path
                d={pathOf(lines)}
                strokeWidth={isMain ? 2.5 : 2}
                strokeDasharray={dashOf(one)?.join(' ')}
                strokeLinejoin="bevel"
              />
              <path d={pathOf(dotted)} strokeWidth={1.5} strokeDasharray="1 4" strokeLinecap="round" />
              {/* A line without length and with round ends is a dot that the stretching leaves round. */}
              {dots.map((dot) => (
                <path key={dot[0]} className={styles.dot} strokeWidth={6} d={`M${at(dot)}h0`} />
              ))}
              {marks.map((mark) => (
                <g key={mark[0]} className={styles.dot}>
                  <path strokeWidth={9} d={`M${at(mark)}h0`} />
                  <path strokeWidth={5} stroke="var(--hub-panel)" d={`M${at(mark)}h0`} />
                </g>
              ))}
            </g>
          );
        })}
      </svg>
      <div className={styles.places}>
        {points.map(
          (point, place) =>
            hasText(place) && (
              <span key={point.key} style={{ left: `${round(xOf(place) / 10)}%` }}>
                {point.axis}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

type Place = readonly [place: number, value: number];

/** Lines with their gaps, the dotted pieces to incomplete steps, and those steps themselves. */
function drawnLines(points: readonly ChartPoint[], series: readonly ChartSeries[], unit: ChartUnit) {
  const input = { points, series, unit };
  const [low, high] = completeExtent(input, unit);
  return series.map((one) => {
    const dotted = dottedPieces(one, input);
    const values = dotted?.complete ?? one.values;
    const lines = withoutGaps(values.map((value, place) => ({ place, value })));
    return {
      one,
      lines,
      dotted: withoutGaps(dotted?.pieces ?? []),
      // What lies beyond the complete steps has an arrow in the whole chart: here its dots end at the edge.
      marks: (dotted?.pieces ?? []).flatMap(({ place, value, mark }): Place[] =>
        mark === 'ring' && value !== null && value >= low && value <= high ? [[place, value]] : [],
      ),
      // One or two points make no line that says how they follow each other.
      dots: lines.flat().length < 3 ? lines.flat() : [],
    };
  });
}

function withoutGaps(places: readonly { place: number; value: number | null }[]): Place[][] {
  const pieces: Place[][] = [[]];
  for (const { place, value } of places) {
    if (value === null) pieces.push([]);
    else pieces.at(-1)?.push([place, value]);
  }
  return pieces.filter((piece) => piece.length > 0);
}

function extentOf(drawn: readonly { lines: Place[][]; dotted: Place[][] }[]): [low: number, high: number] {
  const values = drawn.flatMap(({ lines, dotted }) => [...lines, ...dotted].flat().map(([, value]) => value));
  return [Math.min(0, ...values), Math.max(0, ...values)];
}

/** Round values of an axis, some five steps from the first at or below `low` (at most 0) to the first at or above `high`. */
export function niceTicks(low: number, high: number): number[] {
  if (low === high) return niceTicks(0, 1);
  const wanted = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const size = wanted / power;
  const factor = size < 1.5 ? 1 : size < 2.5 ? 2 : size < 4 ? 3 : size < 7 ? 5 : 10;
  const step = factor * power;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

const round = (value: number) => Math.round(value * 10) / 10;
