import { BarChart, LineChart } from 'echarts/charts';
import { DataZoomComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef, useState } from 'react';
import { type ChartInput, chartOptions } from './chart-options.ts';

use([LineChart, BarChart, GridComponent, TooltipComponent, DataZoomComponent, CanvasRenderer]);

type ChartCanvasProps = Omit<ChartInput, 'width'> & { height: number; label: string };

/** The drawing itself; a chunk of its own, loaded with the first chart. */
export default function ChartCanvas({ height, label, ...input }: ChartCanvasProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const chartRef = useRef<EChartsType | null>(null);
  const [width, setWidth] = useState(0);
  const [fontReady, setFontReady] = useState(0);

  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const chart = init(box, undefined, { renderer: 'canvas' });
    chartRef.current = chart;
    const observer = new ResizeObserver(() => {
      chart.resize({ animation: { duration: 0 } });
      setWidth(box.clientWidth);
    });
    observer.observe(box);
    setWidth(box.clientWidth);
    // A canvas does not redraw itself when its font arrives.
    void document.fonts?.ready.then(() => setFontReady(1));
    return () => {
      observer.disconnect();
      chart.dispose();
      chartRef.current = null;
    };
  }, []);

  const { kind, points, series, unit, scheme, zoom } = input;
  // biome-ignore lint/correctness/useExhaustiveDependencies: fontReady only asks for another drawing
  useEffect(() => {
    const options = chartOptions({ kind, points, series, unit, scheme, zoom, width });
    chartRef.current?.setOption(options, {
      replaceMerge: ['series', 'dataZoom', 'yAxis'],
      lazyUpdate: false,
    });
  }, [kind, points, series, unit, scheme, zoom, width, fontReady]);

  return <div ref={boxRef} style={{ height, width: '100%' }} role="img" aria-label={label} />;
}
