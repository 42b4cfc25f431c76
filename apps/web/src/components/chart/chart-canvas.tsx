import { BarChart, CustomChart, LineChart } from 'echarts/charts';
import { DataZoomComponent, GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { fontFamily, type Scheme, tokens } from '../../theme/tokens.ts';
import { ChartCursor, type ChosenPoint } from './chart-cursor.tsx';
import { helperOf } from './chart-lines.ts';
import { type ChartRange, type ChartSeries, tickPlaces } from './chart-model.ts';
import { type ChartInput, chartOptions } from './chart-options.ts';
import type { Touch } from './chart-sketch.tsx';

use([
  LineChart,
  BarChart,
  CustomChart,
  GridComponent,
  TooltipComponent,
  DataZoomComponent,
  MarkLineComponent,
  CanvasRenderer,
  LabelLayout,
]);

/** What a drawn chart can be asked for. */
export interface ChartHandle {
  /** The drawing in these colors, without its zoom strip and twice as sharp as on the screen; null before it is drawn. */
  image(scheme: Scheme): { url: string; width: number; height: number } | null;
}

type ChartCanvasProps = Omit<ChartInput, 'width'> & {
  name: string;
  height: number;
  label: string;
  /** The series that stands out; the others are dimmed. */
  focused?: string | null;
  onRange?: ((range: ChartRange) => void) | undefined;
  handle?: Ref<ChartHandle> | undefined;
  /** Where a finger asked for what stands there, before the chart was drawn. */
  touch?: Touch | null;
  onPoint?: ((point: ChosenPoint) => void) | undefined;
};

/** Dragging reports its range once it rests, not for every pixel. */
const restMs = 250;

/** The drawing itself; a chunk of its own, loaded with the first chart. */
export default function ChartCanvas({
  name,
  height,
  label,
  focused = null,
  onRange,
  handle,
  touch = null,
  onPoint,
  ...input
}: ChartCanvasProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const chartRef = useRef<EChartsType | null>(null);
  const [width, setWidth] = useState(0);
  const [fontReady, setFontReady] = useState(0);
  const {
    kind,
    points,
    series,
    unit,
    scheme,
    zoom,
    range = null,
    words,
    named = false,
    closeUp = false,
    marks,
    band = null,
  } = input;
  const isDrawn = useRef(false);
  const unanswered = useRef(touch);
  const latest = useRef({ range, onRange, onPoint, series, count: points.length });
  latest.current = { range, onRange, onPoint, series, count: points.length };

  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const chart = init(box, undefined, { renderer: 'canvas' });
    chartRef.current = chart;
    meetTypeface();
    // Reports at once as well, after the next layout: the first drawing is then a task of its own.
    const observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = box;
      if (clientWidth !== chart.getWidth() || clientHeight !== chart.getHeight()) {
        chart.resize({ animation: { duration: 0 } });
      }
      setWidth(clientWidth);
    });
    observer.observe(box);
    let rest: ReturnType<typeof setTimeout> | undefined;
    chart.on('datazoom', () => {
      clearTimeout(rest);
      rest = setTimeout(() => latest.current.onRange?.(drawnRange(chart, latest.current.count)), restMs);
    });
    chart.getZr().on('click', ({ offsetX, offsetY }) => {
      const { onPoint: choose, series: drawn } = latest.current;
      if (!choose || !chart.containPixel('grid', [offsetX, offsetY])) return;
      const point = nearestPoint(chart, drawn, offsetX, offsetY);
      if (point) choose({ ...point, element: box });
    });
    // The library takes every turn of the wheel over a chart with a zoom, also those it does nothing with: the page stood still.
    const leaveToPage = (event: WheelEvent) => {
      if (!event.ctrlKey) event.stopPropagation();
    };
    box.addEventListener('wheel', leaveToPage, { capture: true, passive: true });
    // A canvas does not redraw itself when its font arrives.
    const redraw = () => setFontReady((times) => times + 1);
    document.fonts?.addEventListener('loadingdone', redraw);
    return () => {
      clearTimeout(rest);
      document.fonts?.removeEventListener('loadingdone', redraw);
      box.removeEventListener('wheel', leaveToPage, { capture: true });
      observer.disconnect();
      chart.dispose();
      chartRef.current = null;
      isDrawn.current = false;
    };
  }, []);

  // A range never redraws everything: that would end the very drag it came from.
  const [first, last] = range ?? [0, points.length - 1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: fontReady only asks for another drawing
  useEffect(() => {
    if (width === 0) return;
    const options = chartOptions({
      kind,
      points,
      series,
      unit,
      scheme,
      zoom,
      width,
      named,
      closeUp,
      band,
      ...(marks ? { marks } : {}),
      ...(words ? { words } : {}),
      range: latest.current.range,
    });
    chartRef.current?.setOption(options, {
      replaceMerge: ['series', 'dataZoom', 'yAxis'],
      // The first drawing of all waits for the next frame: reading the options is a long task, and so is drawing them.
      lazyUpdate: !isDrawn.current && !zoom && !unanswered.current,
    });
    isDrawn.current = true;
    if (unanswered.current) {
      const { x, y } = unanswered.current;
      unanswered.current = null;
      chartRef.current?.dispatchAction({ type: 'showTip', x, y });
    }
  }, [kind, points, series, unit, scheme, zoom, width, words, named, closeUp, marks, band, fontReady]);

  // Merged into what is drawn, after every drawing: no data is set again.
  const wasFocused = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing has forgotten who stands out
  useEffect(() => {
    if (width === 0 || (focused === null && !wasFocused.current)) return;
    wasFocused.current = focused !== null;
    chartRef.current?.setOption({ series: focusOptions(series, focused, kind) });
  }, [
    focused,
    kind,
    points,
    series,
    unit,
    scheme,
    zoom,
    width,
    words,
    named,
    closeUp,
    marks,
    band,
    fontReady,
  ]);

  useEffect(() => {
    const chart = chartRef.current;
    if (!chart || !zoom || width === 0 || points.length === 0) return;
    const [drawnFirst, drawnLast] = drawnRange(chart, points.length) ?? [0, points.length - 1];
    if (drawnFirst !== first || drawnLast !== last) {
      chart.dispatchAction({ type: 'dataZoom', startValue: first, endValue: last });
    }
    chart.setOption({ xAxis: { axisLabel: { interval: tickPlaces(points, first, last, width) } } });
  }, [first, last, zoom, points, width]);

  useImperativeHandle(handle, () => ({
    image(wanted) {
      const chart = chartRef.current;
      if (!chart) return null;
      const size = { width: chart.getWidth(), height: chart.getHeight() };
      if (wanted === scheme) return { url: pictureOf(chart, scheme), ...size };
      const copy = init(document.createElement('div'), undefined, { renderer: 'canvas', ...size });
      const options = chartOptions({
        ...input,
        scheme: wanted,
        width: size.width,
        range: latest.current.range,
      });
      copy.setOption({ ...options, animation: false });
      const url = pictureOf(copy, wanted);
      copy.dispose();
      return { url, ...size };
    },
  }));

  const drawing = <div ref={boxRef} style={{ height, width: '100%' }} role="img" aria-label={label} />;
  if (!onPoint) return drawing;
  const showTip = (index: number | null) =>
    chartRef.current?.dispatchAction(
      index === null ? { type: 'hideTip' } : { type: 'showTip', seriesIndex: 0, dataIndex: index },
    );
  return (
    <div style={{ position: 'relative' }}>
      {drawing}
      <ChartCursor
        name={name}
        points={points}
        series={series}
        unit={unit}
        onMove={showTip}
        onPoint={onPoint}
      />
    </div>
  );
}

const pictureOf = (chart: EChartsType, scheme: Scheme): string =>
  chart.getDataURL({
    type: 'png',
    pixelRatio: 2,
    backgroundColor: tokens[scheme].panel,
    excludeComponents: ['dataZoom', 'tooltip'],
  });

/** The value that a click is nearest to: at the place below it, of the series whose line or bar ends nearest. */
function nearestPoint(
  chart: EChartsType,
  series: readonly ChartSeries[],
  x: number,
  y: number,
): Omit<ChosenPoint, 'element'> | null {
  const [place] = chart.convertFromPixel('grid', [x, y]) as number[];
  const index = Math.round(place ?? Number.NaN);
  let nearest: { distance: number; series: ChartSeries } | null = null;
  for (const one of series) {
    const value = one.values[index];
    if (value === null || value === undefined) continue;
    const [, at = 0] = chart.convertToPixel({ seriesId: one.id }, [index, value]) as number[];
    const distance = Math.abs(at - y);
    if (nearest === null || distance < nearest.distance) nearest = { distance, series: one };
  }
  return nearest && { index, series: nearest.series };
}

let hasMetTypeface = false;

/**
 * A canvas that measures its first text looks for the typeface, which takes as long as a third of the drawing: it is done
 * before, apart from the drawing.
 */
function meetTypeface(): void {
  if (hasMetTypeface) return;
  hasMetTypeface = true;
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return;
  context.font = `12px ${fontFamily}`;
  context.measureText('0');
}

/** How strongly each series is drawn while one of them stands out. */
function focusOptions(series: readonly ChartSeries[], focused: string | null, kind: ChartInput['kind']) {
  return series.flatMap(({ id }) => {
    const opacity = focused === null || focused === id ? 1 : 0.15;
    const look = { lineStyle: { opacity }, itemStyle: { opacity }, endLabel: { opacity } };
    return kind === 'bar'
      ? [{ id, ...look }]
      : [
          { id, ...look },
          { id: helperOf(id), ...look },
        ];
  });
}

/** What the zoom strip stands on; null for everything. */
function drawnRange(chart: EChartsType, count: number): ChartRange {
  const { dataZoom } = chart.getOption() as { dataZoom?: { startValue?: number; endValue?: number }[] };
  const { startValue = 0, endValue = count - 1 } = dataZoom?.[0] ?? {};
  return startValue <= 0 && endValue >= count - 1 ? null : [startValue, endValue];
}
