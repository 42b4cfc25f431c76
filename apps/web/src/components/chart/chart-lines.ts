import { type Scheme, tokens } from '../../theme/tokens.ts';
import { type ChartSeries, type ChartUnit, colorOf, dashOf } from './chart-model.ts';
import type { ChartInput } from './chart-options.ts';

/** Thousands of points are thinned to what a screen can show, extremes kept. */
const manyPoints = 2000;
const mostLabelWidth = 116;
/** Of a letter, and of the dot before a name. */
const [letterWidth, dotWidth] = [6.6, 16];
/** With more lines the names would cover each other; the list beside the chart names them. */
const namedAtMost = 10;
const helperMark = '~';

/** Whether a drawn series belongs to another one and is no series of its own. */
export function isHelper(id: unknown): boolean {
  return typeof id === 'string' && id.endsWith(helperMark);
}

export const helperOf = (id: string): string => id + helperMark;

function isNamed({ named, kind, series, width, unit, points }: ChartInput): boolean {
  const isOneUnit = series.every((one) => (one.unit ?? unit) === unit);
  const fits = series.length <= namedAtMost && width >= 640 && points.length > 1;
  return Boolean(named) && kind === 'line' && isOneUnit && fits;
}

/** Pixels at the right of the plot that the names of lines take: no more than the longest needs. */
export function endLabelSpace(input: ChartInput): number {
  if (!isNamed(input)) return 0;
  const letters = input.series.reduce((most, one) => Math.max(most, (one.shortName ?? one.name).length), 0);
  return Math.min(mostLabelWidth, Math.ceil(letters * letterWidth) + dotWidth) + 8;
}

/** One series as drawn: its bars, or its line and the dotted pieces of steps that are not complete. */
export function seriesOptions(
  series: ChartSeries,
  units: readonly ChartUnit[],
  input: ChartInput,
  labelLayout: LabelLayout,
): object[] {
  const { kind, points, scheme, unit } = input;
  const color = colorOf(series, scheme);
  const isMain = series.color === 'gross-win';
  const common = {
    id: series.id,
    name: series.name,
    itemStyle: { color },
    yAxisIndex: units.indexOf(series.unit ?? unit),
  };
  const isThin = kind === 'bar' && points.length > manyPoints;
  if (kind === 'bar' && !isThin) {
    const data = series.values.map((value, index) =>
      value !== null && points[index]?.partial ? { value, itemStyle: { opacity: 0.45 } } : value,
    );
    return [
      {
        ...common,
        type: 'bar',
        data,
        barMaxWidth: 28,
        itemStyle: { color, borderRadius: [2, 2, 0, 0] },
      },
    ];
  }
  const dotted = isThin ? null : dottedPieces(series, input);
  const line = {
    ...common,
    type: 'line',
    data: dotted ? dotted.complete : series.values,
    // One or two points make no line that says how they follow each other.
    showSymbol: !isThin && isFew(dotted?.complete ?? series.values),
    showAllSymbol: true,
    symbol: 'circle',
    symbolSize: 6,
    connectNulls: false,
    sampling: points.length > manyPoints ? 'minmax' : undefined,
    // Bars thinner than a pixel are steps with an area: they look the same and are thinned like lines.
    ...(isThin
      ? { step: 'middle', lineStyle: { color, width: 1 }, areaStyle: { color, opacity: 0.4 } }
      : {
          lineStyle: { color, width: isMain ? 2.5 : 2, type: dashOf(series) ?? 'solid' },
          areaStyle: isMain ? { color, opacity: 0.14 } : undefined,
        }),
    emphasis: { disabled: true },
    z: isMain ? 4 : 3,
  };
  const label = isNamed(input) ? endLabelOf(series, input, labelLayout) : noEndLabel;
  if (!dotted?.pieces.length) return [{ ...line, ...label }];
  // The name stands where the line ends: at the last dotted piece, unless that is one of the first steps.
  const isDottedLast = lastPlace(dotted) > dotted.complete.findLastIndex((value) => value !== null);
  return [
    { ...line, ...(isDottedLast ? noEndLabel : label) },
    {
      ...common,
      ...(isDottedLast ? label : noEndLabel),
      id: helperOf(series.id),
      type: 'line',
      data: dotted.pieces.map((place) => dottedData(place, color, scheme)),
      showSymbol: true,
      showAllSymbol: true,
      symbol: 'none',
      lineStyle: { color, width: 1.5, type: [1, 4], cap: 'round' },
      emphasis: { disabled: true },
      z: 3,
    },
  ];
}

const isFew = (values: readonly (number | null)[]) => values.filter((value) => value !== null).length < 3;

/** A place of the dotted line that leads to steps which are not complete; `null` ends a piece. */
export interface DottedPlace {
  place: number;
  value: number | null;
  /** At the incomplete step itself; `above` and `below` where its value lies beyond the complete ones. */
  mark?: 'ring' | 'above' | 'below';
}

type DrawnLines = Pick<ChartInput, 'points' | 'series' | 'unit'>;

/**
 * The line without incomplete steps, and the pieces that lead to them. An incomplete step never stretches the scale: beyond
 * what the complete ones reach, an arrow at the edge stands for it. To a step that has just begun nothing leads. Null where
 * there is nothing to distinguish.
 */
export function dottedPieces({ values, ...series }: ChartSeries, input: DrawnLines) {
  const { points } = input;
  const complete = values.map((value, index) => (points[index]?.partial ? null : value));
  if (!points.some((point) => point.partial) || complete.every((value) => value === null)) return null;
  const [low, high] = completeExtent(input, series.unit ?? input.unit);
  const pieces: DottedPlace[] = [];
  for (const [index, value] of values.entries()) {
    if (!points[index]?.partial || points[index].hasJustBegun) continue;
    const around = (place: number) => {
      const neighbour = complete[place];
      if (neighbour !== null && neighbour !== undefined) pieces.push({ place, value: neighbour });
    };
    around(index - 1);
    if (value !== null) {
      const mark = value > high ? 'above' : value < low ? 'below' : 'ring';
      pieces.push({ place: index, value: Math.min(high, Math.max(low, value)), mark });
    }
    around(index + 1);
    pieces.push({ place: index, value: null });
  }
  return { complete, pieces };
}

const lastPlace = ({ pieces }: { pieces: readonly DottedPlace[] }): number =>
  Math.max(-1, ...pieces.filter(({ value }) => value !== null).map(({ place }) => place));

/** As the library takes it. */
function dottedData({ place, value, mark }: DottedPlace, color: string, scheme: Scheme): object {
  if (!mark) return { value: [place, value] };
  const look = { itemStyle: { color: tokens[scheme].panel, borderColor: color, borderWidth: 2 } };
  if (mark === 'ring') return { value: [place, value], symbol: 'circle', symbolSize: 8, ...look };
  return {
    value: [place, value],
    symbol: 'triangle',
    symbolSize: 7,
    symbolRotate: mark === 'above' ? 0 : 180,
    ...look,
  };
}

const extents = new WeakMap<DrawnLines, Map<ChartUnit, readonly [low: number, high: number]>>();

/** How far all complete steps of the series of a unit reach, zero included; once for each drawing. */
export function completeExtent(input: DrawnLines, unit: ChartUnit): readonly [low: number, high: number] {
  const known = extents.get(input) ?? new Map<ChartUnit, readonly [number, number]>();
  extents.set(input, known);
  const found = known.get(unit);
  if (found) return found;
  let [low, high] = [0, 0];
  for (const { values, ...one } of input.series) {
    if ((one.unit ?? input.unit) !== unit) continue;
    for (const [index, value] of values.entries()) {
      if (value === null || input.points[index]?.partial) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  known.set(unit, [low, high]);
  return [low, high];
}

interface PlacedLabel {
  seriesIndex: number;
  labelRect: { y: number };
}
type LabelLayout = (label: PlacedLabel) => { dy: number };

const labelHeight = 16;
/** A name further from the end of its line would be taken for that of another one. */
const farthest = 32;
/** Out of the drawing: a layout cannot hide a label. */
const outOfSight = -10_000;

/**
 * Places the names of one chart, one after the other: beside the end of the line, or in the nearest free place. A name that
 * has none near its line is left out; the legend of the chart has it.
 */
export function endLabelLayout(): LabelLayout {
  const taken = new Map<number, number>();
  return ({ seriesIndex, labelRect: { y } }) => {
    // The first one comes again: the chart is laid out anew.
    if (taken.has(seriesIndex)) taken.clear();
    const isFree = (place: number) =>
      place >= 0 && [...taken.values()].every((other) => Math.abs(other - place) >= labelHeight);
    const near = [...taken.values()]
      .flatMap((other) => [other - labelHeight, other + labelHeight])
      .filter((place) => Math.abs(place - y) <= farthest)
      .sort((a, b) => Math.abs(a - y) - Math.abs(b - y));
    const place = [y, ...near].find(isFree) ?? outOfSight;
    taken.set(seriesIndex, place);
    return { dy: place - y };
  };
}

/** Said, not left out: a drawing is merged into the one before, whose width may have had room for names. */
const noEndLabel = { endLabel: { show: false } };

function endLabelOf(series: ChartSeries, { scheme }: ChartInput, labelLayout: LabelLayout) {
  return {
    endLabel: {
      show: true,
      formatter: `{dot|●} ${(series.shortName ?? series.name).replaceAll(/[{}|]/g, ' ')}`,
      width: mostLabelWidth,
      overflow: 'truncate',
      color: tokens[scheme].secondary,
      fontSize: 12,
      distance: 8,
      rich: { dot: { color: colorOf(series, scheme), fontSize: 9 } },
    },
    labelLayout,
  };
}
