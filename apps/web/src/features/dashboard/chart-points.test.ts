import { describe, expect, it } from 'vitest';
import { begunBuckets, chartPoints } from './chart-points.ts';

const midnight = Date.parse('2026-11-19T23:00:00Z');
const buckets = Array.from({ length: 24 }, (_unused, hour) => ({
  key: `2026-11-20T${String(hour).padStart(2, '0')}`,
  from: new Date(midnight + hour * 3_600_000).toISOString(),
  to: new Date(midnight + (hour + 1) * 3_600_000).toISOString(),
  partial: false,
}));
const statistics = { labels: buckets.map(({ key }) => `${key.slice(-2)}:00`), buckets };

describe('places of the dashboard’s chart', () => {
  it('[DASH-04] puts the hour on the axis and the whole date into the tooltip', () => {
    const points = chartPoints(statistics, 'hour', 'en');
    expect(points[11]).toMatchObject({ axis: '11:00', title: 'Friday 20 Nov, 11:00–12:00' });
  });

  it('[DASH-04] puts day and month before the hour when the data spans several days', () => {
    const statistics = {
      labels: ['19/11 23:00', '20/11 00:00'],
      buckets: [
        ['2026-11-19T23:00+01:00', '2026-11-19T22:00:00.000Z', '2026-11-19T23:00:00.000Z'] as const,
        ['2026-11-20T00:00+01:00', '2026-11-19T23:00:00.000Z', '2026-11-20T00:00:00.000Z'] as const,
      ].map(([key, from, to]) => ({ key, from, to, partial: false })),
    };
    expect(chartPoints(statistics, 'hour', 'en').map(({ axis, title }) => [axis, title])).toEqual([
      ['19/11 23:00', 'Thursday 19 Nov, 23:00–00:00'],
      ['20/11 00:00', 'Friday 20 Nov, 00:00–01:00'],
    ]);
  });

  it('marks the hour that is not over', () => {
    const running = buckets.map((bucket, hour) => ({ ...bucket, partial: hour >= 14 }));
    const points = chartPoints({ ...statistics, buckets: running }, 'hour', 'en');
    expect(points.slice(13, 15).map(({ partial }) => partial)).toEqual([false, true]);
  });

  it('marks the hour of which less than a quarter is known', () => {
    const running = buckets.map((bucket, hour) => ({ ...bucket, partial: hour >= 14 }));
    const begun = (known: string) =>
      chartPoints({ ...statistics, buckets: running }, 'hour', 'en', Date.parse(known))
        .slice(0, 15)
        .flatMap(({ hasJustBegun }, hour) => (hasJustBegun ? [hour] : []));
    expect(begun('2026-11-20T13:00:14Z')).toEqual([14]);
    expect(begun('2026-11-20T13:15:00Z')).toEqual([]);
  });

  it('leaves out the hours that have not begun', () => {
    expect(begunBuckets(statistics, Date.parse('2026-11-20T13:32:07Z'))).toBe(15);
  });
});
