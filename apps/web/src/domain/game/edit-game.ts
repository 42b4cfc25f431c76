import { type BodyInput, deleteGame, orderGameMedia } from '@ludus/contract';
import { call, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { gameToEditQuery } from './games.ts';

// Apart from the queries: these calls travel with the schemas of the forms, which the catalogue does without.

/** Sends the media of a game in their new order. It is over when the game has been read again. */
export function useOrderMedia(onSaved: () => void) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof orderGameMedia>) => call(orderGameMedia, { body }),
    onSuccess: async () => {
      await invalidate(['games']);
      onSaved();
    },
  });
}

interface DeletionEvents {
  onDeleted: () => void;
  onFailed: (error: Error) => void;
}

/** Deletes a game; its own page, which is about to be left, is not read again. */
export function useDeleteGame(id: number, { onDeleted, onFailed }: DeletionEvents) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: () => call(deleteGame, { params: { id } }),
    onSuccess: () => {
      onDeleted();
      void invalidate(['games', 'certificates'], gameToEditQuery(id).queryKey);
    },
    onError: onFailed,
  });
}
