import { type RankingDimension, type SplitStatName, splitStatNames } from '@ludus/contract';
import type { ChartRange, ChartView } from '../../components/chart/chart.tsx';
import type { Day, Period } from '../../lib/days.ts';
import { readBoolean, readDay, readIds, readOneOf, readText, type SearchInput } from '../../lib/search.ts';
import { type DateType, dateTypes } from '../../lib/shared-filters.ts';
import type { ChartFilters } from './filters.ts';

export const tabs = ['Totals', 'Specific', 'Top', 'Change'] as const;
export type Tab = (typeof tabs)[number];
/** The largest parts of a figure, and those of its change. */
export type RankingTab = Extract<Tab, 'Top' | 'Change'>;

// Here, and not with the rules of the filters: the reader of the address is loaded with the hub.
/** Real, fun or both: the money of sessions. */
export const moneyNames = ['real', 'fun', 'all'] as const;
export type MoneyName = (typeof moneyNames)[number];
/** In the order in which the state is cycled: unset, open, closed, unset again. */
export const stateNames = ['any', 'open', 'closed'] as const;
export type StateName = (typeof stateNames)[number];
export const datasets = ['games', 'integrations', 'totals'] as const;
/** What the series of Specific stand for. */
export type Dataset = (typeof datasets)[number];

const isValueType = (value: unknown): value is SplitStatName => splitStatNames.some((name) => name === value);

// Not those of the contract: with them comes all of a ranking's response.
const ranks: readonly RankingDimension[] = ['integration', 'operator', 'game', 'player'];

/** What the URL of the charts holds. Absent is the default; a link reproduces the view. */
export interface ChartsSearch {
  /** Missing or unknown means Totals. */
  type?: Tab | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
  by?: DateType | undefined;
  money?: MoneyName | undefined;
  state?: StateName | undefined;
  games?: number[] | undefined;
  integrations?: number[] | undefined;
  operators?: number[] | undefined;
  /** The figure of Specific, Top and Change. */
  value?: SplitStatName | undefined;
  /** Where the toggle differs from what the rules set. */
  dataset?: Dataset | undefined;
  view?: ChartView | undefined;
  /** Ids of series that are not drawn, comma-separated; "none" where the default hides some. */
  hidden?: string | undefined;
  /** First and last place of the part that is looked at, as "12-48". */
  zoom?: string | undefined;
  /** What is ranked, where it is not the level below what is chosen. */
  rank?: RankingDimension | undefined;
  /** More rows than the first ones. */
  all?: boolean | undefined;
  /** What a ranking is compared with, where it is not the period before. */
  beforeFrom?: Day | undefined;
  beforeTo?: Day | undefined;
}

/** Reads a URL. `gameId`, `integrationId` and `operatorId` of older links preselect. */
export function readChartsSearch(input: SearchInput): ChartsSearch {
  const ids = (list: string, single: string) => readIds(input[list]) ?? readIds(input[single]);
  const zoom = readText(input.zoom, 20);
  return {
    type: readOneOf(input.type, tabs),
    from: readDay(input.from),
    to: readDay(input.to),
    by: readOneOf(input.by, dateTypes),
    money: readOneOf(input.money, moneyNames),
    state: readOneOf(input.state, stateNames),
    games: ids('games', 'gameId'),
    integrations: ids('integrations', 'integrationId'),
    operators: ids('operators', 'operatorId'),
    value: isValueType(input.value) ? input.value : undefined,
    dataset: readOneOf(input.dataset, datasets),
    view: readOneOf(input.view, ['line', 'bar', 'table']),
    hidden: readText(input.hidden, 2000),
    zoom: rangeOf(zoom) ? zoom : undefined,
    rank: readOneOf(input.rank, ranks),
    all: readBoolean(input.all) || undefined,
    ...comparedOf(readDay(input.beforeFrom), readDay(input.beforeTo)),
  };
}

function comparedOf(
  from: Day | undefined,
  to: Day | undefined,
): Pick<ChartsSearch, 'beforeFrom' | 'beforeTo'> {
  const isPeriod = from !== undefined && to !== undefined && from <= to;
  return { beforeFrom: isPeriod ? from : undefined, beforeTo: isPeriod ? to : undefined };
}

export function rangeOf(zoom: string | undefined): ChartRange {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(zoom ?? '') ?? [];
  return first === undefined || last === undefined || Number(first) >= Number(last)
    ? null
    : [Number(first), Number(last)];
}

export const zoomText = (range: ChartRange): string | undefined => (range ? range.join('-') : undefined);

/** The hidden series of a URL, or those a screen hides by default. */
export function hiddenOf(text: string | undefined, byDefault: readonly string[]): ReadonlySet<string> {
  if (text === undefined) return new Set(byDefault);
  return new Set(text === 'none' ? [] : text.split(','));
}

export function hiddenText(hidden: ReadonlySet<string>, byDefault: readonly string[]): string | undefined {
  const isDefault = hidden.size === byDefault.length && byDefault.every((id) => hidden.has(id));
  if (isDefault) return undefined;
  return hidden.size === 0 ? 'none' : [...hidden].join(',');
}

export function filtersOf(search: ChartsSearch, period: Period, by: DateType): ChartFilters {
  return {
    period,
    by,
    money: search.money ?? 'real',
    state: search.state ?? 'any',
    games: search.games ?? [],
    integrations: search.integrations ?? [],
    operators: search.operators ?? [],
  };
}

/** The URL of these filters; what is drawn of them stays, but for the part that was looked at. */
export function searchOf(filters: ChartFilters, before: ChartsSearch): ChartsSearch {
  const ids = (list: readonly number[]) => (list.length > 0 ? [...list] : undefined);
  const isSamePeriod = filters.period.from === before.from && filters.period.to === before.to;
  return {
    ...before,
    // Another period is compared with the one before it.
    ...(isSamePeriod ? {} : { beforeFrom: undefined, beforeTo: undefined }),
    ...filters.period,
    by: filters.by,
    money: filters.money === 'real' ? undefined : filters.money,
    state: filters.state === 'any' ? undefined : filters.state,
    games: ids(filters.games),
    integrations: ids(filters.integrations),
    operators: ids(filters.operators),
    zoom: undefined,
  };
}

/** How many filters differ from their default, the period and its grouping aside. */
export function activeFilters(filters: ChartFilters): number {
  return [
    filters.money !== 'real',
    filters.state !== 'any',
    filters.games.length > 0,
    filters.integrations.length > 0,
    filters.operators.length > 0,
  ].filter(Boolean).length;
}
