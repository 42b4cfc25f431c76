import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfter, monthAfter, romeDayStart } from '../../platform/clock/index.ts';
import { type PlanOptions, planPieces } from './figures.plan.ts';

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
    hours: fc.boolean(),
    staleDays: fc.subarray(days, { maxLength: 12 }).map((list) => new Set(list)),
    otherStaleMonths: fc.subarray(months, { maxLength: 3 }),
  })
  .map(({ otherStaleMonths, ...rest }) => ({
    ...rest,
    // A stale day makes its month stale; a month may be stale alone.
    staleMonths: new Set([...otherStaleMonths, ...[...rest.staleDays].map((day) => `${day.slice(0, 7)}-01`)]),
  }));

describe('where a period is answered from', () => {
  it('the pieces cover the period without gap or overlap, and nothing stale is asked of the cube', () => {
    fc.assert(
      fc.property(periods, options, (period, plan) => {
        const pieces = planPieces(period, plan);
        const stretches = pieces
          .map((piece) =>
            'from' in piece
              ? { fromMs: romeDayStart(piece.from), toMs: romeDayStart(piece.to) }
              : { fromMs: piece.fromMs, toMs: piece.toMs },
          )
          .toSorted((a, b) => a.fromMs - b.fromMs);
        expect(stretches[0]?.fromMs).toBe(period.from.getTime());
        expect(stretches.at(-1)?.toMs).toBe(period.to.getTime());
        for (const [index, { fromMs, toMs }] of stretches.entries()) {
          expect(fromMs).toBeLessThan(toMs);
          if (index > 0) expect(fromMs).toBe(stretches[index - 1]?.toMs);
        }
        for (const piece of pieces) {
          if (piece.source === 'month') {
            expect(plan.largest).toBe('month');
            for (let month = piece.from; month < piece.to; month = monthAfter(month)) {
              expect(month.endsWith('-01') && !plan.staleMonths.has(month)).toBe(true);
            }
          } else if (piece.source === 'day') {
            expect(plan.largest).not.toBe('hour');
            for (let day = piece.from; day < piece.to; day = dayAfter(day)) {
              expect(plan.staleDays.has(day)).toBe(false);
            }
          } else if (piece.source === 'hour') {
            expect(plan.hours).toBe(true);
            expect([piece.fromMs % 3_600_000, piece.toMs % 3_600_000]).toEqual([0, 0]);
            for (const day of plan.staleDays) {
              const stale = { fromMs: romeDayStart(day), toMs: romeDayStart(dayAfter(day)) };
              expect(piece.toMs <= stale.fromMs || piece.fromMs >= stale.toMs).toBe(true);
            }
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a clean year is twelve months, read at once', () => {
    const year = {
      from: new Date(romeDayStart('2026-01-01')),
      to: new Date(romeDayStart('2027-01-01')),
    };
    const clean = { largest: 'month', hours: true, staleDays: new Set(), staleMonths: new Set() } as const;
    expect(planPieces(year, clean as PlanOptions)).toEqual([
      { source: 'month', from: '2026-01-01', to: '2027-01-01' },
    ]);
  });
});
