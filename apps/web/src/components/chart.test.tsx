import { screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { Chart, type ChartSeries } from './chart.tsx';
import { byValue, colorOf, dashOf, maxTicks, tickStep } from './chart-model.ts';
import { chartOptions } from './chart-options.ts';

const points = ['a', 'b'].map((key, index) => ({
  key,
  axis: `${index}:00`,
  title: `Friday 20 Nov, ${index}:00`,
}));
const series: ChartSeries[] = [
  { id: 'bet', name: 'Bet', color: 'bet', values: [10, 20.5], total: 30.5 },
  { id: 'gross', name: 'Gross win', color: 'gross-win', values: [-5.25, null], total: -5.25 },
];
const options = (extra = {}) =>
  chartOptions({
    kind: 'line',
    points,
    series,
    unit: 'euro',
    scheme: 'dark',
    width: 800,
    zoom: false,
    ...extra,
  }) as unknown as {
    animation: boolean;
    xAxis: { axisLine: { show: boolean } };
    series: {
      lineStyle: { type: unknown; color: string };
      areaStyle?: { opacity: number };
      data: unknown[];
    }[];
    tooltip: { formatter: (hovered: unknown) => HTMLElement };
  };

describe('chart', () => {
  it('shows at most 15 texts on its time axis, whatever the number of points and the width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 4000 }), (count, width) => {
        expect(Math.ceil(count / tickStep(count, width))).toBeLessThanOrEqual(maxTicks);
      }),
    );
    expect(tickStep(15, 900)).toBe(1);
  });

  it('never animates, and keeps a missing value missing', () => {
    expect(options().animation).toBe(false);
    expect(options().series[1]?.data).toEqual([-5.25, null]);
  });

  it('draws the zero line only when values go below it', () => {
    expect(options().xAxis.axisLine.show).toBe(true);
    expect(options({ series: [series[0]] }).xAxis.axisLine.show).toBe(false);
  });

  it('draws bet dashed, gross win with an area, and series from 9 on dashed', () => {
    expect(options().series[0]?.lineStyle.type).toEqual([5, 4]);
    expect(options().series[1]?.areaStyle?.opacity).toBe(0.14);
    expect(dashOf({ color: 8 })).toBeNull();
    expect(dashOf({ color: 9 })).toEqual([6, 4]);
  });

  it('gives a series the colour of its number, whichever others are shown', () => {
    expect(colorOf({ color: 2 }, 'dark')).toBe('#5b6ceb');
    expect(colorOf({ color: 14 }, 'dark')).toBe('#5b6ceb');
    expect(colorOf({ color: 'win' }, 'light')).toBe('#2f5fd0');
  });

  it('lists all series in the tooltip by value, as text and never as markup', () => {
    const evil: ChartSeries = { id: 'x', name: '<img src=x onerror=alert(1)>', color: 3, values: [15, 1] };
    const tip = options({ series: [...series, evil] }).tooltip.formatter([{ dataIndex: 0 }]);
    expect(tip.querySelector('img')).toBeNull();
    const rows = [...tip.querySelectorAll('.hub-chart-row')].map((row) =>
      row.textContent?.replaceAll('\u00a0', ' '),
    );
    expect(rows).toEqual(['<img src=x onerror=alert(1)>15,00 €', 'Bet10,00 €', 'Gross win−5,25 €']);
    expect(byValue(series, 1).map((row) => row.value)).toEqual([20.5, null]);
  });

  it('has a table view of the same numbers, with totals', () => {
    renderScreen(<Chart name="Today" view="table" points={points} series={series} withTotals />);
    const cells = (row: HTMLElement | undefined) =>
      row
        ? within(row)
            .getAllByRole('cell')
            .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '))
        : [];
    const rows = within(screen.getByRole('table', { name: 'Today' })).getAllByRole('row');
    expect(cells(rows[1])).toEqual(['Friday 20 Nov, 0:00', '10,00 €', '−5,25 €']);
    expect(cells(rows[2])).toEqual(['Friday 20 Nov, 1:00', '20,50 €', '–']);
    expect(cells(rows[3])).toEqual(['Total', '30,50 €', '−5,25 €']);
  });
});
