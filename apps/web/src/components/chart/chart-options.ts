import type { EChartsCoreOption } from 'echarts/core';
import { MINUS } from '../../lib/format.ts';
import { fontFamily, type Scheme, tokens } from '../../theme/tokens.ts';
import figureStyles from '../display/figure.module.css';
import { endLabelLayout, endLabelSpace, isHelper, seriesOptions } from './chart-lines.ts';
import { bandOptions, marksOptions, shadeOptions } from './chart-marks.ts';
import {
  byValue,
  type ChartBand,
  type ChartKind,
  type ChartMark,
  type ChartPoint,
  type ChartRange,
  type ChartSeries,
  type ChartUnit,
  colorOf,
  formatAxis,
  partsOf,
  tickPlaces,
} from './chart-model.ts';

export interface ChartInput {
  kind: ChartKind;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  unit: ChartUnit;
  scheme: Scheme;
  /** Pixels of the plot: decides how many axis texts fit. */
  width: number;
  zoom: boolean;
  /** What is looked at of all points. */
  range?: ChartRange;
  /** Words in the tooltip for a ratio of nothing, and for a step that runs or is cut. */
  words?: { notAvailable: string; running: string; cut: string };
  /** Names lines at their right end, where they are few and share one axis. */
  named?: boolean;
  /** The scale reaches from the lowest to the highest value, not to zero: for figures that are compared with one another. */
  closeUp?: boolean;
  marks?: readonly ChartMark[];
  band?: ChartBand | null;
}

/** The whole look of a chart, from the tokens of one scheme. Nothing animates. */
export function chartOptions(input: ChartInput): EChartsCoreOption {
  const { kind, points, series, unit, scheme, width, zoom } = input;
  const color = tokens[scheme];
  const [first, last] = input.range ?? [0, points.length - 1];
  const goesBelow = series.some((one) => one.values.some((value) => value !== null && value < 0));
  const units = axisUnits(series, unit);
  const layout = endLabelLayout();
  const dip = units.length === 1 && kind === 'bar' ? slightDip(series) : null;
  const text = { color: color.tertiary, fontFamily, fontSize: 12 };
  return {
    animation: false,
    textStyle: { fontFamily },
    grid: {
      left: 8,
      right: 12 + outsideAxes(units.length, width) + endLabelSpace(input),
      top: input.marks?.length ? 30 : 12,
      bottom: zoom ? 56 : 8,
      containLabel: true,
    },
    xAxis: {
      type: 'category',
      data: points.map((point) => point.axis),
      boundaryGap: kind === 'bar',
      axisTick: { show: false },
      axisLine: { show: goesBelow, onZero: true, lineStyle: { color: color.control, width: 1 } },
      axisLabel: {
        ...text,
        interval: tickPlaces(points, first, last, width),
        hideOverlap: true,
        // Half a line more than the library's: the first text lies beneath the lowest one of the values' axis.
        margin: 16,
      },
    },
    yAxis: units.map((axisUnit, index) => ({
      type: 'value',
      splitNumber: 5,
      scale: input.closeUp ?? false,
      alignTicks: true,
      // Beside the second axis there is room for a third only on a wide screen; there its values stand in the tooltip.
      show: index < 2 || width >= widthForThree,
      offset: index < 2 ? 0 : 56 * (index - 1),
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: {
        show: index === 0,
        showMinLine: dip === null,
        lineStyle: { color: color.border, width: 1 },
      },
      axisLabel: {
        ...text,
        formatter: (value: number) => formatAxis(value, axisUnit),
        ...(dip === null ? {} : { showMinLabel: false }),
      },
      ...(dip === null ? {} : { min: dip }),
      minInterval: axisUnit === 'count' ? 1 : undefined,
      // Two scales share one zero line: where values go below it, both reach as far down as up.
      ...(goesBelow && units.length > 1
        ? {
            min: (extent: Extent) => -symmetricExtent(extent),
            max: (extent: Extent) => symmetricExtent(extent),
          }
        : {}),
    })),
    // On a layer of its own, and without marks on the lines: a moving pointer redraws nothing else.
    axisPointer: { zlevel: 1, triggerEmphasis: false },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      padding: 0,
      borderWidth: 0,
      backgroundColor: 'transparent',
      extraCssText: 'box-shadow:none;z-index:30',
      axisPointer: {
        type: kind === 'bar' ? 'shadow' : 'line',
        lineStyle: { color: color.secondary, width: 1, type: 'solid' },
        shadowStyle: { color: color['row-hover'] },
        animation: false,
      },
      formatter: (hovered: unknown) => tooltipOf(input, indexOf(hovered)),
    },
    dataZoom: zoom ? zoomOptions(scheme, first, last) : [],
    series: [
      ...series.flatMap((one) => seriesOptions(one, units, input, layout)),
      ...shadeOptions(input),
      ...bandOptions(input),
      ...marksOptions(input),
    ],
  };
}

/** Bars that hardly reach below zero would give a fifth of the plot to nothing: the axis then ends shortly below them. */
const slightShare = 0.05;
const belowDip = 0.03;

/** Where the axis ends, if the lowest value is below zero and small beside the highest one; null otherwise. */
export function slightDip(series: readonly Pick<ChartSeries, 'values'>[]): number | null {
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const low = values.reduce((least, value) => Math.min(least, value), 0);
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  return low < 0 && -low < high * slightShare ? low - high * belowDip : null;
}

interface Extent {
  min: number;
  max: number;
}

/** The units on the axes, the chart's own first and on the left, others on the right. */
export function axisUnits(series: readonly Pick<ChartSeries, 'unit'>[], unit: ChartUnit): ChartUnit[] {
  return [...new Set([unit, ...series.map((one) => one.unit ?? unit)])];
}

const widthForThree = 640;

/** Pixels that axes beyond the second one need; the grid makes room for two by itself. */
function outsideAxes(count: number, width: number): number {
  return count > 2 && width >= widthForThree ? 56 * (count - 2) : 0;
}

/** How far an axis reaches from zero: the next round number that holds every value. */
export function symmetricExtent({ min, max }: Extent): number {
  const size = Math.max(Math.abs(min), Math.abs(max), 1);
  const power = 10 ** Math.floor(Math.log10(size));
  const step = [1, 1.5, 2, 3, 5, 10].find((factor) => factor * power >= size) ?? 10;
  return step * power;
}

function zoomOptions(scheme: Scheme, startValue: number, endValue: number) {
  const color = tokens[scheme];
  return [
    {
      type: 'slider',
      startValue,
      endValue,
      minValueSpan: 1,
      height: 32,
      bottom: 4,
      borderColor: color['accent-line'],
      borderRadius: 6,
      backgroundColor: 'transparent',
      fillerColor: color['accent-tint'],
      dataBackground: {
        lineStyle: { color: color.control, width: 1 },
        areaStyle: { color: color.tertiary, opacity: 0.3 },
      },
      selectedDataBackground: {
        lineStyle: { color: color.tertiary, width: 1 },
        areaStyle: { color: color.tertiary, opacity: 0.45 },
      },
      handleStyle: { color: color.accent, borderColor: color.accent },
      moveHandleSize: 0,
      showDetail: false,
      brushSelect: true,
      brushStyle: { color: color['accent-tint'] },
    },
    {
      type: 'inside',
      startValue,
      endValue,
      minValueSpan: 1,
      zoomOnMouseWheel: 'ctrl',
      moveOnMouseWheel: false,
      moveOnMouseMove: false,
      preventDefaultMouseMove: false,
    },
  ];
}

function indexOf(hovered: unknown): number {
  const all: readonly unknown[] = Array.isArray(hovered) ? hovered : [hovered];
  // Dotted pieces hold a few places only, and count from their own first one.
  const first = all.find((one) => !isHelper((one as { seriesId?: unknown } | null)?.seriesId));
  const index = first && typeof first === 'object' ? (first as { dataIndex?: unknown }).dataIndex : 0;
  return typeof index === 'number' ? index : 0;
}

function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/** Built of nodes, never of markup: names come from platforms. */
function tooltipOf(input: ChartInput, index: number): HTMLElement {
  const rows = byValue(input.series, index).map(({ series, value }) => {
    const dot = element('i', '');
    dot.style.background = colorOf(series, input.scheme);
    const parts = partsOf(value, series.unit ?? input.unit);
    const figure = element('span', figureStyles.figure ?? '');
    if (parts) {
      if (parts.sign === MINUS) figure.dataset.color = 'negative';
      const rest = element('span', figureStyles.rest ?? '', parts.decimals + parts.unit);
      figure.append(parts.sign + parts.integer, rest);
    } else {
      const isRatio = (series.unit ?? input.unit) === 'ratio';
      figure.append((isRatio && input.words?.notAvailable) || '–');
    }
    return element('div', 'hub-chart-row', dot, element('span', 'hub-chart-name', series.name), figure);
  });
  const point = input.points[index];
  const title = element('div', 'hub-chart-title', point?.title ?? '');
  if (point?.partial && input.words)
    title.append(` (${point.isCut ? input.words.cut : input.words.running})`);
  const notes = (point?.interrupted ?? '').split('\n').filter(Boolean);
  for (const note of notes) title.append(element('div', 'hub-chart-note', note));
  const list = element('div', 'hub-chart-rows', ...rows);
  list.style.setProperty('--columns', String(tipColumns(rows.length, input.width)));
  return element('div', 'hub-chart-tip', title, list);
}

/** Many series stand in columns, so that all of them fit above and below the pointer. */
export function tipColumns(rows: number, width: number): number {
  const wanted = Math.ceil(rows / 14);
  return Math.min(wanted, Math.max(2, Math.floor(width / 230)));
}
