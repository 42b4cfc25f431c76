import {
  type listOpenSessions,
  type OpenSortField,
  openSortFields,
  type QueryInput,
  sessionTypes,
} from '@ludus/contract';
import type { OpenSearch, TypeName } from './search.ts';

// Apart from the reader of the address, which every page of the hub brings along.

/** The call's type of session; undefined for both. */
export const typeIdOf = (type: TypeName = 'real') => (type === 'all' ? undefined : sessionTypes[type]);

/** The call's filter and order: the same for the pages and for all that one job takes. */
export function queryOf(search: OpenSearch): Omit<QueryInput<typeof listOpenSessions>, 'page' | 'limit'> {
  return {
    sessionTypeId: typeIdOf(search.type),
    integrationId: search.integrations,
    ages: search.ages,
    sort: search.sort,
    direction: search.direction,
  };
}

/**
 * The order as the table has it. Its column is the age, which falls as the time of creation rises: the oldest come first
 * unless ordered otherwise.
 */
export function tableSortOf({ sort = 'createdAt', direction = 'asc' }: OpenSearch) {
  return { id: sort, desc: (direction === 'desc') !== (sort === 'createdAt') };
}

/** The other way. */
export function searchOfSort({
  id,
  desc,
}: {
  id: string;
  desc: boolean;
}): Pick<OpenSearch, 'sort' | 'direction'> {
  const sort: OpenSortField = openSortFields.find((field) => field === id) ?? 'createdAt';
  return { sort, direction: desc !== (sort === 'createdAt') ? 'desc' : 'asc' };
}

/** Only the list's filters, which a chosen cell sets and "Clear all" takes back. */
export const hasFilters = ({ ages, integrations, type }: OpenSearch) =>
  ages !== undefined || integrations !== undefined || (type !== undefined && type !== 'real');
