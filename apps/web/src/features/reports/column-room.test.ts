import type { ReportFigures } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { fittingColumns, headingRoomOf, roomOf } from './column-room.ts';

const figures = (bet: number, grosswin = 0, usersCount = 0) =>
  ({ bet, win: 0, grosswin, usersCount }) as ReportFigures;

describe('roomOf', () => {
  it('has room for twelve digits, wherever in the report they stand', () => {
    const small = figures(12.5);
    const large = figures(1_234_567_890.12);
    const [wide = 0] = roomOf([small, large], small, ['bet']);
    // 1.234.567.890,12 and the euro sign: thirteen full signs and five narrow ones.
    expect(wide).toBe(24 + 13 * 8 + 5 * 4);
    expect(roomOf([small], large, ['bet'])).toEqual([wide]);
    expect(roomOf([small], small, ['bet'])[0]).toBeLessThan(wide);
  });

  it('has room for the sign of a loss that is longer than every gain', () => {
    const rows = [figures(0, 999_999), figures(0, -999_999)];
    const [both = 0] = roomOf(rows, figures(0), ['grosswin']);
    const [gain = 0] = roomOf(rows.slice(0, 1), figures(0), ['grosswin']);
    expect(both).toBe(gain + 8);
  });
});

describe('fittingColumns', () => {
  const widths = [100, 100, 90, 60];
  const isNeeded = [true, false, true, false];

  it.each([
    [350, [true, true, true, true]],
    [349, [true, true, true, false]],
    [290, [true, true, true, false]],
    [289, [true, false, true, false]],
    [10, [true, false, true, false]],
  ])('of 350 px in %i px shows %j', (available, shown) => {
    expect(fittingColumns(widths, isNeeded, available)).toEqual(shown);
  });
});

describe('the room of a heading', () => {
  it('is that of its longest word with its mark and the blanks', () => {
    expect(headingRoomOf('Giocatori')).toBe(98);
    expect(headingRoomOf('Margine lordo')).toBe(headingRoomOf('Margine'));
  });
});
