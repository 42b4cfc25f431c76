import { fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { Chart, type ChartPoint, type ChartSeries } from './chart.tsx';
import { niceTicks } from './chart-sketch.tsx';

const points: ChartPoint[] = ['00:00', '01:00', '02:00'].map((axis) => ({ key: axis, axis, title: axis }));
const series: ChartSeries[] = [
  { id: 'bet', name: 'Bet', color: 'bet', values: [100, 400, 200] },
  { id: 'gross', name: 'Gross win', color: 'gross-win', values: [50, null, -100] },
];
const chart = (extra = {}) => <Chart name="Today" points={points} series={series} {...extra} />;
const drawnPaths = () =>
  [...screen.getByRole('img').querySelectorAll('path')].map((path) => path.getAttribute('d'));

afterEach(() => setViewport(1440));

describe('the sketch of a chart on a phone', () => {
  it('draws the lines to scale, with their gaps, on an axis of round values', () => {
    setViewport(390);
    renderScreen(chart());
    const sketch = screen.getByRole('img', { name: /Today/ });
    for (const tick of ['400', '300', '200', '100', '0', '−100']) expect(sketch).toHaveTextContent(tick);
    for (const { axis } of points) expect(sketch).toHaveTextContent(axis);
    // From 400 at the top to −100 at the bottom, 1000 units high and wide.
    expect(drawnPaths()).toContain('M0 600L500 0L1000 400');
    expect(drawnPaths()).toContain('M0 700M1000 1000');
    expect(sketch.querySelector('canvas')).toBeNull();
  });

  it('leads to a step that is not complete by dots, and never beyond the scale of the others', () => {
    setViewport(390);
    renderScreen(chart({ points: points.map((point, index) => ({ ...point, partial: index === 2 })) }));
    // Bet of the running hour: from 400 at 01:00 to 200; gross win has no neighbour to come from.
    expect(drawnPaths()).toContain('M0 750L500 0');
    expect(drawnPaths()).toContain('M500 0L1000 500');
    expect(screen.getByRole('img')).not.toHaveTextContent('−100');
  });

  it('gives way to the whole chart when it is touched', async () => {
    setViewport(390);
    renderScreen(chart());
    fireEvent.pointerDown(screen.getByRole('img'), { clientX: 40, clientY: 30 });
    await expect.poll(() => screen.getByRole('img').querySelector('path')).toBeNull();
  });

  it.each([
    ['bars', 390, { view: 'bar' }],
    ['a chart with a strip to zoom', 390, { zoom: true }],
    ['two scales', 390, { series: [...series, { ...series[0], id: 'n', unit: 'count' }] }],
    ['a wider screen', 768, {}],
  ])('is not for %s', async (_what, width, extra) => {
    setViewport(width);
    renderScreen(chart(extra));
    expect(screen.queryByText('300')).toBeNull();
  });
});

describe('the values of the axis', () => {
  it('are round, few, and hold everything', () => {
    expect(niceTicks(-1_263, 17_402)).toEqual([-3000, 0, 3000, 6000, 9000, 12_000, 15_000, 18_000]);
    expect(niceTicks(0, 0).map((tick) => tick.toFixed(1))).toEqual([
      '0.0',
      '0.2',
      '0.4',
      '0.6',
      '0.8',
      '1.0',
    ]);
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 0 }), fc.integer({ min: 0, max: 1e9 }), (low, high) => {
        const ticks = niceTicks(low, high);
        expect(ticks[0]).toBeLessThanOrEqual(low);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThanOrEqual(10);
      }),
      { examples: [[-700_000_001, 1]] },
    );
  });
});
