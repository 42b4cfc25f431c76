import { type Certificate, deleteCertificate } from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, call, useMutation } from '../../../lib/api/index.ts';
import { refreshDocuments } from './documents.ts';

/**
 * Deletes a document; one that is gone already counts as deleted. Failures are logged (ERR-033). `onDeleted` is called
 * even when the row of the document has gone before the answer came.
 */
export function useDeleteDocument(onDeleted: (document: Certificate) => void) {
  const client = useQueryClient();
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
      return refreshDocuments(client);
    },
    onError: (error) => console.error('A document could not be deleted.', error),
  });
}
