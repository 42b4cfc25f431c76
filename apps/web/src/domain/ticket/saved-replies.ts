import {
  type BodyInput,
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  updateSavedReply,
} from '@ludus/contract';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

/** Replies of the reader and of the team, by title. */
export const savedRepliesQuery = () => queryFor(listSavedReplies, {});

/** Saves a new reply, or one that is there by its id. */
export function useSaveReply(id: number | null) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createSavedReply>) =>
      id === null ? call(createSavedReply, { body }) : call(updateSavedReply, { params: { id }, body }),
    onSettled: () => invalidate(['tickets']),
  });
}

export function useDeleteReply(onFailed: (error: Error) => void) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (id: number) => call(deleteSavedReply, { params: { id } }),
    onError: onFailed,
    onSettled: () => invalidate(['tickets']),
  });
}
