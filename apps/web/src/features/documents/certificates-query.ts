import { actionStates, jurisdictions, type NeededJurisdiction, neededJurisdictions } from '@ludus/contract';
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

/** The state of what needs action, all of it without one. */
export function needOf({ need }: CertificatesSearch) {
  return actionStates.find((state) => state === need);
}

export const rowsPerPage = 50;

/** What the list is asked for. */
export function listQueryOf(search: CertificatesSearch) {
  const { state, type, integration: integrationId, game: gameId, within, find, page } = search;
  const jurisdiction = jurisdictionOf(search);
  return { state, type, jurisdiction, integrationId, gameId, within, find, page, limit: rowsPerPage };
}

/** What narrows down both what is needed and what of it needs action. */
function needFilterOf(search: CertificatesSearch) {
  const needed = neededOf(search);
  return {
    integrationId: search.integration,
    gameId: search.game,
    jurisdiction: needed && [needed],
    find: search.find,
  };
}

/** What the matrix is of, without its page. */
export const coverageFilterOf = (search: CertificatesSearch) => ({
  ...needFilterOf(search),
  gaps: search.gaps,
  order: search.order ?? ('urgency' as const),
});

/** What needs action, without its page. */
export const actionFilterOf = (search: CertificatesSearch) => ({
  ...needFilterOf(search),
  state: needOf(search),
});

/** What the file of the shown view is of. */
export const fileFilterOf = (search: CertificatesSearch) =>
  search.view === 'action' ? { ...actionFilterOf(search), action: true } : coverageFilterOf(search);

/** Whether something narrows the shown view down. */
export function hasFilters(search: CertificatesSearch): boolean {
  const shared = [search.integration, search.game, search.find];
  const own =
    search.view === 'coverage'
      ? [neededOf(search), search.gaps]
      : search.view === 'action'
        ? [neededOf(search), needOf(search)]
        : [search.state, search.type, search.jurisdiction, search.within];
  return [...shared, ...own].some((value) => value !== undefined);
}
