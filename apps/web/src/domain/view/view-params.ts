/**
 * A saved view as search parameters of its screen. Beside those, `period` may stand in place of two days: "last7" is another
 * week tomorrow. Screens know only days, so that an address says which ones are meant.
 */
import { type Day, type PresetName, presetOf } from '../../lib/days.ts';
import { parseSearchText, readDay, type SearchInput, writeSearchText } from '../../lib/search.ts';
import type { ViewParams } from './view-location.ts';

/** Where someone stands in a list, and what is open over it, are no part of a view. */
const transient = new Set(['saved', 'page', 'session', 'log', 'ticket']);

/** The parameters of a screen that a view keeps. */
export function paramsOf(search: object): ViewParams {
  const all = parseSearchText(writeSearchText(search as SearchInput));
  return Object.fromEntries(Object.entries(all).filter(([name]) => !transient.has(name)));
}

/** The preset that the days of a screen are today, if they are one. */
export function presetOfParams({ from, to }: ViewParams, today: Day): PresetName | null {
  const [first, last] = [readDay(from), readDay(to)];
  return first && last ? presetOf({ from: first, to: last }, today) : null;
}

/** The same parameters with a preset in place of days. */
export function withPreset({ from: _from, to: _to, ...params }: ViewParams, period: PresetName): ViewParams {
  return { ...params, period };
}

export function areSameParams(one: ViewParams, other: ViewParams): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
