import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creationRangesFor, type SessionDay, windowsFor } from './list.window.ts';

const dayMs = 86_400_000;

/** Sessions of some days, most at rest soon, some corrected much later. */
const sessions = fc.array(
  fc
    .tuple(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: dayMs - 1 }),
      fc.oneof(fc.integer({ min: 0, max: 3_600_000 }), fc.integer({ min: 0, max: 90 * dayMs })),
    )
    .map(([day, time, length]) => ({
      createdMs: day * dayMs + time,
      changedMs: day * dayMs + time + length,
    })),
  { minLength: 1, maxLength: 300 },
);

function daysOf(rows: readonly { createdMs: number; changedMs: number }[]): SessionDay[] {
  const latest = new Map<number, number>();
  for (const { createdMs, changedMs } of rows) {
    const day = Math.floor(createdMs / dayMs);
    latest.set(day, Math.max(changedMs, latest.get(day) ?? 0));
  }
  return [...latest]
    .toSorted(([a], [b]) => a - b)
    .map(([day, latestChangeMs]) => ({ fromMs: day * dayMs, toMs: (day + 1) * dayMs, latestChangeMs }));
}

describe('windows of a list by last change', () => {
  it('hold every session that changed within them, however late it was corrected', () => {
    fc.assert(
      fc.property(
        sessions,
        fc.integer({ min: 0, max: 150 * dayMs }),
        fc.integer({ min: 1, max: 20 * dayMs }),
        (rows, fromMs, length) => {
          const changed = { fromMs, toMs: fromMs + length };
          const created = creationRangesFor(daysOf(rows), changed);
          for (const row of rows) {
            if (row.changedMs < changed.fromMs || row.changedMs >= changed.toMs) continue;
            expect(created.some((part) => part.fromMs <= row.createdMs && row.createdMs < part.toMs)).toBe(
              true,
            );
          }
        },
      ),
    );
  });

  it('the first window that yields a whole page yields the right one, and the last one holds everything', () => {
    fc.assert(
      fc.property(
        sessions,
        fc.constantFrom('ASC' as const, 'DESC' as const),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 100_000 }),
        (rows, direction, wanted, expected) => {
          const sign = direction === 'ASC' ? 1 : -1;
          const order = (list: typeof rows) =>
            list.map(({ changedMs }) => changedMs).toSorted((a, b) => sign * (a - b));
          const right = order(rows).slice(0, wanted);
          for (const { created, changed, isWhole } of windowsFor(daysOf(rows), direction, wanted, expected)) {
            const found = rows.filter(
              (row) =>
                row.changedMs >= changed.fromMs &&
                row.changedMs < changed.toMs &&
                created.some((part) => part.fromMs <= row.createdMs && row.createdMs < part.toMs),
            );
            if (found.length < wanted && !isWhole) continue;
            expect(order(found).slice(0, wanted)).toEqual(right);
            return;
          }
          throw new Error('No window held the page');
        },
      ),
    );
  });
});
