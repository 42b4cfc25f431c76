import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfter, monthAfter, romeDayStart } from '../../infra/clock/index.ts';
import { type PlanOptions, planSegments } from './aggregates.plan.ts';

const from = Date.parse('2026-01-15T00:00:00Z');
const to = Date.parse('2026-12-15T00:00:00Z');
const days: string[] = [];
for (let day = '2026-01-10'; day < '2026-12-20'; day = dayAfter(day)) days.push(day);
const months = [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))];

const instants = fc.oneof(
  fc.integer({ min: from, max: to }),
  fc.integer({ min: from / 3_600_000, max: to / 3_600_000 }).map((hour) => Math.floor(hour) * 3_600_000),
  fc.constantFrom(...days.slice(10, -10)).map(romeDayStart),
  fc.constantFrom(...months.slice(1)).map(romeDayStart),
);
const periods = fc
  .tuple(instants, instants)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ from: new Date(Math.min(a, b)), to: new Date(Math.max(a, b)) }));
const options: fc.Arbitrary<PlanOptions> = fc
  .record({
    largest: fc.constantFrom('hour' as const, 'day' as const, 'month' as const),
    hasHours: fc.boolean(),
    dirtyDays: fc.subarray(days, { maxLength: 12 }).map((list) => new Set(list)),
    otherDirtyMonths: fc.subarray(months, { maxLength: 3 }),
  })
  .map(({ otherDirtyMonths, ...rest }) => ({
    ...rest,
    // A dirty day makes its month dirty; a month may be dirty without one.
    dirtyMonths: new Set([...otherDirtyMonths, ...[...rest.dirtyDays].map((day) => `${day.slice(0, 7)}-01`)]),
  }));

describe('the segments of a period', () => {
  it('cover it without gap or overlap, and no dirty bucket is read from the rollup', () => {
    fc.assert(
      fc.property(periods, options, (period, plan) => {
        const segments = planSegments(period, plan);
        const ranges = segments
          .map((segment) =>
            'from' in segment
              ? { fromMs: romeDayStart(segment.from), toMs: romeDayStart(segment.to) }
              : { fromMs: segment.fromMs, toMs: segment.toMs },
          )
          .toSorted((a, b) => a.fromMs - b.fromMs);
        expect(ranges[0]?.fromMs).toBe(period.from.getTime());
        expect(ranges.at(-1)?.toMs).toBe(period.to.getTime());
        for (const [index, { fromMs, toMs }] of ranges.entries()) {
          expect(fromMs).toBeLessThan(toMs);
          if (index > 0) expect(fromMs).toBe(ranges[index - 1]?.toMs);
        }
        for (const segment of segments) {
          if (segment.source === 'month') {
            expect(plan.largest).toBe('month');
            for (let month = segment.from; month < segment.to; month = monthAfter(month)) {
              expect(month.endsWith('-01') && !plan.dirtyMonths.has(month)).toBe(true);
            }
          } else if (segment.source === 'day') {
            expect(plan.largest).not.toBe('hour');
            for (let day = segment.from; day < segment.to; day = dayAfter(day)) {
              expect(plan.dirtyDays.has(day)).toBe(false);
            }
          } else if (segment.source === 'hour') {
            expect(plan.hasHours).toBe(true);
            expect([segment.fromMs % 3_600_000, segment.toMs % 3_600_000]).toEqual([0, 0]);
            for (const day of plan.dirtyDays) {
              const dirty = { fromMs: romeDayStart(day), toMs: romeDayStart(dayAfter(day)) };
              expect(segment.toMs <= dirty.fromMs || segment.fromMs >= dirty.toMs).toBe(true);
            }
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('of a clean year are its twelve months in one range', () => {
    const year = {
      from: new Date(romeDayStart('2026-01-01')),
      to: new Date(romeDayStart('2027-01-01')),
    };
    const clean = { largest: 'month', hasHours: true, dirtyDays: new Set(), dirtyMonths: new Set() } as const;
    expect(planSegments(year, clean as PlanOptions)).toEqual([
      { source: 'month', from: '2026-01-01', to: '2027-01-01' },
    ]);
  });
});
