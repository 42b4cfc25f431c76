import { createCertificate, type DocumentType } from '@ludus/contract';
import { ApiError, upload, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import type { Day } from '../../lib/days.ts';

export interface NewDocument {
  file: File;
  /** Empty for the file's own name. */
  name: string;
  /** Empty for a general document of the integration. */
  gameIds: readonly number[];
  /** Null for every integration; a general document needs one. */
  integrationId: number | null;
  type?: DocumentType | null;
  /** The last day on which it holds. */
  validUntil?: Day | null;
}

interface Sending {
  /** A game by itself is sent as one value, several as a list. */
  document: Omit<NewDocument, 'gameIds'> & { gameIds: number | NewDocument['gameIds'] };
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Whether it is the file that was refused (too large, another kind): to send it again would not help. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && [413, 415, 422].includes(error.status);
}

/** Stores one file, for all of its games at once or for none. */
export function useAddDocument() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: ({
      document: { file, name, gameIds, integrationId, type, validUntil },
      onProgress,
      signal,
    }: Sending) =>
      upload(createCertificate, {
        fields: {
          isGeneral: String(typeof gameIds !== 'number' && gameIds.length === 0),
          gameId: typeof gameIds === 'number' ? String(gameIds) : gameIds,
          integrationId: integrationId ?? undefined,
          name: name.trim() || undefined,
          type: type ?? undefined,
          validUntil: validUntil ?? undefined,
        },
        file,
        onProgress,
        signal,
      }),
    onSuccess: () => invalidate(['certificates']),
  });
}
