import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metricByName, metricIds, metrics } from './metrics.ts';
import { centsFromEuros, eurosFromCents, returnToPlayer } from './money.ts';

describe('amounts', () => {
  it('[I18N-04] come back to the same cents after a journey through JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (cents) => {
        expect(centsFromEuros(JSON.parse(JSON.stringify(eurosFromCents(cents))))).toBe(cents);
      }),
    );
  });

  it('are refused unless they have two decimals, as few as they are', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), (euros) => {
        const isAmount = Number(euros.toFixed(2)) === euros;
        if (isAmount) expect(centsFromEuros(euros) / 100).toBe(euros + 0);
        else expect(() => centsFromEuros(euros)).toThrow(RangeError);
      }),
    );
    expect(centsFromEuros(-0)).toBe(0);
    for (const euros of [0.1 + 0.2, 1.005, 1e-9, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => centsFromEuros(euros)).toThrow(RangeError);
  });

  it('are refused where a number could not hold them exactly', () => {
    expect(() => eurosFromCents(2n ** 53n)).toThrow(RangeError);
    expect(eurosFromCents(2n ** 53n - 1n)).toBe(90_071_992_547_409.91);
    expect(() => centsFromEuros(0.001)).toThrow(RangeError);
  });

  it('[CONST-12] have an RTP of win over bet, none when nothing was bet', () => {
    expect(returnToPlayer(9543, 10_000)).toBe(0.9543);
    expect(returnToPlayer(500n, 0n)).toBeNull();
  });
});

describe('[OPEN-87] metrics', () => {
  it('are found by every spelling of the documents', () => {
    for (const spelling of ['sessionsTotal', 'sessionsTotals', 'sessionTotals']) {
      expect(metricByName(spelling)).toBe('sessionsTotal');
    }
    expect(metricByName('grossWin')).toBe('grosswin');
    expect(metricByName('netwin')).toBe('netwin');
    expect(metricByName('profit')).toBeUndefined();
  });

  it('say how they are computed, and which may be summed over parts', () => {
    for (const id of metricIds) expect(metrics[id].formula).toMatch(/\.$/);
    expect(metricIds.filter((id) => !metrics[id].additive)).toEqual(['rtp', 'usersCount']);
  });
});
