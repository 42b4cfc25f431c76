import { routes, type SavedView, type ViewScreen } from '@ludus/contract';
import { type Day, presetNames, presetPeriod } from '../../lib/days.ts';
import { readInteger, readOneOf, type SearchInput } from '../../lib/search.ts';

export type ViewParams = Record<string, string>;

/** The view that is shown, in the address of its screen. */
export interface WithSaved {
  saved?: number | undefined;
}

/** Reads what the screen knows, and the view that is shown. */
export function withSaved<Search extends object>(read: (input: SearchInput) => Search) {
  return (input: SearchInput): Search & WithSaved => ({
    ...read(input),
    saved: readInteger(input.saved, 1, 2_147_483_647),
  });
}

/** The parameters that the screen understands, with days in place of a preset. */
export function resolveParams({ period, ...params }: ViewParams, today: Day): ViewParams {
  const preset = readOneOf(period, presetNames);
  return preset === undefined ? params : { ...params, ...presetPeriod(preset, today) };
}

/** Path and search of a view on a day. */
export function viewLocation(view: SavedView, today: Day): { to: string; search: ViewParams } {
  return {
    to: pathOfScreen(view.screen),
    search: { ...resolveParams(view.params, today), saved: String(view.id) },
  };
}

export const pathOfScreen = (screen: ViewScreen): string => routes[screen].path;
