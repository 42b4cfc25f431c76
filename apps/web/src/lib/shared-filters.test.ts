import { beforeEach, describe, expect, it } from 'vitest';
import { parseSearchText, readBoolean, readDay, readIds, readInteger, writeSearchText } from './search.ts';
import { periodFor, rememberDateType, rememberPeriod, sharedFilters } from './shared-filters.ts';

const day = '2026-11-20';
const onlyToday = { from: day, to: day };

describe('shared filters', () => {
  beforeEach(() => sharedFilters.set({ from: null, to: null, shownOn: null, dateType: null }));

  it('[SHELL-16] fill a URL that says nothing, and never contradict one that does', () => {
    expect(periodFor({}, day)).toEqual(onlyToday);
    rememberPeriod({ from: '2026-11-01', to: '2026-11-10' }, day);
    rememberDateType('day');
    expect(periodFor({}, day)).toEqual({ from: '2026-11-01', to: '2026-11-10' });
    expect(periodFor({ from: '2026-10-01', to: '2026-10-02' }, day)).toEqual({
      from: '2026-10-01',
      to: '2026-10-02',
    });
    expect(sharedFilters.get().dateType).toBe('day');
  });

  it('do not take a period of a URL that ends before it begins', () => {
    expect(periodFor({ from: '2026-10-02', to: '2026-10-01' }, day)).toEqual(onlyToday);
  });

  it.each([
    ['today', '2026-11-20', '2026-11-20', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-19', '2026-11-19', '2026-11-20', '2026-11-20'],
    ['the last 7 days', '2026-11-14', '2026-11-20', '2026-11-15', '2026-11-21'],
    ['this month', '2026-11-01', '2026-11-20', '2026-11-01', '2026-11-21'],
    ['days of their own', '2026-11-03', '2026-11-08', '2026-11-03', '2026-11-08'],
  ])('[SHELL-16] keep %s right after midnight', (_name, from, to, nextFrom, nextTo) => {
    rememberPeriod({ from, to }, '2026-11-20');
    expect(periodFor({}, '2026-11-21')).toEqual({ from: nextFrom, to: nextTo });
  });

  it('[SHELL-16] are what was chosen after midnight, too', () => {
    rememberPeriod(onlyToday, '2026-11-20');
    rememberPeriod(onlyToday, '2026-11-21');
    expect(periodFor({}, '2026-11-21')).toEqual(onlyToday);
  });
});

describe('search parameters', () => {
  it('write lists with commas, leave out what is empty, and read back the same', () => {
    const text = writeSearchText({ from: '2026-11-01', games: [3, 8], page: 2, none: undefined, empty: [] });
    expect(text).toBe('?from=2026-11-01&games=3,8&page=2');
    const search = parseSearchText(text);
    expect(readDay(search.from)).toBe('2026-11-01');
    expect(readIds(search.games)).toEqual([3, 8]);
    expect(readInteger(search.page, 1, 100)).toBe(2);
  });

  it('turn what is bad into nothing', () => {
    expect(readIds('x,-1,70000')).toBeUndefined();
    expect(readInteger('2.5', 1, 9)).toBeUndefined();
    expect(readDay('01/11/2026')).toBeUndefined();
    expect(readBoolean('yes')).toBeUndefined();
    expect(readBoolean('false')).toBe(false);
  });
});
