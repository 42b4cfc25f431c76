import { createCertificate } from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, upload, useMutation } from '../../../lib/api/index.ts';
import { refreshDocuments } from './documents.ts';

export interface NewDocument {
  file: File;
  /** Empty for the file's own name. */
  name: string;
  /** Empty for a general document of the integration. */
  gameIds: readonly number[];
  /** Null for every integration; a general document needs one. */
  integrationId: number | null;
}

interface Sending {
  document: NewDocument;
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Whether it is the file that was refused (too large, another kind): to send it again would not help. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && [413, 415, 422].includes(error.status);
}

/** Stores one file, for all of its games at once or for none. Failures are logged (ERR-033). */
export function useAddDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ document: { file, name, gameIds, integrationId }, onProgress, signal }: Sending) =>
      upload(createCertificate, {
        fields: {
          isGeneral: String(gameIds.length === 0),
          gameId: gameIds,
          integrationId: integrationId ?? undefined,
          name: name.trim() || undefined,
        },
        file,
        onProgress,
        signal,
      }),
    onSuccess: () => refreshDocuments(client),
    onError(error, { signal }) {
      if (!signal.aborted) console.error('A document could not be stored.', error);
    },
  });
}
