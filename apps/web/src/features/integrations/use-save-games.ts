import {
  announceNewGames,
  getIntegration,
  type IntegrationDetail,
  listIntegrationGames,
  listIntegrations,
  listIntegrationsWithCounts,
  setIntegrationGames,
} from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, call, keyOf, queryFor, useMutation } from '../../lib/api/index.ts';
import { type Links, type Pending, toldIds, visibleAfter } from '../../lib/pending-links.ts';
import { toast } from '../../lib/toast.tsx';

function isConflict(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** Saves the games an integration sees, then tells its people of the new ones (ERR-038). A refusal keeps the choices. */
export function useSaveGames({ id }: Pick<IntegrationDetail, 'id'>, links: Links, onSaved: () => void) {
  const { t } = useTranslation('integrations');
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: async (pending: Pending) => {
      const { rows } = await call(setIntegrationGames, {
        params: { id },
        body: { games: visibleAfter(pending, links), basedOn: [...links.visible] },
      });
      const told = toldIds(pending);
      toast('success', t(told.length > 0 ? 'gamesUpdatedMailing' : 'gamesUpdated'));
      const isTold =
        told.length === 0 ||
        (await call(announceNewGames, { params: { id }, body: { gameIds: told } }).then(
          () => true,
          () => false,
        ));
      return { rows, isTold };
    },
    onSuccess: ({ rows, isTold }) => {
      if (!isTold) toast('error', t('emailsFailed'));
      queryClient.setQueryData(
        queryFor(getIntegration, { params: { id } }).queryKey,
        (before: IntegrationDetail | undefined) => before && { ...before, games: rows },
      );
      onSaved();
    },
    onError: (error) => {
      if (!isConflict(error)) toast('error', error.message);
    },
    onSettled: () => {
      for (const endpoint of [
        getIntegration,
        listIntegrationGames,
        listIntegrations,
        listIntegrationsWithCounts,
      ])
        void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) });
    },
  });
  return {
    start: (pending: Pending) => saving.mutate(pending),
    isPending: saving.isPending,
    isConflict: isConflict(saving.error),
  };
}
