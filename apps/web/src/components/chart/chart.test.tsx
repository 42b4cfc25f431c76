import { screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { Chart, type ChartSeries } from './chart.tsx';
import { endLabelLayout } from './chart-lines.ts';
import {
  byValue,
  colorOf,
  dashOf,
  fittingRange,
  hasJustBegun,
  knownUntil,
  maxTicks,
  tickPlaces,
  tickStep,
  zoomed,
} from './chart-model.ts';
import { chartOptions, tipColumns } from './chart-options.ts';
import { legendPlaces, linesOf } from './chart-picture.ts';
import { ChartTable } from './chart-table.tsx';

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
  it('[CHART-23] shows at most 15 texts on its time axis, whatever the number of points and the width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 4000 }), (count, width) => {
        expect(Math.ceil(count / tickStep(count, width))).toBeLessThanOrEqual(maxTicks);
      }),
    );
    expect(tickStep(15, 900)).toBe(1);
    // Texts with the day need more room than hours only.
    expect(tickStep(744, 900, '11/10 10:00'.length)).toBeGreaterThan(tickStep(744, 900, '10:00'.length));
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

  it('[CHART-23] shows at most 15 texts of the part that is looked at', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8000 }), fc.integer({ min: 2, max: 9000 }), (first, length) => {
        const shown = tickPlaces([{ axis: '11/10 10:00' }], first, first + length - 1, 1200);
        let texts = 0;
        for (let index = first; index < first + length; index++) if (shown(index)) texts++;
        expect(texts).toBeLessThanOrEqual(maxTicks);
        expect(texts).toBeGreaterThan(0);
      }),
    );
  });

  it('ends a line before a step that is not complete, and leads there dotted, within the scale of the others', () => {
    const three = { key: 'c', axis: '2:00', title: 'Friday 20 Nov, 2:00', partial: true };
    const rtp: ChartSeries = { id: 'rtp', name: 'RTP', color: 11, unit: 'ratio', values: [0.9, 0.95, 2.5] };
    const partial = options({
      points: [...points, three],
      series: [{ ...series[0], values: [10, 20.5, 4] }, rtp],
      words: { notAvailable: 'N/A', running: 'in progress', cut: 'incomplete' },
    });
    expect(partial.series.map((one) => one.data)).toEqual([
      [10, 20.5, null],
      [
        { value: [1, 20.5] },
        expect.objectContaining({ value: [2, 4], symbol: 'circle' }),
        { value: [2, null] },
      ],
      [0.9, 0.95, null],
      // Beyond the scale: an arrow at its edge.
      [
        { value: [1, 0.95] },
        expect.objectContaining({ value: [2, 0.95], symbol: 'triangle', symbolRotate: 0 }),
        { value: [2, null] },
      ],
    ]);
    const hovered = [
      { seriesId: 'bet~', dataIndex: 1 },
      { seriesId: 'bet', dataIndex: 2 },
    ];
    const tip = partial.tooltip.formatter(hovered).textContent?.replaceAll('\u00a0', ' ');
    expect(tip).toContain('2:00 (in progress)');
    expect(tip).toContain('Bet4,00 €');
    expect(partial.tooltip.formatter([{ dataIndex: 0 }]).textContent).not.toContain('in progress');
  });

  it('ends a line before a step that has just begun, with nothing that leads there', () => {
    const begun = { key: 'c', axis: '2:00', title: '2:00', partial: true, hasJustBegun: true };
    const values = [10, 20.5, 0.2];
    const drawn = options({ points: [...points, begun], series: [{ ...series[0], values }], named: true });
    expect(drawn.series.map((one) => one.data)).toEqual([[10, 20.5, null]]);
    expect(drawn.series[0]).toMatchObject({ showSymbol: true, endLabel: { show: true } });
    // The tooltip still has its figure, and bars show how little there is.
    const tip = drawn.tooltip.formatter([{ dataIndex: 2 }]).textContent?.replaceAll('\u00a0', ' ');
    expect(tip).toContain('Bet0,20 €');
    const bars = options({ points: [...points, begun], series: [{ ...series[0], values }], kind: 'bar' });
    expect(bars.series[0]?.data[2]).toMatchObject({ value: 0.2 });
    // One complete step has no line to be seen by.
    const two = options({ points: [points[0], begun], series: [{ ...series[0], values: [10, 0.2] }] });
    expect(two.series).toMatchObject([{ data: [10, null], showSymbol: true }]);
  });

  it('names a line where it ends: at its dotted piece, but not at that of its first step', () => {
    const step = (key: string, partial: boolean) => ({ key, axis: key, title: key, partial });
    const shown = (points: ReturnType<typeof step>[]) =>
      (
        options({ points, series: [{ ...series[0], values: [10, 20, 5] }], named: true })
          .series as unknown as {
          endLabel: { show: boolean };
        }[]
      ).map(({ endLabel }) => endLabel.show);
    // The line, then its dotted pieces.
    expect(shown([step('a', false), step('b', false), step('c', true)])).toEqual([false, true]);
    expect(shown([step('a', true), step('b', false), step('c', false)])).toEqual([true, false]);
    expect(shown([step('a', true), step('b', false), step('c', true)])).toEqual([false, true]);
  });

  it('takes names away with their room: a drawing is merged into the one before', () => {
    const narrow = options({ named: true, width: 400 }).series as unknown as { endLabel: object }[];
    expect(narrow.map(({ endLabel }) => endLabel)).toEqual([{ show: false }, { show: false }]);
  });

  it.each([
    [
      'an hour',
      '2026-11-25T20:00+01:00',
      '2026-11-25T19:00:00Z',
      '2026-11-25T20:00:00Z',
      '2026-11-25T19:15:00Z',
    ],
    ['a day', '2026-11-25', '2026-11-24T23:00:00Z', '2026-11-25T23:00:00Z', '2026-11-25T05:00:00Z'],
    [
      'a day of 23 hours',
      '2026-03-29',
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
      '2026-03-29T04:45:00Z',
    ],
    [
      'a day of 25 hours',
      '2026-10-25',
      '2026-10-24T22:00:00Z',
      '2026-10-25T23:00:00Z',
      '2026-10-25T04:15:00Z',
    ],
    ['a month', '2026-11', '2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z', '2026-11-08T11:00:00Z'],
    [
      'a month up to today',
      '2026-11',
      '2026-10-31T23:00:00Z',
      '2026-11-08T23:00:00Z',
      '2026-11-08T11:00:00Z',
    ],
  ])('takes %s as just begun while less than a quarter of it is known', (_, key, from, to, quarter) => {
    const at = (instant: number) => hasJustBegun({ key, from, to }, instant);
    expect(at(Date.parse(from) + 14_000)).toBe(true);
    expect(at(Date.parse(quarter) - 1)).toBe(true);
    expect(at(Date.parse(quarter))).toBe(false);
    expect(at(Date.parse(to))).toBe(false);
  });

  it('takes no month as just begun that the period cuts in the past', () => {
    const cut = { key: '2026-11', from: '2026-10-31T23:00:00Z', to: '2026-11-02T23:00:00Z' };
    expect(hasJustBegun(cut, Date.parse('2026-11-03T10:00:00Z'))).toBe(false);
  });

  it('knows figures up to the last fetch, and never beyond now', () => {
    const now = Date.parse('2026-11-25T20:10:00Z');
    expect(knownUntil({ asOf: '2026-11-25T19:58:00Z' }, now)).toBe(Date.parse('2026-11-25T19:58:00Z'));
    expect(knownUntil({ asOf: '2026-11-25T20:11:00Z' }, now)).toBe(now);
    expect(knownUntil({ asOf: null }, now)).toBe(now);
  });

  it('has texts at round hours, and at beginnings of days where hours do not fit', () => {
    const hours = (days: number) =>
      Array.from({ length: days * 24 }, (_unused, index) => ({ axis: '23:00', hour: index % 24 }));
    const shown = (days: number, width: number) => {
      const isShown = tickPlaces(hours(days), 0, days * 24 - 1, width);
      return hours(days).flatMap((_point, index) => (isShown(index) ? [index] : []));
    };
    expect(shown(2, 1200)).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44]);
    expect(shown(22, 1200)).toEqual([0, 48, 96, 144, 192, 240, 288, 336, 384, 432, 480]);
  });

  it('names lines beside their ends, never over each other, and leaves out a name that has no room near its end', () => {
    const layout = endLabelLayout();
    const placed = (ends: readonly number[]) =>
      ends.map((y, seriesIndex) => y + layout({ seriesIndex, labelRect: { y } }).dy);
    const out = -10_000;
    expect(placed([100, 92, 108, 96, 104, 100])).toEqual([100, 84, 116, 68, 132, out]);
    // The next layout starts over, also after one that left names out.
    expect(placed([100, 100, 105, 106, 3, 2])).toEqual([100, 84, 116, 132, 3, 19]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 10 }), (ends) => {
        const layOut = endLabelLayout();
        const shown = ends
          .map((y, seriesIndex) => ({ y, place: y + layOut({ seriesIndex, labelRect: { y } }).dy }))
          .filter(({ place }) => place !== out);
        for (const { y, place } of shown) expect(Math.abs(place - y)).toBeLessThanOrEqual(32);
        const places = shown.map(({ place }) => place).sort((a, b) => a - b);
        for (const [index, place] of places.entries()) {
          if (index > 0) expect(place - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(16);
        }
      }),
    );
  });

  it('names lines at their end where they share an axis and there is room', () => {
    const ends = (extra: object) =>
      (options({ named: true, ...extra }).series as { endLabel?: { formatter: string } }[]).map(
        (one) => one.endLabel?.formatter,
      );
    expect(ends({})).toEqual(['{dot|●} Bet', '{dot|●} Gross win']);
    expect(ends({ width: 400 })).toEqual([undefined, undefined]);
    // As much room as "Gross win" needs, and a limit for long names.
    const right = (extra: object) =>
      (options({ named: true, ...extra }) as { grid?: { right: number } }).grid?.right;
    expect(right({})).toBe(96);
    expect(right({ series: [{ ...series[0], name: 'A name that goes on and on' }] })).toBe(136);
    const game: ChartSeries = {
      id: 'g1',
      name: 'Sugar Cascade - Tumble Wins',
      shortName: 'Sugar Cascade',
      color: 1,
      values: [1, 2],
    };
    expect(ends({ series: [game] })).toEqual(['{dot|●} Sugar Cascade']);
    expect(ends({ kind: 'bar' })).toEqual([undefined, undefined]);
  });

  it('says N/A for a ratio of nothing', () => {
    const ratio: ChartSeries = { id: 'rtp', name: 'RTP', color: 11, unit: 'ratio', values: [null, 0.9] };
    const words = { notAvailable: 'N/A', running: '', cut: '' };
    const tip = options({ series: [ratio], words }).tooltip.formatter([{ dataIndex: 0 }]);
    expect(tip.querySelector('.hub-chart-row')?.textContent).toBe('RTPN/A');
  });

  it('puts many series of a tooltip into columns', () => {
    expect(tipColumns(9, 1100)).toBe(1);
    expect(tipColumns(40, 1100)).toBe(3);
    expect(tipColumns(40, 360)).toBe(2);
  });

  it('tells series beyond the palette apart by their dashes', () => {
    expect(dashOf({ color: 13 })).not.toEqual(dashOf({ color: 1 }));
    expect(dashOf({ color: 25 })).not.toEqual(dashOf({ color: 13 }));
  });

  it('zooms around the middle and stays within the points', () => {
    expect(zoomed(null, 100, 0.5)).toEqual([25, 74]);
    expect(zoomed([25, 74], 100, 2)).toBeNull();
    expect(zoomed([0, 9], 100, 2)).toEqual([0, 19]);
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 9000 }),
        fc.array(fc.constantFrom<0.5 | 2>(0.5, 2), { maxLength: 20 }),
        (count, steps) => {
          let range: ReturnType<typeof zoomed> = null;
          for (const factor of steps) {
            range = zoomed(range, count, factor);
            expect(fittingRange(range, count)).toEqual(range);
          }
        },
      ),
    );
    for (const bad of [
      [5, 5],
      [-1, 4],
      [0, 99],
      [90, 100],
    ] as const)
      expect(fittingRange(bad, 100)).toBeNull();
  });

  it('writes what it covers in as many lines as it takes', () => {
    const measure = (text: string) => text.length;
    expect(linesOf('per hour, real money: Ra, Skadi', 14, measure)).toEqual([
      'per hour, real',
      'money: Ra,',
      'Skadi',
    ]);
    expect(linesOf('unbreakable', 4, measure)).toEqual(['unbreakable']);
  });

  it('writes the names of a picture in rows that fit', () => {
    expect(legendPlaces([60, 60, 60], 130)).toEqual([
      { x: 0, row: 0 },
      { x: 60, row: 0 },
      { x: 0, row: 1 },
    ]);
  });

  it('draws only the rows in sight of a year by hour', () => {
    const hours = Array.from({ length: 8760 }, (_unused, index) => ({
      key: `h${index}`,
      axis: '',
      title: `Hour ${index}`,
    }));
    const one: ChartSeries = {
      id: 'bet',
      name: 'Bet',
      color: 'bet',
      values: hours.map((_hour, index) => index),
    };
    renderScreen(
      <ChartTable
        name="Year"
        points={hours}
        series={[one]}
        unit="count"
        height={400}
        stale={false}
        withTotals
      />,
    );
    const table = screen.getByRole('table', { name: 'Year' });
    expect(table).toHaveAttribute('aria-rowcount', '8762');
    expect(within(table).getAllByRole('row').length).toBeLessThan(100);
  });

  it('has a table view of the same numbers, with totals', async () => {
    renderScreen(<Chart name="Today" view="table" points={points} series={series} withTotals />);
    const cells = (row: HTMLElement | undefined) =>
      row
        ? within(row)
            .getAllByRole('cell')
            .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '))
        : [];
    const rows = within(await screen.findByRole('table', { name: 'Today' })).getAllByRole('row');
    expect(cells(rows[1])).toEqual(['Friday 20 Nov, 0:00', '10,00 €', '−5,25 €']);
    expect(cells(rows[2])).toEqual(['Friday 20 Nov, 1:00', '20,50 €', '–']);
    expect(cells(rows[3])).toEqual(['Total', '30,50 €', '−5,25 €']);
  });
});
