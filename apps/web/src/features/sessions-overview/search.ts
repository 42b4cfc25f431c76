import { type SessionTypeId, sessionTypes } from '@ludus/contract';
import type { Day } from '../../lib/days.ts';
import { readDay, readIds, readOneOf, type SearchInput } from '../../lib/search.ts';

export const sessionTypeNames = ['real', 'fun', 'all'] as const;
export type SessionTypeName = (typeof sessionTypeNames)[number];

/** Integration users see their operators in place of integrations. */
export const groupings = ['parties', 'games'] as const;
export type Grouping = (typeof groupings)[number];

/** What the URL of the overview holds; absent is the default: today, real, by integration or operator. */
export interface OverviewSearch {
  from?: Day | undefined;
  to?: Day | undefined;
  type?: SessionTypeName | undefined;
  by?: Grouping | undefined;
  /** What a link narrows the sums to; only for those who see more than one. */
  integrations?: number[] | undefined;
}

export function readOverviewSearch(input: SearchInput): OverviewSearch {
  return {
    from: readDay(input.from),
    to: readDay(input.to),
    type: readOneOf(input.type, sessionTypeNames),
    by: readOneOf(input.by, groupings),
    integrations: readIds(input.integrations),
  };
}

/** The id the API takes; null is both types. */
export function typeIdOf(type: SessionTypeName): SessionTypeId | null {
  return type === 'all' ? null : sessionTypes[type];
}
