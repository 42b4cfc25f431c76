import { deleteCertificate } from '@ludus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api/index.ts';
import { refreshDocuments } from './documents.ts';

/** Deletes a document; one that is gone already counts as deleted. Failures are logged (ERR-033). */
export function useDeleteDocument() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(id: number) {
      try {
        await call(deleteCertificate, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess: () => refreshDocuments(client),
    onError: (error) => console.error('A document could not be deleted.', error),
  });
}
