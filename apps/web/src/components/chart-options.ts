import type { EChartsCoreOption } from 'echarts/core';
import { MINUS } from '../lib/format.ts';
import { type Scheme, tokens } from '../theme/tokens.ts';
import {
  byValue,
  type ChartKind,
  type ChartPoint,
  type ChartSeries,
  type ChartUnit,
  colorOf,
  dashOf,
  formatAxis,
  partsOf,
  tickStep,
} from './chart-model.ts';
import figureStyles from './figure.module.css';

export interface ChartInput {
  kind: ChartKind;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  unit: ChartUnit;
  scheme: Scheme;
  /** Pixels of the plot: decides how many axis texts fit. */
  width: number;
  zoom: boolean;
}

const font = "'Instrument Sans Variable', system-ui, sans-serif";

/** The whole look of a chart, from the tokens of one scheme. Nothing animates. */
export function chartOptions(input: ChartInput): EChartsCoreOption {
  const { kind, points, series, unit, scheme, width, zoom } = input;
  const color = tokens[scheme];
  const step = tickStep(points.length, width);
  const goesBelow = series.some((one) => one.values.some((value) => value !== null && value < 0));
  const units = axisUnits(series, unit);
  const text = { color: color.tertiary, fontFamily: font, fontSize: 12 };
  return {
    animation: false,
    textStyle: { fontFamily: font },
    grid: { left: 8, right: 12, top: 12, bottom: zoom ? 56 : 8, containLabel: true },
    xAxis: {
      type: 'category',
      data: points.map((point) => point.axis),
      boundaryGap: kind === 'bar',
      axisTick: { show: false },
      axisLine: { show: goesBelow, onZero: true, lineStyle: { color: color.control, width: 1 } },
      axisLabel: {
        ...text,
        interval: (index: number) => index % step === 0,
        hideOverlap: true,
        margin: 10,
      },
    },
    yAxis: units.map((axisUnit, index) => ({
      type: 'value',
      splitNumber: 5,
      alignTicks: true,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: index === 0, lineStyle: { color: color.border, width: 1 } },
      axisLabel: { ...text, formatter: (value: number) => formatAxis(value, axisUnit) },
      minInterval: axisUnit === 'count' ? 1 : undefined,
      // Two scales share one zero line: where values go below it, both reach as far down as up.
      ...(goesBelow && units.length > 1
        ? {
            min: (extent: Extent) => -reachOf(extent),
            max: (extent: Extent) => reachOf(extent),
          }
        : {}),
    })),
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
    dataZoom: zoom ? zoomOptions(scheme) : [],
    series: series.map((one) => seriesOptions(one, input)),
  };
}

interface Extent {
  min: number;
  max: number;
}

/** The units on the axes, the chart's own first: at most one more, on the right. */
export function axisUnits(series: readonly Pick<ChartSeries, 'unit'>[], unit: ChartUnit): ChartUnit[] {
  const other = series.map((one) => one.unit ?? unit).find((candidate) => candidate !== unit);
  return other ? [unit, other] : [unit];
}

/** How far an axis reaches from zero: the next round number that holds every value. */
export function reachOf({ min, max }: Extent): number {
  const size = Math.max(Math.abs(min), Math.abs(max), 1);
  const power = 10 ** Math.floor(Math.log10(size));
  const step = [1, 1.5, 2, 3, 5, 10].find((factor) => factor * power >= size) ?? 10;
  return step * power;
}

function seriesOptions(series: ChartSeries, { kind, points, scheme, unit }: ChartInput) {
  const color = colorOf(series, scheme);
  const isMain = series.color === 'gross-win';
  const yAxisIndex = (series.unit ?? unit) === unit ? 0 : 1;
  const common = {
    id: series.id,
    name: series.name,
    data: [...series.values],
    itemStyle: { color },
    yAxisIndex,
  };
  if (kind === 'bar') {
    return { ...common, type: 'bar', barMaxWidth: 28, itemStyle: { color, borderRadius: [2, 2, 0, 0] } };
  }
  return {
    ...common,
    type: 'line',
    // A single point has no line to be seen by.
    showSymbol: points.length === 1,
    symbol: 'circle',
    symbolSize: 6,
    connectNulls: false,
    lineStyle: { color, width: isMain ? 2.5 : 2, type: dashOf(series) ?? 'solid' },
    areaStyle: isMain ? { color, opacity: 0.14 } : undefined,
    emphasis: { disabled: true },
    z: isMain ? 4 : 3,
  };
}

function zoomOptions(scheme: Scheme) {
  const color = tokens[scheme];
  return [
    {
      type: 'slider',
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
      brushSelect: false,
    },
    { type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, moveOnMouseMove: false },
  ];
}

function indexOf(hovered: unknown): number {
  const first: unknown = Array.isArray(hovered) ? hovered[0] : hovered;
  const index =
    first !== null && typeof first === 'object' ? (first as { dataIndex?: unknown }).dataIndex : 0;
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
      figure.append('–');
    }
    return element('div', 'hub-chart-row', dot, element('span', 'hub-chart-name', series.name), figure);
  });
  const title = element('div', 'hub-chart-title', input.points[index]?.title ?? '');
  return element('div', 'hub-chart-tip', title, ...rows);
}
