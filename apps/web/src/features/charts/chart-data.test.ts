import type { Statistics } from '@ludus/contract';
import { statisticsRequest } from '@ludus/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ranked, seriesNumbers, sparkPath } from '../../components/chart/series-rank.ts';
import { begunSteps, grainFor, pointsOf, totalsSeries } from '../../domain/statistics/chart-steps.ts';
import { someStatistics } from '../../test/sessions.ts';
import { barOf, bridgeOf } from './bridge.ts';
import { requestOf, splitSeries } from './chart-data.ts';
import { type ChartFilters, withGrain } from './filters.ts';
import { pieSlices, slicePath } from './pie.ts';
import { hiddenOf, hiddenText, rangeOf, readChartsSearch, searchOf, zoomText } from './search.ts';

const filters: ChartFilters = {
  period: { from: '2026-10-25', to: '2026-10-25' },
  by: 'hour',
  money: 'real',
  state: 'any',
  games: [7],
  integrations: [],
  operators: [],
};

/** The 25 hours of the day on which summer time ends, or the 23 of the day on which it begins. */
function hoursOf(from: string, count: number): Pick<Statistics, 'buckets' | 'labels'> {
  const start = Date.parse(from);
  const wall = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Rome',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const hours = Array.from({ length: count }, (_unused, index) => new Date(start + index * 3_600_000));
  const texts = hours.map((hour) => wall.format(hour));
  return {
    labels: texts.map((text, index) =>
      texts.indexOf(text) !== texts.lastIndexOf(text)
        ? `${text} ${texts.indexOf(text) === index ? '+02:00' : '+01:00'}`
        : text,
    ),
    buckets: hours.map((hour) => ({
      key: hour.toISOString(),
      from: hour.toISOString(),
      to: new Date(hour.getTime() + 3_600_000).toISOString(),
      partial: false,
    })),
  };
}

describe('the question of the charts', () => {
  it('[API-085][CHART-24] asks for the nine figures, and is what the contract takes', () => {
    const request = requestOf(filters, 'games');
    expect(statisticsRequest.safeParse(request).success).toBe(true);
    expect([...(request.stats ?? [])].sort()).toEqual(
      ['bet', 'win', 'rtp', 'grosswin', 'netwin', 'due', 'sessionsTotals', 'usersCount', 'rounds'].sort(),
    );
    expect(request).toMatchObject({
      sessionTypeId: 1,
      datasetGames: true,
      datasetTotals: false,
      key: 'hour',
    });
    expect('isOpen' in request).toBe(false);
  });

  it('[CHART-17][OPEN-78] names state and type of the sessions', () => {
    expect(requestOf({ ...filters, state: 'open' }, 'totals').isOpen).toBe(true);
    expect(requestOf({ ...filters, state: 'closed' }, 'totals').isOpen).toBe(false);
    expect(requestOf({ ...filters, money: 'fun' }, 'totals').sessionTypeId).toBe(4);
    expect(requestOf({ ...filters, money: 'all' }, 'totals').sessionTypeId).toBeNull();
  });
});

describe('what a chart shows', () => {
  it('has 25 and 23 places on the days that clocks change, each with a text of its own', () => {
    const long = pointsOf(hoursOf('2026-10-24T22:00:00Z', 25), 25, 'en');
    expect(long).toHaveLength(25);
    expect(new Set(long.map((point) => point.title)).size).toBe(25);
    expect(new Set(long.map((point) => point.axis)).size).toBe(25);
    expect(long[2]?.title).toBe(
      'Sunday 25 October 2026 02:00–02:00 CEST'.replace('October 2026 ', 'Oct 2026, '),
    );
    const short = pointsOf(hoursOf('2026-03-28T23:00:00Z', 23), 23, 'en');
    expect(new Set(short.map((point) => point.title)).size).toBe(23);
    expect(short[2]?.axis).toBe('03:00');
  });

  it('names the day only where one begins, if hours are of several days', () => {
    const hours = hoursOf('2026-11-01T22:00:00Z', 3);
    const labels = ['01/11 23:00', '02/11 00:00', '02/11 01:00'];
    const keyed = hours.buckets.map((bucket, index) => ({ ...bucket, key: `2026-11-02 0${index}:00+01:00` }));
    const places = pointsOf({ labels, buckets: keyed }, 3, 'en');
    expect(places.map(({ axis, hour }) => [axis, hour])).toEqual([
      ['23:00', 23],
      ['2 Nov', 0],
      ['01:00', 1],
    ]);
  });

  it('marks the running step of which less than a quarter is known', () => {
    const day = hoursOf('2026-11-19T23:00:00Z', 24);
    const buckets = day.buckets.map((bucket, hour) => ({ ...bucket, partial: hour >= 11 }));
    const begun = (known: string) =>
      pointsOf({ ...day, buckets }, 12, 'en', Date.parse(known)).map(({ hasJustBegun }) => hasJustBegun);
    expect(begun('2026-11-20T10:00:14Z')).toEqual([...Array(11).fill(false), true]);
    expect(begun('2026-11-20T10:15:00Z')).toEqual(Array(12).fill(false));
  });

  it('leaves out the steps that have not begun: they are no zeros', () => {
    const day = hoursOf('2026-11-19T23:00:00Z', 24);
    expect(begunSteps(day, Date.parse('2026-11-20T10:30:00Z'))).toBe(12);
    expect(begunSteps(day, Date.parse('2026-11-10T10:30:00Z'))).toBe(0);
    expect(begunSteps(day, Date.parse('2026-12-10T10:30:00Z'))).toBe(24);
  });

  it('[ENT-22] takes one series per game with the answer’s own totals, and no value for RTP without bets', () => {
    const statistics = someStatistics();
    expect(splitSeries(statistics, 'usersCount', 1, '').map(({ name, total }) => [name, total])).toEqual([
      ['A', 15],
      ['B', 9],
    ]);
    const [, rtp] = splitSeries(statistics, 'rtp', 1, '');
    expect(rtp).toMatchObject({ id: 'g8', unit: 'ratio', values: [null], total: null });
    expect(splitSeries(statistics, 'grosswin', 1, '')[0]?.values).toEqual([-49.75]);
  });

  it('[ENT-21][ROLE-15] has a total series only for the figures that the answer holds', () => {
    const statistics: Statistics = {
      ...someStatistics(true),
      datasets: {
        totals: [
          { stat: 'bet', label: 'Bet', data: [3], total: 3, totalData: { value: 3, unit: 'euro' } },
          {
            stat: 'usersCount',
            label: 'Players',
            data: [2],
            total: 2,
            totalData: { value: 2, unit: 'count' },
          },
        ],
      },
    };
    const series = totalsSeries(statistics, ['bet', 'netwin', 'usersCount'], 1, (metric) => metric);
    expect(series.map(({ id, unit }) => [id, unit])).toEqual([
      ['bet', 'euro'],
      ['usersCount', 'count'],
    ]);
    expect(splitSeries(statistics, 'bet', 1, 'All')).toMatchObject([{ id: 'bet', name: 'All', total: 3 }]);
  });

  it('gives each series a number of its own, its own one where it is free', () => {
    expect([...seriesNumbers([3, 15, 7])]).toEqual([
      [3, 3],
      [7, 7],
      [15, 4],
    ]);
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 65_535 }), { maxLength: 60 }), (ids) => {
        const numbers = seriesNumbers(ids);
        expect(new Set(numbers.values()).size).toBe(ids.length);
        expect(Math.max(0, ...numbers.values())).toBeLessThanOrEqual(Math.ceil(ids.length / 12) * 12);
        expect(seriesNumbers([...ids].reverse())).toEqual(numbers);
      }),
    );
  });
});

describe('the pie', () => {
  it('[CHART-06] goes once around, by size; below zero there is no slice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true })), { maxLength: 5 }),
        (values) => {
          const slices = pieSlices(values.map((value) => ({ value })));
          expect(slices).toHaveLength(values.filter((value) => (value ?? 0) > 0).length);
          let at = 0;
          for (const { from, to } of slices) {
            expect(from).toBe(at);
            expect(to).toBeGreaterThanOrEqual(from);
            at = to;
          }
          if (slices.length > 0) expect(at).toBe(1);
        },
      ),
      { examples: [[[8.805516327837898e-15, 2.936330039797013e-12, 5e-324]]] },
    );
    expect(slicePath({ from: 0, to: 0.25 }, 100)).toBe('M0 0L0 -100A100 100 0 0 1 100 0Z');
    expect(slicePath({ from: 0, to: 1 }, 100)).not.toContain('M0 0L');
  });
});

describe('the bridge', () => {
  const amount = (id: string, total: number | null) => ({
    id,
    name: id,
    values: [],
    color: 'bet' as const,
    total,
  });

  it('adds up to the cent from bet to due', () => {
    const steps = bridgeOf([
      amount('bet', 1000.1),
      amount('win', 900.2),
      amount('grosswin', 99.9),
      amount('netwin', 75.19),
      amount('due', 12.03),
    ]);
    expect(steps.map((step) => [step.operator, step.series?.id ?? step.difference, step.cents])).toEqual([
      ['', 'bet', 100_010],
      ['−', 'win', 90_020],
      ['=', 'grosswin', 9_990],
      ['−', 'taxAndFees', 2_471],
      ['=', 'netwin', 7_519],
      ['−', 'netWinLessDue', 6_316],
      ['=', 'due', 1_203],
    ]);
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      [0, 100_010],
      [100_010, 9_990],
      [0, 9_990],
      [9_990, 7_519],
      [0, 7_519],
      [7_519, 1_203],
      [0, 1_203],
    ]);
  });

  it('goes as far as amounts are given, and below zero', () => {
    const steps = bridgeOf([amount('bet', 100), amount('win', 150), amount('grosswin', -50)]);
    expect(steps.map(({ cents }) => cents)).toEqual([10_000, 15_000, -5_000]);
    expect(steps.map((step) => barOf(step, steps))).toEqual([
      { start: (5_000 / 15_000) * 100, width: (10_000 / 15_000) * 100 },
      { start: 0, width: 100 },
      { start: 0, width: (5_000 / 15_000) * 100 },
    ]);
    expect(bridgeOf([amount('bet', 100), amount('win', 150)])).toHaveLength(2);
  });
});

describe('the list of series', () => {
  const one = (id: string, total: number | null) => ({ id, name: id, values: [], color: 1, total });

  it('has the largest total first, and those without one last', () => {
    const list = ranked([one('a', -2), one('b', null), one('c', 9), one('d', 9)]);
    expect(list.map(({ id }) => id)).toEqual(['c', 'd', 'a', 'b']);
  });

  it('draws the course of the values, broken where there is none', () => {
    expect(sparkPath([0, 10, null, 5], 90, 18)).toBe('M0 17L30 1M90 9');
  });
});

describe('the grouping', () => {
  it('suits the length of the period', () => {
    expect(grainFor({ from: '2026-11-01', to: '2026-11-04' })).toBe('hour');
    expect(grainFor({ from: '2026-11-01', to: '2026-11-22' })).toBe('day');
    expect(grainFor({ from: '2025-11-01', to: '2026-10-31' })).toBe('month');
  });

  it('follows another period, unless another one was chosen', () => {
    const month = { ...filters, period: { from: '2026-10-01', to: '2026-10-31' } };
    expect(withGrain(month, filters).by).toBe('day');
    expect(withGrain({ ...month, by: 'month' }, { ...filters, by: 'month' }).by).toBe('month');
    expect(withGrain({ ...filters, by: 'day' }, filters).by).toBe('day');
  });
});

describe('the URL of the charts', () => {
  it('[OPEN-85][CHART-01] Totals is what is missing or unknown', () => {
    expect(readChartsSearch({ type: 'Specific' }).type).toBe('Specific');
    expect(readChartsSearch({ type: 'specific' }).type).toBeUndefined();
    expect(readChartsSearch({}).type).toBeUndefined();
  });

  it('[CHART-02][DASH-08] gameId, integrationId and operatorId preselect; what was chosen since goes before', () => {
    expect(readChartsSearch({ gameId: '7', integrationId: '2', operatorId: '30' })).toMatchObject({
      games: [7],
      integrations: [2],
      operators: [30],
    });
    expect(readChartsSearch({ gameId: '7', games: '8,9' }).games).toEqual([8, 9]);
    expect(readChartsSearch({ gameId: 'x', from: '2026-02-30', by: 'week', value: 'profit' })).toEqual(
      readChartsSearch({}),
    );
  });

  it('writes filters and reads the same ones, and forgets the part that was looked at', () => {
    const written = searchOf({ ...filters, operators: [3], state: 'closed' }, { zoom: '3-9', value: 'rtp' });
    expect(written).toMatchObject({ games: [7], operators: [3], state: 'closed', value: 'rtp', by: 'hour' });
    expect(written.zoom).toBeUndefined();
    expect(readChartsSearch({ ...written })).toMatchObject({ games: [7], state: 'closed' });
  });

  it('holds the zoom and the hidden series', () => {
    expect(rangeOf(zoomText([12, 48]))).toEqual([12, 48]);
    for (const bad of ['48-12', '5-5', '-1-4', 'a-b', undefined]) expect(rangeOf(bad)).toBeNull();
    const byDefault = ['rtp', 'rounds'];
    for (const hidden of [[], ['rtp'], ['rtp', 'rounds'], ['bet']]) {
      const text = hiddenText(new Set(hidden), byDefault);
      expect([...hiddenOf(text, byDefault)].sort()).toEqual([...hidden].sort());
    }
  });
});
