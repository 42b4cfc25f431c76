import { beforeEach, describe, expect, it } from 'vitest';
import { parseSearchText, readBoolean, readDay, readIds, readInteger, writeSearchText } from './search.ts';
import { periodFor, rememberDateType, rememberPeriod, sharedFilters } from './stores.ts';

const fallback = { from: '2026-11-20', to: '2026-11-20' };

describe('shared filters', () => {
  beforeEach(() => sharedFilters.set({ from: null, to: null, dateType: null }));

  it('[SHELL-16] fill a URL that says nothing, and never contradict one that does', () => {
    expect(periodFor({}, fallback)).toEqual(fallback);
    rememberPeriod({ from: '2026-11-01', to: '2026-11-10' });
    rememberDateType('day');
    expect(periodFor({}, fallback)).toEqual({ from: '2026-11-01', to: '2026-11-10' });
    expect(periodFor({ from: '2026-10-01', to: '2026-10-02' }, fallback)).toEqual({
      from: '2026-10-01',
      to: '2026-10-02',
    });
    expect(sharedFilters.get().dateType).toBe('day');
  });

  it('do not take a period of a URL that ends before it begins', () => {
    expect(periodFor({ from: '2026-10-02', to: '2026-10-01' }, fallback)).toEqual(fallback);
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
