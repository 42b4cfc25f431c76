import { integrationRoles, type Role, roles, type User } from '@ludus/contract';
import { readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

/** What the URL of the page holds: the tab, the filters, and whose row is open. */
export interface UsersSearch {
  tab?: 'create' | undefined;
  search?: string | undefined;
  integration?: number | undefined;
  role?: Role | undefined;
  user?: string | undefined;
}

export function readUsersSearch(input: SearchInput): UsersSearch {
  return {
    tab: readOneOf(input.tab, ['create'] as const),
    search: readText(input.search, 120),
    integration: readInteger(input.integration, 1, 65_535),
    role: readOneOf(input.role, roles),
    user: readText(input.user, 140),
  };
}

/** The roles someone may give are those they may look for. */
export function rolesFor(isProviderSide: boolean): readonly Role[] {
  return isProviderSide ? roles : integrationRoles;
}

/** A user for the URL and for React: by account, or by the hub's own record. */
export function keyOfUser({ keycloakUserId, id }: User): string {
  return keycloakUserId ?? `hub-${id}`;
}

/** Users whose name or address holds every typed word. */
export function searchUsers(users: readonly User[], search: string | undefined): readonly User[] {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return users;
  return users.filter(({ username, email }) => {
    const text = `${username} ${email ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
