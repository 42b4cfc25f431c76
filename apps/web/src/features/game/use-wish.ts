import { getGame, listCatalog, requestGame } from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, call, keyOf, useMutation } from '../../lib/api/index.ts';
import { toast } from '../../lib/toast.tsx';

/** Puts a game on the wishlist of an integration (GAME-31, ERR-016). */
export function useWish(gameId: number, integrationName: string) {
  const { t } = useTranslation('game');
  const client = useQueryClient();
  const readAgain = () =>
    Promise.all([getGame, listCatalog].map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));
  return useMutation({
    mutationFn: () => call(requestGame, { query: { integrationName, gameId, isInterested: 'true' } }),
    onSuccess: async () => {
      toast('success', t('wishlisted'));
      await readAgain();
    },
    onError: async (error) => {
      toast('error', error.message);
      // A colleague has asked for it meanwhile, or it is no longer to be seen.
      if (error instanceof ApiError && [404, 409].includes(error.status)) await readAgain();
    },
  });
}
