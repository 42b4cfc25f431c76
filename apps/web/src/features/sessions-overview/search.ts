import { type SessionTypeId, sessionTypes } from '@ludus/contract';
import type { Day } from '../../lib/days.ts';
import {
  readBoolean,
  readDay,
  readHour,
  readIds,
  readOneOf,
  readText,
  type SearchInput,
} from '../../lib/search.ts';

export const sessionTypeNames = ['real', 'fun', 'all'] as const;
export type SessionTypeName = (typeof sessionTypeNames)[number];

/** Integration users see their operators in place of integrations. */
export const groupings = ['parties', 'games'] as const;
export type Grouping = (typeof groupings)[number];

export const stateNames = ['open', 'closed'] as const;

/** Filters of the list that sums over a period cannot have: they wait in the address for the way back. */
export interface ListOnlyFilters {
  hour?: string | undefined;
  user?: string | undefined;
  played?: boolean | undefined;
  /** Ranges as "min,max" in euro, either end empty. */
  bet?: string | undefined;
  win?: string | undefined;
  grossWin?: string | undefined;
}

/** What the URL of the overview holds; absent is the default: today, real, by integration or operator. */
export interface OverviewSearch extends ListOnlyFilters {
  from?: Day | undefined;
  to?: Day | undefined;
  type?: SessionTypeName | undefined;
  by?: Grouping | undefined;
  /** What a link narrows the sums to; only for those who see more than one. */
  integrations?: number[] | undefined;
  operators?: number[] | undefined;
  games?: number[] | undefined;
  state?: (typeof stateNames)[number] | undefined;
}

export function readOverviewSearch(input: SearchInput): OverviewSearch {
  return {
    from: readDay(input.from),
    to: readDay(input.to),
    type: readOneOf(input.type, sessionTypeNames),
    by: readOneOf(input.by, groupings),
    integrations: readIds(input.integrations),
    operators: readIds(input.operators),
    games: readIds(input.games),
    state: readOneOf(input.state, stateNames),
    hour: readHour(input.hour),
    user: readText(input.user, 120),
    played: readBoolean(input.played),
    bet: readText(input.bet, 40),
    win: readText(input.win, 40),
    grossWin: readText(input.grossWin, 40),
  };
}

/** What the sums are narrowed to, as statistics and the explanations of figures take it. */
export interface Narrowing {
  integrations?: number[] | undefined;
  operators?: number[] | undefined;
  games?: number[] | undefined;
  isOpen?: boolean | undefined;
}

export function narrowingOf(search: OverviewSearch, isProvider: boolean): Narrowing {
  return {
    integrations: isProvider ? search.integrations : undefined,
    operators: search.operators,
    games: search.games,
    isOpen: search.state && search.state === 'open',
  };
}

/** What a screen that lists sessions takes over of the narrowing. */
export const narrowedSearch = (search: OverviewSearch, isProvider: boolean) => ({
  integrations: isProvider ? search.integrations : undefined,
  operators: search.operators,
  games: search.games,
  state: search.state,
});

export const listOnlyFilters = (search: OverviewSearch): ListOnlyFilters => {
  const { hour, user, played, bet, win, grossWin } = search;
  return { hour, user, played, bet, win, grossWin };
};

/** The id the API takes; null is both types. */
export function typeIdOf(type: SessionTypeName): SessionTypeId | null {
  return type === 'all' ? null : sessionTypes[type];
}
