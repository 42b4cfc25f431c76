import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBet, editsOf, finalBets, noEdits, parseBet, shownBets, stepped, withClicked } from './edits.ts';

const list = [10, 20, 50];

describe('a typed bet', () => {
  it('[BET-05] is read digit by digit, with comma or dot', () => {
    const read = (...texts: string[]) => texts.map(parseBet);
    expect(read('0,10', '0.10', '0,1', '.1', ',25', '5', '5,', ' 1 € ', '1.250,50', '1250.5')).toEqual([
      10, 10, 10, 10, 25, 500, 500, 100, 125_050, 125_050,
    ]);
    expect(read('', '-1', '0,001', '1,2,3', '1e3', 'ten', '1.25,5', '€', '0x10')).toEqual(
      Array.from({ length: 9 }, () => null),
    );
  });

  it('[BET-05] is exact for every amount of cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
        const [whole, rest] = [Math.trunc(cents / 100), String(cents % 100).padStart(2, '0')];
        expect(parseBet(`${whole},${rest}`)).toBe(cents);
        expect(parseBet(`${whole}.${rest}`)).toBe(cents);
      }),
    );
  });

  it('[BET-05][ERR-095] must be above zero and a multiple of the minimum factor', () => {
    const resolveRow = (text: string, minFactor = 10) => checkBet(text, { list, edits: noEdits, minFactor });
    expect(resolveRow('0,30')).toEqual({ cents: 30 });
    for (const text of ['0', '0,25', '-0,30', 'x', '', '1000001']) {
      expect(resolveRow(text), text).toEqual({ problem: 'invalidBet' });
    }
    expect(resolveRow('0,25', 5)).toEqual({ cents: 25 });
    expect(resolveRow('0,29', 1)).toEqual({ cents: 29 });
  });

  it('[BET-06][ERR-096] must be new, in the list, marked for removal or just added', () => {
    const edits = { added: [70], removed: [20] };
    for (const text of ['0,10', '0.20', '0,7'])
      expect(checkBet(text, { list, edits, minFactor: 10 })).toEqual({ problem: 'betExists' });
  });

  it("must not be above the game's max bet, where there is one", () => {
    const resolveRow = (text: string, maxBet?: number) =>
      checkBet(text, { list, edits: noEdits, minFactor: 10, maxBet });
    expect(resolveRow('100', 10_000)).toEqual({ cents: 10_000 });
    expect(resolveRow('100,10', 10_000)).toEqual({ problem: 'betAboveMax' });
    expect(resolveRow('100,10')).toEqual({ cents: 10_010 });
  });

  it('[BET-05] goes up and down in steps of 0.1, not below zero', () => {
    expect([
      stepped('', 1),
      stepped('0,10', 1),
      stepped('0,05', -1),
      stepped('x', 1),
      stepped('1,25', -1),
    ]).toEqual(['0,10', '0,20', '0,00', '0,10', '1,15']);
  });
});

describe('edits of a list', () => {
  it('[BET-07][BET-08] drop a new bet, and mark and unmark one of the list', () => {
    const added = { added: [70], removed: [] };
    expect(withClicked(list, added, 70)).toEqual(noEdits);
    const marked = withClicked(list, noEdits, 20);
    expect(marked).toEqual({ added: [], removed: [20] });
    expect(withClicked(list, marked, 20)).toEqual(noEdits);
  });

  it('[BET-11] make the final list, ascending', () => {
    const edits = { added: [30, 5], removed: [20] };
    expect(finalBets(list, edits)).toEqual([5, 10, 30, 50]);
    expect(shownBets(list, edits).map(({ cents, state }) => [cents, state])).toEqual([
      [5, 'added'],
      [10, 'kept'],
      [20, 'removed'],
      [30, 'added'],
      [50, 'kept'],
    ]);
  });

  it('stand on the list of now: what it has already is no edit any more', () => {
    expect(editsOf([10, 30], { added: [70, 30], removed: [20, 10] })).toEqual({ added: [70], removed: [10] });
  });
});
