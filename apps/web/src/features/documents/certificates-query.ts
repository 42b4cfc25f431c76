import { jurisdictions, type NeededJurisdiction, neededJurisdictions } from '@ludus/contract';
import type { CertificatesSearch } from './certificates-search.ts';

/** Apart from the reader of addresses, which every screen is loaded with. */

export const jurisdictionFilters = [...jurisdictions, 'none'] as const;

/** The jurisdiction of the list, or `none`. */
export function jurisdictionOf({ jurisdiction }: CertificatesSearch) {
  return jurisdictionFilters.find((code) => code === jurisdiction);
}

/** The jurisdiction of the matrix: it has those that integrations can need. */
export function neededOf({ jurisdiction }: CertificatesSearch): NeededJurisdiction | undefined {
  return neededJurisdictions.find((code) => code === jurisdiction);
}

export const rowsPerPage = 50;

/** What the list is asked for. */
export function listQueryOf(search: CertificatesSearch) {
  const { state, type, integration: integrationId, game: gameId, within, find, page } = search;
  const jurisdiction = jurisdictionOf(search);
  return { state, type, jurisdiction, integrationId, gameId, within, find, page, limit: rowsPerPage };
}

/** What the matrix is of, without its page. */
export function coverageFilterOf(search: CertificatesSearch) {
  const needed = neededOf(search);
  return {
    integrationId: search.integration,
    gameId: search.game,
    jurisdiction: needed && [needed],
    gaps: search.gaps,
    find: search.find,
    order: search.order ?? ('urgency' as const),
  };
}

/** Whether something narrows the shown view down. */
export function hasFilters(search: CertificatesSearch): boolean {
  const shared = [search.integration, search.game, search.find];
  const own =
    search.view === 'coverage'
      ? [neededOf(search), search.gaps]
      : [search.state, search.type, search.jurisdiction, search.within];
  return [...shared, ...own].some((value) => value !== undefined);
}
