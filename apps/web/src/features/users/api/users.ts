import {
  type BodyInput,
  createDirectoryUser,
  deleteDirectoryUser,
  deleteLocalUser,
  describeDirectory,
  listDirectoryUsers,
  listIntegrations,
  listUserSessions,
  listUsers,
  resetUserPassword,
  synchroniseUsers,
  type User,
  updateDirectoryUser,
} from '@ludus/contract';
import { type QueryClient, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { call, keyOf, queryFor, useMutation } from '../../../lib/api/index.ts';
import { useCan, useSession } from '../../../lib/auth/index.ts';
import { tellUnreached } from '../../../lib/unreached.ts';
import type { UsersSearch } from '../search.ts';

export const directoryQuery = () => queryFor(describeDirectory, {});

export const usersQuery = ({ role, integration }: Pick<UsersSearch, 'role' | 'integration'>) =>
  queryFor(listDirectoryUsers, { query: { role, integration } });

export const sessionsQuery = (keycloakUserId: string) =>
  queryFor(listUserSessions, { params: { keycloakUserId } });

/** With their platforms: a person may work at one of them. */
export const integrationsQuery = () => queryFor(listIntegrations, { query: { with: ['platforms'] } });

export type NewUser = BodyInput<typeof createDirectoryUser>;
export type UserChange = BodyInput<typeof updateDirectoryUser>;

function refresh(queryClient: QueryClient): void {
  for (const endpoint of [listDirectoryUsers, listUserSessions, listUsers])
    void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) });
}

/** ERR-103: of what fails here only the console hears. */
const logged = (what: string) => (error: Error) => {
  console.error(`${what} failed.`, error);
  tellUnreached(error);
};

export function useCreateUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewUser) => call(createDirectoryUser, { body }),
    onSuccess: () => refresh(queryClient),
  });
}

const ownRole = ['own-role'];

/**
 * Whether users may be asked for. While one's own role changes, and without the right to see users after that, whatever
 * makes the page stale would only be refused.
 */
export function useMayAsk(): boolean {
  const isChanging = useIsMutating({ mutationKey: ownRole }) > 0;
  return useCan('users:manage') && !isChanging;
}

/** `tell` is called also when the list, told of the change before it is answered, shows the person no more. */
export function useUpdateUser(keycloakUserId: string, tell: () => void) {
  const queryClient = useQueryClient();
  const session = useSession();
  const isSelf = keycloakUserId === session.user().userId;
  return useMutation({
    mutationKey: isSelf ? ownRole : undefined,
    mutationFn: async (body: UserChange) => {
      const answer = await call(updateDirectoryUser, { params: { keycloakUserId }, body });
      // With another role of one's own the token at hand is refused.
      if (isSelf && body.clientRolesToAdd) await session.renew();
      return answer;
    },
    onSuccess: () => {
      tell();
      return session.user().scopes.has('users:manage') && refresh(queryClient);
    },
    onError: logged('The change of a user'),
  });
}

/** USER-10: who stands in the hub alone is deleted by another call. `tell` is called as that of a change is. */
export function useDeleteUser({ keycloakUserId, id }: User, tell: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      keycloakUserId === null
        ? call(deleteLocalUser, { params: { id: id ?? 0 } })
        : call(deleteDirectoryUser, { params: { keycloakUserId } }),
    onSuccess: () => {
      tell();
      return refresh(queryClient);
    },
    onError: logged('The deletion of a user'),
  });
}

export function useResetPassword(keycloakUserId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(resetUserPassword, { params: { keycloakUserId }, body: {} }),
    onSuccess: () => refresh(queryClient),
  });
}

export function useSynchronise() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (confirm: 'true' | 'false') => call(synchroniseUsers, { params: { confirm } }),
    onSuccess: (_answer, confirm) => confirm === 'true' && refresh(queryClient),
    onError: logged('The synchronisation of users'),
  });
}
