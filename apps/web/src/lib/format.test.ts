import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountParts,
  formatAmount,
  formatCompact,
  formatCount,
  formatDay,
  formatDuration,
  formatInstant,
  formatLongDate,
  formatPercent,
  formatUngrouped,
  MINUS,
  PLACEHOLDER,
  parseNumber,
} from './format.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('format', () => {
  it('[I18N-04][I18N-05] writes euro in Italian form, grouped from four digits on', () => {
    expect(plain(formatAmount(1234.5))).toBe('1.234,50 €');
    expect(plain(formatAmount(0))).toBe('0,00 €');
    expect(plain(formatAmount(89_344_715.1))).toBe('89.344.715,10 €');
    expect(formatCount(4096)).toBe('4.096');
  });

  it('writes a real minus, and none before an amount that rounds to zero', () => {
    expect(plain(formatAmount(-2085.85))).toBe(`${MINUS}2.085,85 €`);
    expect(plain(formatAmount(-0.001))).toBe('0,00 €');
    expect(amountParts(18.6, true)?.sign).toBe('+');
    expect(amountParts(0, true)?.sign).toBe('');
  });

  it('shows a missing figure as a dash, never as zero', () => {
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(formatAmount(value)).toBe(PLACEHOLDER);
      expect(formatPercent(value)).toBe(PLACEHOLDER);
      expect(formatCount(value)).toBe(PLACEHOLDER);
    }
  });

  it('[I18N-06] writes RTP as a percentage with four decimals', () => {
    expect(formatPercent(0.954321)).toBe('95,4321%');
    expect(formatPercent(1.0325)).toBe('103,2500%');
  });

  it('shows every amount of whole cents to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 52), max: 2 ** 52 }), (cents) => {
        const shown = formatAmount(cents / 100).replace(/[^\d]/g, '');
        expect(BigInt(shown)).toBe(BigInt(Math.abs(cents)));
      }),
    );
  });

  it('reads a number as a person writes it, and says when it is none', () => {
    expect(parseNumber('1.234,5')).toBe(1234.5);
    expect(parseNumber('1234.5')).toBe(1234.5);
    expect(parseNumber(`${MINUS}500,00 €`)).toBe(-500);
    expect(parseNumber('1.250,00')).toBe(1250);
    expect(parseNumber('  ')).toBeNull();
    expect(parseNumber('12,3,4')).toBeNaN();
    expect(parseNumber('abc')).toBeNaN();
  });

  it.each([
    // typed, a number, a percentage
    ['22.125', 22125, 22.125],
    ['22,125', 22.125, 22.125],
    ['1.250', 1250, 1.25],
    ['0.125', 0.125, 0.125],
    ['-0.125', -0.125, -0.125],
    ['22.13', 22.13, 22.13],
    ['22.1250', 22.125, 22.125],
    ['96,19 %', 96.19, 96.19],
    ['1.250.000', 1_250_000, 1_250_000],
    ['1,250,000', 1_250_000, 1_250_000],
    ['1.250,5', 1250.5, 1250.5],
    ['1,250.5', 1250.5, 1250.5],
    ['1234,5', 1234.5, 1234.5],
    ['.5', 0.5, 0.5],
    [',5', 0.5, 0.5],
    ['5,', 5, 5],
    ['1.25.5', Number.NaN, Number.NaN],
    ['1,2,3', Number.NaN, Number.NaN],
    ['12.50,5', Number.NaN, Number.NaN],
    ['1.250,000.5', Number.NaN, Number.NaN],
    ['.', Number.NaN, Number.NaN],
    [',', Number.NaN, Number.NaN],
    ['-', Number.NaN, Number.NaN],
  ])('reads %s as the number %d, and as the percentage %d', (text, number, percentage) => {
    expect(parseNumber(text)).toBe(number);
    expect(parseNumber(text, { dotIsDecimal: true })).toBe(percentage);
  });

  it('writes numbers without dots where a dot begins the decimals', () => {
    expect(formatUngrouped(22.125)).toBe('22,13');
    expect(formatUngrouped(1250)).toBe('1250');
  });

  it('shortens axis values in k, M and G', () => {
    expect(plain(formatCompact(100_000))).toBe('100 k');
    expect(plain(formatCompact(-20_000))).toBe(`${MINUS}20 k`);
    expect(plain(formatCompact(1_250_000))).toBe('1,3 M');
    expect(plain(formatCompact(999_990))).toBe('1 M');
    expect(formatCompact(0)).toBe('0');
  });

  it('[OPEN-97] shows instants in Rome whatever the zone of the viewer', () => {
    expect(formatInstant('2026-11-20T13:32:07Z')).toBe('20/11/2026, 14:32:07');
    expect(formatInstant('2026-07-01T22:30:00Z', 'minutes')).toBe('02/07/2026 00:30');
    expect(formatInstant('2026-11-20T23:30:00Z', 'date')).toBe('21/11/2026');
    expect(formatInstant(null)).toBe(PLACEHOLDER);
    expect(formatInstant('no date')).toBe(PLACEHOLDER);
    expect(formatLongDate('2026-11-20T23:30:00Z', 'en')).toBe('Saturday 21 November 2026');
    expect(formatLongDate('2026-11-20T23:30:00Z', 'it')).toBe('sabato 21 novembre 2026');
  });

  it('writes plain days without any zone', () => {
    expect(formatDay('2026-03-29')).toBe('29/03/2026');
    expect(formatDay('')).toBe(PLACEHOLDER);
  });

  it('writes spans of time in their two largest units', () => {
    expect(formatDuration(48_000, 'en')).toBe('48 s');
    expect(formatDuration(192_000, 'en')).toBe('3 min 12 s');
    expect(formatDuration(7_500_000, 'en')).toBe('2 h 5 min');
    expect(['en', 'it'].map((language) => formatDuration(903_600_000, language))).toEqual([
      '10 d 11 h',
      '10 g 11 h',
    ]);
    expect(['en', 'it'].map((language) => formatDuration(52_704_000_000, language))).toEqual([
      '20 months',
      '20 mesi',
    ]);
  });
});
