import type { IntegrationDetail } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { type Links, notifiedIds, type Pending, visibleAfter } from '../../domain/game/pending-links.ts';
import { useSaveIntegrationGames } from '../../domain/game/visibility.ts';
import { ApiError } from '../../lib/api/error.ts';
import { toast } from '../../lib/toast.tsx';

function isConflict(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** Saves the games an integration sees, then notifies its people of the new ones. A refusal keeps the choices. */
export function useSaveGames({ id }: Pick<IntegrationDetail, 'id'>, links: Links, onSaved: () => void) {
  const { t } = useTranslation('integrations');
  const saving = useSaveIntegrationGames(id, {
    onSaved: ({ announced }) =>
      void toast('success', t(announced.length > 0 ? 'gamesUpdatedMailing' : 'gamesUpdated')),
    onMailFailed: () => void toast('error', t('emailsFailed')),
    onDone: onSaved,
    onFailed: (error) => {
      if (!isConflict(error)) toast('error', error.message, { error });
    },
  });
  return {
    start: (pending: Pending) =>
      saving.mutate({
        body: { games: visibleAfter(pending, links), basedOn: [...links.visible] },
        announced: notifiedIds(pending),
      }),
    isPending: saving.isPending,
    isConflict: isConflict(saving.error),
  };
}
