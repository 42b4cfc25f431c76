import { type Certificate, deleteCertificate } from '@ludus/contract';
import { ApiError, call, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

/**
 * Deletes a document; one that is gone already counts as deleted. `onDeleted` is called
 * even when the row of the document is gone before the response arrives.
 */
export function useDeleteDocument(onDeleted: (document: Certificate) => void) {
  const invalidate = useInvalidateTags();
  return useMutation({
    async mutationFn({ id }: Certificate) {
      try {
        await call(deleteCertificate, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess(_gone, document) {
      onDeleted(document);
      return invalidate(['certificates']);
    },
  });
}
