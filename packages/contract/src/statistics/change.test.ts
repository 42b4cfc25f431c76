import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, comparisonOf } from './change.ts';

describe('how an amount has changed', () => {
  it.each([
    ['a ratio', 23_567.48, 20_000, { unit: 'ratio', value: 0.178374 }],
    ['a ratio of a loss that shrank', -50, -100, { unit: 'ratio', value: 0.5 }],
    ['euro from a gain to a loss', -150.5, 100, { unit: 'euro', value: -250.5 }],
    ['euro from a loss to a gain', 100, -150.5, { unit: 'euro', value: 250.5 }],
    ['a ratio down to nothing', 0, 100, { unit: 'ratio', value: -1 }],
    ['a ratio up to five times the base', 60, 10, { unit: 'ratio', value: 5 }],
    ['euro a cent above that', 60.01, 10, { unit: 'euro', value: 50.01 }],
    ['euro a cent below that, downwards', -40.01, 10, { unit: 'euro', value: -50.01 }],
    ['euro far above a small base', 1_250.94, 50, { unit: 'euro', value: 1_200.94 }],
    ['euro against less than ten euro', 12.3, 9.99, { unit: 'euro', value: 2.31 }],
    ['euro against little below zero', 0.1, -0.2, { unit: 'euro', value: 0.3 }],
    ['euro against nothing', 0.29, 0, { unit: 'euro', value: 0.29 }],
    ['nothing against nothing', 0, 0, null],
    ['no change', 20_000, 20_000, { unit: 'ratio', value: 0 }],
  ])('a change is %s', (_, current, previous, change) => {
    expect(changeOf(current, previous)).toEqual(change);
  });

  const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

  it('has the sign of the difference, and never a ratio beyond five or of less than ten euro', () => {
    fc.assert(
      fc.property(cents, cents, (current, previous) => {
        const change = changeOf(current / 100, previous / 100);
        if (change === null) return current === 0 && previous === 0;
        if (Math.sign(change.value) !== Math.sign(current - previous)) return false;
        if (change.unit === 'euro') return Math.round(change.value * 100) === current - previous;
        return Math.abs(change.value) <= 5 && Math.abs(previous) >= 1_000;
      }),
    );
  });

  it('is none where the comparison is not fair', () => {
    fc.assert(
      fc.property(cents, cents, fc.constantFrom('new' as const, 'early' as const), (now, before, judged) => {
        expect(changeOf(now / 100, before / 100, judged)).toBeNull();
      }),
    );
  });
});

describe('whether two periods may be compared', () => {
  const hourMs = 3_600_000;

  it.each([
    ['new without any session by then', 0, 90 * 24 * hourMs, 'new'],
    ['new, however early', 0, 0, 'new'],
    ['early in the first hour', 1, hourMs - 1, 'early'],
    ['fair from the first hour on', 1, hourMs, 'fair'],
  ])('is %s', (_, sessionsUntil, knownMs, judged) => {
    expect(comparisonOf({ sessionsUntil, knownMs })).toBe(judged);
  });

  it('is fair only with sessions by then and an hour that is known', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: -hourMs, max: 1_000 * hourMs }), (sessionsUntil, knownMs) => {
        const isFair = sessionsUntil > 0 && knownMs >= hourMs;
        expect(comparisonOf({ sessionsUntil, knownMs }) === 'fair').toBe(isFair);
      }),
    );
  });
});
