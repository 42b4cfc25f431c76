import {
  type Certificate,
  createCertificate,
  type DocumentLanguage,
  type DocumentType,
  type Jurisdiction,
  replaceCertificate,
} from '@ludus/contract';
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
  /** Where it holds. */
  jurisdiction?: Jurisdiction | null;
  language?: DocumentLanguage | null;
  version?: string;
  /** The first and the last day on which it holds. */
  validFrom?: Day | null;
  validUntil?: Day | null;
  /** Needed of a certificate without a last day. */
  hasNoEnd?: boolean;
}

interface Sending {
  /** A game by itself is sent as one value, several as a list. */
  document: Omit<NewDocument, 'gameIds'> & { gameIds: number | NewDocument['gameIds'] };
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

type FileProgress =
  | { state: 'sending'; part: number }
  | { state: 'stored' }
  | { state: 'failed'; refusal?: string }
  | { state: 'refused'; refusal: string };

interface SendingMany {
  documents: readonly NewDocument[];
  signal: AbortSignal;
  onFile: (file: File, progress: FileProgress) => void;
}

/** Whether it is the file that was refused (too large, another kind): to send it again would not help. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && [413, 415, 422].includes(error.status);
}

/** Stores one file, for all of its games at once or for none. */
function storeDocument({ document, onProgress, signal }: Sending) {
  const { file, name, gameIds, integrationId } = document;
  return upload(createCertificate, {
    fields: {
      isGeneral: String(typeof gameIds !== 'number' && gameIds.length === 0),
      gameId: typeof gameIds === 'number' ? String(gameIds) : gameIds,
      integrationId: integrationId ?? undefined,
      name: name.trim() || undefined,
      type: document.type ?? undefined,
      jurisdiction: document.jurisdiction ?? undefined,
      language: document.language ?? undefined,
      version: document.version?.trim() || undefined,
      validFrom: document.validFrom ?? undefined,
      validUntil: document.validUntil ?? undefined,
      hasNoEnd: document.hasNoEnd ? 'true' : undefined,
    },
    file,
    onProgress,
    signal,
  });
}

export function useAddDocument() {
  const invalidate = useInvalidateTags();
  return useMutation({ mutationFn: storeDocument, onSuccess: () => invalidate(['certificates']) });
}

/** What takes the place of a document: the file, and what differs from the former. */
export interface Successor {
  file: File;
  name: string;
  version: string;
  validFrom: Day | null;
  validUntil: Day | null;
  /** Needed instead of a last day where the former has one. */
  hasNoEnd: boolean;
}

/** Stores the successor of a document, with the share that is sent, and stops with the signal. */
export function useReplaceDocument(id: number, onReplaced: (successor: Certificate) => void) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: ({
      successor: { file, name, version, validFrom, validUntil, hasNoEnd },
      onProgress,
      signal,
    }: {
      successor: Successor;
      onProgress: (part: number) => void;
      signal: AbortSignal;
    }) =>
      upload(replaceCertificate, {
        params: { id },
        fields: {
          name: name.trim() || undefined,
          version: version.trim() || undefined,
          validFrom: validFrom ?? undefined,
          validUntil: validUntil ?? undefined,
          hasNoEnd: hasNoEnd ? 'true' : undefined,
        },
        file,
        onProgress,
        signal,
      }),
    onSuccess(successor) {
      onReplaced(successor);
      return invalidate(['certificates']);
    },
  });
}

/** Stores files one after the other, and says of each what became of it. Returns how many were stored. */
export function useAddDocuments() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: async ({ documents, signal, onFile }: SendingMany) => {
      let stored = 0;
      for (const document of documents) {
        if (signal.aborted) break;
        const { file } = document;
        onFile(file, { state: 'sending', part: 0 });
        try {
          await storeDocument({
            document,
            onProgress: (part) => onFile(file, { state: 'sending', part }),
            signal,
          });
          stored += 1;
          onFile(file, { state: 'stored' });
        } catch (error) {
          if (!signal.aborted) console.error('A document was not stored.', error);
          if (!isRefused(error)) onFile(file, { state: 'failed' });
          // What is said of it can be corrected, the file itself cannot.
          else onFile(file, { state: error.status === 422 ? 'failed' : 'refused', refusal: error.message });
        }
      }
      return stored;
    },
    // Not waited for: until it has ended, a form takes no other file in place of a refused one.
    onSettled: () => {
      void invalidate(['certificates']);
    },
  });
}
