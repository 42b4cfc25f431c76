import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsFromEuros } from '../money.ts';
import { computeTerms, splitOfGross, vatOf } from './compute-terms.ts';
import { type SettlementTerms, settlementTerms, termsResult } from './terms.ts';

const terms = (changes: Partial<SettlementTerms> = {}): SettlementTerms => ({
  fromMonth: '2026-01',
  base: 'netwin',
  tiers: [
    { from: 0, rate: 1000 },
    { from: 50_000, rate: 1250 },
    { from: 100_000, rate: 1500 },
  ],
  minimum: 0,
  vatRate: 2200,
  paymentDays: 30,
  note: '',
  ...changes,
});
const month = (netwinCents: bigint, dueCents = 0n, grosswinCents = 0n) => ({
  netwinCents,
  grosswinCents,
  dueCents,
});
const cents = (euros: number) => BigInt(centsFromEuros(euros));

describe('the amount by the terms', () => {
  it('takes each rate of its own part of the base', () => {
    expect(computeTerms(terms(), month(12_345_678n, 1_500_000n))).toEqual({
      terms: terms(),
      baseAmount: 123_456.78,
      tiers: [
        { from: 0, to: 50_000, rate: 1000, base: 50_000, amount: 5000 },
        { from: 50_000, to: 100_000, rate: 1250, base: 50_000, amount: 6250 },
        { from: 100_000, to: null, rate: 1500, base: 23_456.78, amount: 3518.52 },
      ],
      minimumApplied: false,
      amount: 14_768.52,
      difference: 231.48,
    });
  });

  it('leaves out the tiers that a base does not reach, also where it ends at a limit', () => {
    const { tiers, amount } = computeTerms(terms(), month(5_000_000n));
    expect(tiers).toEqual([{ from: 0, to: 50_000, rate: 1000, base: 50_000, amount: 5000 }]);
    expect(amount).toBe(5000);
    expect(computeTerms(terms(), month(5_000_001n)).tiers).toHaveLength(2);
  });

  it('takes the base of the terms', () => {
    const { baseAmount, amount } = computeTerms(terms({ base: 'grosswin' }), month(1n, 0n, 100_000n));
    expect([baseAmount, amount]).toEqual([1000, 100]);
  });

  it.each([
    ['of a loss', -9_999_999n],
    ['of nothing', 0n],
  ])('%s is the minimum, and there is no tier', (_, base) => {
    const minimum = 1500.5;
    expect(computeTerms(terms({ minimum }), month(base, -200n))).toMatchObject({
      tiers: [],
      minimumApplied: true,
      amount: 1500.5,
      difference: -1502.5,
    });
    expect(computeTerms(terms(), month(base, -200n))).toMatchObject({
      tiers: [],
      minimumApplied: false,
      amount: 0,
      difference: -2,
    });
  });

  it.each([
    [99.99, false, 100],
    [100, false, 100],
    [100.01, true, 100.01],
  ])('with a minimum of %d, where the tiers make 100', (minimum, minimumApplied, amount) => {
    expect(computeTerms(terms({ minimum }), month(100_000n))).toMatchObject({ minimumApplied, amount });
  });

  it('is rounded in each tier, half a cent up', () => {
    const tiers = [
      { from: 0, rate: 5000 },
      { from: 0.01, rate: 5000 },
      { from: 0.02, rate: 4999 },
    ];
    const { tiers: lines, amount } = computeTerms(terms({ tiers }), month(3n));
    expect(lines.map((line) => line.amount)).toEqual([0.01, 0.01, 0]);
    expect(amount).toBe(0.02);
  });

  it('is exact where doubles are not', () => {
    const { amount } = computeTerms(
      terms({ tiers: [{ from: 0, rate: 3333 }] }),
      month(9_007_199_254_740_991n),
    );
    expect(amount).toBe(30_020_995_116_051.72);
  });

  it.each([
    ['do not begin at 0', [{ from: 1, rate: 1000 }]],
    [
      'do not rise',
      [
        { from: 0, rate: 1000 },
        { from: 0, rate: 2000 },
      ],
    ],
  ])('is refused for tiers that %s', (_, tiers) => {
    expect(() => computeTerms(terms({ tiers }), month(100n))).toThrow(RangeError);
  });
});

describe('value added tax', () => {
  it.each([
    [10_000n, 2200, 2200n],
    [1n, 2200, 0n],
    [25n, 2200, 6n],
    [-25n, 2200, -6n],
    [-24n, 2200, -5n],
    [1n, 5000, 1n],
    [-1n, 5000, -1n],
    [1n, 4999, 0n],
    [-1n, 4999, 0n],
    [123_456_789n, 0, 0n],
    [9_007_199_254_740_991n, 10_000, 9_007_199_254_740_991n],
  ])('of %d cents at %d is %d', (net, rate, vat) => expect(vatOf(net, rate)).toBe(vat));

  it('is the same for a credit as for the same debt', () => {
    fc.assert(
      fc.property(anyBase, anyRate, (net, rate) => {
        expect(vatOf(-net, rate)).toBe(-vatOf(net, rate));
      }),
    );
  });
});

const anyRate = fc.integer({ min: 0, max: 10_000 });
const anyBase = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n });
const anyCents = fc.integer({ min: 1, max: 10 ** 11 });
const anyTiers = fc
  .record({
    limits: fc.uniqueArray(anyCents, { maxLength: 11 }),
    rates: fc.array(anyRate, { minLength: 12, maxLength: 12 }),
  })
  .map(({ limits, rates }) =>
    [0, ...limits.sort((a, b) => a - b)].map((from, index) => ({
      from: from / 100,
      rate: rates[index] ?? 0,
    })),
  );

describe('the amount by any terms', () => {
  it('is of the whole base, and of nothing twice', () => {
    fc.assert(
      fc.property(anyTiers, anyBase, anyBase, anyCents, (tiers, base, due, minimum) => {
        const own = settlementTerms.parse(terms({ tiers, minimum: Math.min(minimum, 10 ** 9) / 100 }));
        const result = termsResult.parse(computeTerms(own, month(base, due)));
        const bases = result.tiers.reduce((sum, line) => sum + cents(line.base), 0n);
        const amounts = result.tiers.reduce((sum, line) => sum + cents(line.amount), 0n);
        expect(bases).toBe(base > 0n ? base : 0n);
        expect(cents(result.amount)).toBe(result.minimumApplied ? cents(own.minimum) : amounts);
        expect(cents(result.amount) >= cents(own.minimum)).toBe(true);
        expect(cents(result.difference)).toBe(due - cents(result.amount));
        for (const [index, line] of result.tiers.entries())
          expect(line.to).toBe(tiers[index + 1]?.from ?? null);
      }),
    );
  });

  it('never falls while the base rises', () => {
    fc.assert(
      fc.property(anyTiers, anyBase, anyBase, (tiers, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const amount = (base: bigint) => cents(computeTerms(terms({ tiers }), month(base)).amount);
        expect(amount(low) <= amount(high)).toBe(true);
      }),
    );
  });

  it('changes by no more than a cent where a tier is split into two of the same rate', () => {
    fc.assert(
      fc.property(anyTiers, anyBase, fc.nat(), (tiers, base, pick) => {
        const at = pick % tiers.length;
        const { from, rate } = tiers[at] ?? { from: 0, rate: 0 };
        const next = tiers[at + 1]?.from ?? from + 1000;
        const middle =
          (centsFromEuros(from) + Math.ceil((centsFromEuros(next) - centsFromEuros(from)) / 2)) / 100;
        fc.pre(middle < next);
        const split = [...tiers.slice(0, at + 1), { from: middle, rate }, ...tiers.slice(at + 1)];
        const amount = (own: typeof tiers) => cents(computeTerms(terms({ tiers: own }), month(base)).amount);
        const change = amount(split) - amount(tiers);
        expect(change >= -1n && change <= 1n).toBe(true);
      }),
    );
  });
});

describe('an amount with value added tax', () => {
  it('is taken apart: net rounded once, the rest is tax', () => {
    expect(splitOfGross(-777n, 2200)).toEqual({ net: -637n, vat: -140n });
    expect(splitOfGross(12_200n, 2200)).toEqual({ net: 10_000n, vat: 2_200n });
    expect(splitOfGross(500n, 0)).toEqual({ net: 500n, vat: 0n });
  });

  it('is the sum of its parts, and the net amount leads back to it', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.nat({ max: 10_000 }),
        (net, rate) => {
          const gross = net + vatOf(net, rate);
          expect(splitOfGross(gross, rate)).toEqual({ net, vat: vatOf(net, rate) });
        },
      ),
    );
  });
});
