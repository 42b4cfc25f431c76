import type { IntegrationWithCounts, ServiceStatus } from '@ludus/contract';
import { hiddenReasons, services } from '@ludus/contract';
import type { TableSort } from '../../components/table/data-table.tsx';
import type { Day } from '../../lib/days.ts';
import { readDay, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

export const listSorts = [
  'name',
  'services',
  'updated',
  'operators',
  'users',
  'games',
  'sessionsToday',
  'grossWinToday',
  'grossWinMonth',
] as const;
export type ListSort = (typeof listSorts)[number];

/** What the URL of the list holds; absent is the default: everything, most games first. */
export interface IntegrationsSearch {
  search?: string | undefined;
  sort?: ListSort | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

export function readIntegrationsSearch(input: SearchInput): IntegrationsSearch {
  return {
    search: readText(input.search),
    sort: readOneOf(input.sort, listSorts),
    direction: readOneOf(input.direction, ['asc', 'desc']),
  };
}

/** What the page of one integration shows in place of its set-up. */
export const integrationViews = ['scorecard', 'conformance'] as const;

/** Games that an integration does not see: those of the Catalog (`hidden`, `notAssigned`), or those that are not in it. */
export const shownGames = ['hidden', ...hiddenReasons] as const;
export type ShownGames = (typeof shownGames)[number];

/**
 * What the URL of one integration holds: the view in place of its set-up, the day of the sessions panel (today when absent),
 * and which games are listed (those that it sees when absent).
 */
export interface IntegrationSearch {
  view?: (typeof integrationViews)[number] | undefined;
  /** The run of the conformance checks that is open. */
  run?: string | undefined;
  day?: Day | undefined;
  games?: ShownGames | undefined;
}

export function readIntegrationSearch(input: SearchInput): IntegrationSearch {
  return {
    view: readOneOf(input.view, integrationViews),
    run: readText(input.run),
    day: readDay(input.day),
    games: readOneOf(input.games, shownGames),
  };
}

/** A row of the list with the last known health of its services and its figures; undefined while they are not known. */
export type ListRow = IntegrationWithCounts & {
  health: ServiceStatus | undefined;
  open?: number | undefined;
  today?: { sessionsTotal: number; grosswin: number } | undefined;
  /** Of thirty days up to today. */
  month?: { grosswin: number; rtp: number | null } | undefined;
};

const valueToSortBy: Record<ListSort, (row: ListRow) => number | string> = {
  name: (row) => row.name,
  // Failing ones weigh most, then those no one has asked yet.
  services: ({ health }) =>
    services.reduce((sum, service) => {
      const state = health?.[service] ?? 'unknown';
      return sum + (state === 'failing' ? 10 : state === 'unknown' ? 1 : 0);
    }, 0),
  // What was never fetched is the oldest.
  updated: ({ health }) => (health?.fetchedAt ? Date.parse(health.fetchedAt) : 0),
  operators: (row) => row.operatorCount,
  users: (row) => row.userCount,
  games: (row) => row.gameCount,
  sessionsToday: ({ today }) => today?.sessionsTotal ?? 0,
  grossWinToday: ({ today }) => today?.grosswin ?? 0,
  grossWinMonth: ({ month }) => month?.grosswin ?? 0,
};

export function sortOf(search: IntegrationsSearch): TableSort & { id: ListSort } {
  const id = search.sort ?? 'games';
  return { id, desc: search.direction === undefined ? id !== 'name' : search.direction === 'desc' };
}

const byName = new Intl.Collator('it', { numeric: true, sensitivity: 'base' });

/** Rows whose name or address contains the text, in the order asked for; equal ones by name. */
export function filterAndSort(rows: readonly ListRow[], text: string, sort: { id: ListSort; desc: boolean }) {
  const wanted = text.trim().toLocaleLowerCase('it');
  const found = rows.filter(
    (row) =>
      row.name.toLocaleLowerCase('it').includes(wanted) || row.playServiceURL.toLowerCase().includes(wanted),
  );
  const value = valueToSortBy[sort.id];
  const turn = sort.desc ? -1 : 1;
  return found.sort((first, second) => {
    const [a, b] = [value(first), value(second)];
    const order =
      typeof a === 'number' && typeof b === 'number' ? a - b : byName.compare(String(a), String(b));
    return order === 0 ? byName.compare(first.name, second.name) : turn * order;
  });
}
