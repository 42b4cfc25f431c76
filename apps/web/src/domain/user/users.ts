import {
  type BodyInput,
  createAccount,
  deleteAccount,
  deleteLocalUser,
  describeIdentityProvider,
  listAccounts,
  listUserSessions,
  type QueryInput,
  resetSecondFactor,
  resetUserPassword,
  synchroniseUsers,
  type User,
  updateAccount,
} from '@ludus/contract';
import { useIsMutating } from '@tanstack/react-query';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { useCan, useSession } from '../../lib/auth/index.ts';
import { toastNetworkError } from '../../lib/network-error.ts';

export const identityProviderQuery = () => queryFor(describeIdentityProvider, {});

/** The people with an account, those of the hub only included. */
export const accountsQuery = ({ role, integration }: QueryInput<typeof listAccounts>) =>
  queryFor(listAccounts, { query: { role, integration } });

export const sessionsQuery = (keycloakUserId: string) =>
  queryFor(listUserSessions, { params: { keycloakUserId } });

export type NewUser = BodyInput<typeof createAccount>;
export type UserChange = BodyInput<typeof updateAccount>;

export function useCreateUser() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: NewUser) => call(createAccount, { body }),
    onSuccess: () => void invalidate(['users']),
  });
}

const ownRole = ['own-role'];

/**
 * Whether users may be asked for. While one's own role changes, and without the right to see users after that, whatever
 * makes the page stale would only be refused.
 */
export function useCanReadAccounts(): boolean {
  const isChanging = useIsMutating({ mutationKey: ownRole }) > 0;
  return useCan('users:manage') && !isChanging;
}

/** `onDone` is also called when the list has been refreshed before the response arrives and no longer shows the person. */
export function useUpdateUser(keycloakUserId: string, onDone: () => void) {
  const invalidate = useInvalidateTags();
  const session = useSession();
  const isSelf = keycloakUserId === session.user().userId;
  return useMutation({
    mutationKey: isSelf ? ownRole : undefined,
    mutationFn: async (body: UserChange) => {
      const answer = await call(updateAccount, { params: { keycloakUserId }, body });
      // With another role of one's own the token at hand is refused.
      if (isSelf && body.clientRolesToAdd) await session.renew();
      return answer;
    },
    onSuccess: () => {
      onDone();
      if (session.user().scopes.has('users:manage')) void invalidate(['users']);
    },
    onError: toastNetworkError,
  });
}

/** A user without an account is deleted by another call. `onDone` is called as for a change. */
export function useDeleteUser({ keycloakUserId, id }: User, onDone: () => void) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: () =>
      keycloakUserId === null
        ? call(deleteLocalUser, { params: { id: id ?? 0 } })
        : call(deleteAccount, { params: { keycloakUserId } }),
    onSuccess: () => {
      onDone();
      void invalidate(['users']);
    },
    onError: toastNetworkError,
  });
}

export function useResetPassword(keycloakUserId: string) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: () => call(resetUserPassword, { params: { keycloakUserId }, body: {} }),
    onSuccess: () => void invalidate(['users']),
  });
}

export function useResetSecondFactor(keycloakUserId: string) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: () => call(resetSecondFactor, { params: { keycloakUserId } }),
    onSuccess: () => void invalidate(['users']),
  });
}

export function useSynchronise() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (confirm: 'true' | 'false') => call(synchroniseUsers, { params: { confirm } }),
    onSuccess: (_result, confirm) => {
      if (confirm === 'true') void invalidate(['users']);
    },
    onError: toastNetworkError,
  });
}
