import {
  endsOfHour,
  type FigureFilter,
  type getCoverage,
  type listSessions,
  type MetricId,
  messageOf,
  metricIds,
  type QueryInput,
  type SessionSortField,
  sessionSortFields,
  sessionTypes,
} from '@ludus/contract';
import type { RangeValue } from '../../components/form/range-input.tsx';
import type { Day, Period } from '../../lib/days.ts';
import { renderMessage } from '../../lib/messages.ts';
import {
  readBoolean,
  readDay,
  readHour,
  readIds,
  readInteger,
  readNumber,
  readOneOf,
  readText,
  type SearchInput,
} from '../../lib/search.ts';
import { periodFor } from '../../lib/shared-filters.ts';
import { heightOfWindow, pageRowsFor, useWindowHeight } from '../../lib/use-page-rows.ts';
import { breakpoints } from '../../lib/use-screen.ts';

export const stateNames = ['all', 'open', 'closed'] as const;
export type StateName = (typeof stateNames)[number];
export const typeNames = ['real', 'fun', 'all'] as const;
export type TypeName = (typeof typeNames)[number];

/** What the URL of the list holds. Absent is the default; a link reproduces the view. */
export interface ListSearch {
  from?: Day | undefined;
  to?: Day | undefined;
  /** Of these days only the hour that begins then. */
  hour?: string | undefined;
  state?: StateName | undefined;
  type?: TypeName | undefined;
  integrations?: number[] | undefined;
  operators?: number[] | undefined;
  games?: number[] | undefined;
  user?: string | undefined;
  /** False shows sessions without rounds too; the toggle is on by default. */
  played?: boolean | undefined;
  /** Ranges as "min,max" in euro, either end empty. */
  bet?: string | undefined;
  win?: string | undefined;
  grossWin?: string | undefined;
  page?: number | undefined;
  sort?: SessionSortField | undefined;
  direction?: 'asc' | 'desc' | undefined;
  /** The figure that the list was opened from: its total stands above the rows. */
  figure?: MetricId | undefined;
  /** The session whose box is open. */
  session?: string | undefined;
}

function readRangeText(value: unknown): string | undefined {
  const text = readText(value, 40);
  return text && rangeOf(text) ? text : undefined;
}

export function readListSearch(input: SearchInput): ListSearch {
  return {
    from: readDay(input.from),
    to: readDay(input.to),
    hour: readHour(input.hour),
    state: readOneOf(input.state, stateNames),
    type: readOneOf(input.type, typeNames),
    integrations: readIds(input.integrations),
    operators: readIds(input.operators),
    games: readIds(input.games),
    user: readText(input.user, 120),
    played: readBoolean(input.played),
    bet: readRangeText(input.bet),
    win: readRangeText(input.win),
    grossWin: readRangeText(input.grossWin),
    page: readInteger(input.page, 1, 10_000_000),
    sort: readOneOf(input.sort, sessionSortFields),
    direction: readOneOf(input.direction, ['asc', 'desc']),
    figure: readOneOf(input.figure, metricIds),
    session: readText(input.session, 60),
  };
}

/** "1.5,3000" as a range; null when the text is none. */
export function rangeOf(text: string | undefined): RangeValue | null {
  const parts = text?.split(',');
  if (parts?.length !== 2) return null;
  const ends = parts.map((part) => (part.trim() === '' ? null : readNumber(part)));
  const [min, max] = ends;
  return min === undefined || max === undefined ? null : { min, max };
}

export function rangeText(range: RangeValue | null): string | undefined {
  return range ? `${range.min ?? ''},${range.max ?? ''}` : undefined;
}

/** The filters a person edits before Submit. */
export interface ListFilters {
  period: Period;
  hour: string | null;
  state: StateName;
  type: TypeName;
  integrations: string[];
  operators: string[];
  games: string[];
  user: string;
  played: boolean;
  bet: RangeValue | null;
  win: RangeValue | null;
  grossWin: RangeValue | null;
}

export function filtersOf(search: ListSearch, period: Period): ListFilters {
  return {
    period,
    hour: search.hour ?? null,
    state: search.state ?? 'all',
    type: search.type ?? 'real',
    integrations: (search.integrations ?? []).map(String),
    operators: (search.operators ?? []).map(String),
    games: (search.games ?? []).map(String),
    user: search.user ?? '',
    played: search.played ?? true,
    bet: rangeOf(search.bet),
    win: rangeOf(search.win),
    grossWin: rangeOf(search.grossWin),
  };
}

/** The URL of a submitted filter: page one, the order kept. */
export function searchOf(filters: ListFilters, before: ListSearch): ListSearch {
  const ids = (values: string[]) => (values.length > 0 ? values.map(Number) : undefined);
  return {
    ...filters.period,
    hour: filters.hour ?? undefined,
    state: filters.state === 'all' ? undefined : filters.state,
    type: filters.type === 'real' ? undefined : filters.type,
    integrations: ids(filters.integrations),
    operators: ids(filters.operators),
    games: ids(filters.games),
    user: filters.user.trim() || undefined,
    played: filters.played ? undefined : false,
    bet: rangeText(filters.bet),
    win: rangeText(filters.win),
    grossWin: rangeText(filters.grossWin),
    sort: before.sort,
    direction: before.direction,
    figure: before.figure,
  };
}

/** What the overview takes over: what its sums can be narrowed by, and the rest, which waits there for the way back. */
export interface OverviewPreset
  extends Pick<
    ListSearch,
    'integrations' | 'operators' | 'games' | 'hour' | 'user' | 'played' | 'bet' | 'win' | 'grossWin'
  > {
  from: Day;
  to: Day;
  type: TypeName;
  state: Exclude<StateName, 'all'> | undefined;
}

export function overviewOf(filters: ListFilters): OverviewPreset {
  const { integrations, operators, games, hour, user, played, bet, win, grossWin } = searchOf(filters, {});
  return {
    ...filters.period,
    type: filters.type,
    state: filters.state === 'all' ? undefined : filters.state,
    ...{ integrations, operators, games, hour, user, played, bet, win, grossWin },
  };
}

/** How many filters differ from their default, the period aside. */
export function activeFilters(filters: ListFilters): number {
  return [
    filters.hour !== null,
    filters.state !== 'all',
    filters.type !== 'real',
    filters.integrations.length > 0,
    filters.operators.length > 0,
    filters.games.length > 0,
    filters.user.trim() !== '',
    !filters.played,
    filters.bet !== null,
    filters.win !== null,
    filters.grossWin !== null,
  ].filter(Boolean).length;
}

function isReversed(range: RangeValue): boolean {
  return range.min !== null && range.max !== null && range.min > range.max;
}

type Ranges = Pick<ListFilters, 'bet' | 'win' | 'grossWin'>;

/**
 * Why ranges cannot be sent. Bet and win are wrong when the max is neither zero nor empty and min is greater; gross win,
 * once touched, also with both ends empty.
 */
export function rangeRefusals({ bet, win, grossWin }: Ranges): Partial<Record<keyof Ranges, string>> {
  const refused = {
    bet: bet?.max && isReversed(bet) && messageOf('fields.invalidBetRange'),
    win: win?.max && isReversed(win) && messageOf('fields.invalidWinRange'),
    grossWin:
      grossWin &&
      (isReversed(grossWin) || (grossWin.min === null && grossWin.max === null)) &&
      messageOf('fields.invalidGrossWinRange'),
  };
  return Object.fromEntries(
    Object.entries(refused).flatMap(([range, message]) => (message ? [[range, renderMessage(message)]] : [])),
  );
}

/** A max of zero under a positive min is no bound; an empty range is no filter. */
function sentRange(range: RangeValue | null): string | undefined {
  if (!range || (range.min === null && range.max === null)) return undefined;
  const max = range.max === 0 && (range.min ?? 0) > 0 ? null : range.max;
  return rangeText({ min: range.min, max });
}

type ListQuery = QueryInput<typeof listSessions>;

/** The call's parameters for a filter: the same for list and email. */
export function queryOf(filters: ListFilters): ListQuery {
  return {
    ...(filters.hour === null ? filters.period : endsOfHour(filters.hour)),
    sessionTypeId: filters.type === 'all' ? undefined : sessionTypes[filters.type],
    isOpen: filters.state === 'all' ? undefined : filters.state === 'open',
    gameIds: filters.games,
    userId: filters.user.trim() || undefined,
    nonZeroRounds: filters.played || undefined,
    betRange: sentRange(filters.bet),
    winRange: sentRange(filters.win),
    grossWinRange: rangeText(filters.grossWin),
    filter: {
      integrationId: filters.integrations.join(',') || undefined,
      operatorId: filters.operators.join(',') || undefined,
    },
  };
}

/**
 * The filter for how complete the figures are. Rows without rounds, players and ranges are no part of it: how many of the
 * listed sessions are open does not follow from it.
 */
export function coverageFilterOf(filters: ListFilters): QueryInput<typeof getCoverage> {
  const { gameIds, filter, sessionTypeId, isOpen, from, to } = queryOf(filters);
  return {
    from,
    to,
    sessionTypeId,
    isOpen,
    integrations: filter?.integrationId,
    operators: filter?.operatorId,
    games: gameIds,
  };
}

/**
 * The sessions of the list as those behind a figure; null where no figure has such sessions: of those with rounds only, of a range of
 * amounts, and of a player.
 */
export function figureFilterOf(filters: ListFilters): FigureFilter | null {
  const { period, hour, state, type } = filters;
  if (filters.played || filters.bet || filters.win || filters.grossWin || filters.user.trim() !== '')
    return null;
  return {
    ...period,
    hour: hour ?? undefined,
    sessionTypeId: type === 'all' ? null : sessionTypes[type],
    isOpen: state === 'all' ? undefined : state === 'open',
    integrations: filters.integrations.map(Number),
    operators: filters.operators.map(Number),
    games: filters.games.map(Number),
  };
}

/** What the window has besides rows: page head, filters, totals, head of the table, page numbers and the gaps between them. */
const reservedHeight = 274;

/**
 * Rows of a page and their height: 14, or as many as fill a taller window, and 11 on screens narrower than 640 px. Two lines
 * need more than one.
 */
function pageRows(height: number, isPhone: boolean, hasTwoLines: boolean) {
  if (isPhone) return { rows: 11, rowHeight: 58 };
  return pageRowsFor(height, {
    atLeast: 14,
    // The heads of the page and of the table may take a second line there.
    reserved: reservedHeight + (hasTwoLines ? 26 : 0),
    ...(hasTwoLines && { rowHeight: 50, minRowHeight: 46 }),
  });
}

export function usePageRows(isPhone: boolean, hasTwoLines: boolean): { rows: number; rowHeight: number } {
  return pageRows(useWindowHeight(), isPhone, hasTwoLines);
}

/** The page's order: the URL's, unless the person may not see what it goes by; someone who may can have sent the link. */
export function sortOf(search: ListSearch, seesDue: boolean): { id: SessionSortField; desc: boolean } {
  const { sort, direction } = search.sort === 'due' && !seesDue ? {} : search;
  return { id: sort ?? 'externalUpdatedAt', desc: direction !== 'asc' };
}

/** Pages further down are placed by the count. */
const uncountedRows = 200;

/**
 * The call for a page of the list. Where a filter has ranges, every session is read to be counted: the first pages come without
 * it, and the count is a call of its own.
 */
export function pageQueryOf(
  filters: ListFilters,
  search: ListSearch,
  { limit, seesDue }: { limit: number; seesDue: boolean },
): ListQuery {
  const { id, desc } = sortOf(search, seesDue);
  const page = search.page ?? 1;
  const query = queryOf(filters);
  const hasRanges = Boolean(query.betRange ?? query.winRange ?? query.grossWinRange);
  return {
    ...query,
    page,
    limit,
    order: { [id]: desc ? 'desc' : 'asc' },
    ...(hasRanges && id === 'externalUpdatedAt' && (page - 1) * limit < uncountedRows && { counted: false }),
  };
}

/** The call that the list makes first in this window, known before its code is here. */
export function firstPageQuery(search: ListSearch, seesDue: boolean, todayInRome: Day): ListQuery {
  const is = (query: string) => window.matchMedia(query).matches;
  const { rows } = pageRows(heightOfWindow(), is(breakpoints.phone), is(breakpoints.laptop));
  return pageQueryOf(filtersOf(search, periodFor(search, todayInRome)), search, { limit: rows, seesDue });
}
