import { type DocumentChange, updateCertificate } from '@ludus/contract';
import { call, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

/** Changes what is said of a document. */
export function useEditDocument(id: number, onSaved: () => void) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: DocumentChange) => call(updateCertificate, { params: { id }, body }),
    onSuccess() {
      onSaved();
      return invalidate(['certificates']);
    },
  });
}
