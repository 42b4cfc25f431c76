import type { Statistics } from '@ludus/contract';
import { statisticsRequest } from '@ludus/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someStatistics } from '../../test/sessions.ts';
import { begunSteps, pointsOf, requestOf, seriesNumbers, splitSeries, totalsSeries } from './chart-data.ts';
import type { ChartFilters } from './filters.ts';
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
    );
    expect(slicePath({ from: 0, to: 0.25 }, 100)).toBe('M0 0L0 -100A100 100 0 0 1 100 0Z');
    expect(slicePath({ from: 0, to: 1 }, 100)).not.toContain('M0 0L');
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
