import { fontFamily, tokens } from '../../theme/tokens.ts';
import { helperOf } from './chart-lines.ts';
import { colorOf } from './chart-model.ts';
import type { ChartInput } from './chart-options.ts';

/** What a custom series is given to draw one of its items with. */
interface DrawnItem {
  coordSys: { x: number; y: number; width: number; height: number };
}
interface DrawingApi {
  value(dimension: number): number;
  coord(at: [number, number]): [number, number];
  size(of: [number, number]): [number, number];
}

/** The places of an outage or a maintenance, shaded over the whole height: a series of its own that no legend or tooltip knows. */
export function shadeOptions({ points, scheme }: Pick<ChartInput, 'points' | 'scheme'>): object[] {
  const places = points.flatMap(({ interrupted }, index) => (interrupted ? [[index, '-']] : []));
  if (places.length === 0) return [];
  return [
    {
      id: helperOf('shade'),
      type: 'custom',
      data: places,
      encode: { x: 0, y: 1 },
      silent: true,
      tooltip: { show: false },
      renderItem({ coordSys }: DrawnItem, api: DrawingApi) {
        const [middle] = api.coord([api.value(0), 0]);
        const half = api.size([1, 0])[0] / 2;
        // A line begins at the edge of the plot: half of its first and last place lie outside.
        const left = Math.max(coordSys.x, middle - half);
        const right = Math.min(coordSys.x + coordSys.width, middle + half);
        return {
          type: 'rect',
          shape: { x: left, y: coordSys.y, width: Math.max(0, right - left), height: coordSys.height },
          style: { fill: tokens[scheme]['warning-tint'] },
        };
      },
      z: 0,
    },
  ];
}

/** The vertical lines of what happened, on a series of its own that has no values: no legend and no tooltip knows it. */
export function marksOptions({
  marks = [],
  points,
  scheme,
}: Pick<ChartInput, 'marks' | 'points' | 'scheme'>): object[] {
  if (marks.length === 0) return [];
  const color = tokens[scheme];
  // A word near an edge of the plot would be cut there.
  const alignAt = (place: number) =>
    place < points.length * 0.2 ? 'left' : place < points.length * 0.8 ? 'center' : 'right';
  return [
    {
      id: helperOf('marks'),
      type: 'line',
      data: [],
      silent: true,
      markLine: {
        silent: true,
        animation: false,
        symbol: 'none',
        data: marks.map(({ place, name, strong }) => ({
          xAxis: place,
          lineStyle: {
            color: strong ? color['accent-text'] : color.tertiary,
            width: strong ? 2 : 1,
            type: strong ? 'solid' : [3, 3],
          },
          label: {
            formatter: name,
            position: 'end',
            align: alignAt(place),
            // Above the text of the highest value, which stands at the left of the first place.
            distance: 8,
            color: strong ? color['accent-text'] : color.secondary,
            fontFamily,
            fontSize: 11,
            fontWeight: strong ? 700 : 500,
          },
        })),
      },
      z: 2,
    },
  ];
}

/** The area between two series: the lower one unseen, and what the higher one adds to it. */
export function bandOptions(input: ChartInput): object[] {
  const { band, series, kind } = input;
  const [low, high] = [band?.low, band?.high].map((id) => series.find((one) => one.id === id));
  if (!low || !high || kind !== 'line') return [];
  const color = colorOf(high, input.scheme);
  const area = (id: string, values: readonly (number | null)[], opacity: number) => ({
    id: helperOf(id),
    type: 'line',
    stack: 'band',
    // Amounts may lie on both sides of zero.
    stackStrategy: 'all',
    data: values,
    symbol: 'none',
    silent: true,
    connectNulls: false,
    lineStyle: { opacity: 0 },
    areaStyle: { color, opacity },
    emphasis: { disabled: true },
    z: 1,
  });
  const heights = high.values.map((value, at) => {
    const below = low.values[at] ?? null;
    return value === null || below === null ? null : value - below;
  });
  return [area('band-low', low.values, 0), area('band-high', heights, 0.16)];
}
