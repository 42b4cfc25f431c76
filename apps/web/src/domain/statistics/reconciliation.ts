import {
  type BodyInput,
  checkReconciliationFile,
  compareDays,
  compareReconciliationFile,
  type FileMapping,
  getReconciledDay,
  getReconciliation,
  getReconciliationProof,
  listDifferingSessions,
  listFileSessions,
  listReconciledDays,
  listReconciliationFiles,
  type QueryInput,
  refetchDay,
} from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { call, queryFor, upload, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { withSignedAddresses } from '../../lib/signed-addresses.ts';

/** The state of each integration and day; without `from` of 31 days up to `to`. The days before stay while others load. */
export const reconciliationQuery = (days: QueryInput<typeof getReconciliation>) => ({
  ...queryFor(getReconciliation, { query: days }),
  placeholderData: keepPreviousData,
});

/** Both sides of every day shown, as a file has them. */
export const reconciledDaysQuery = (days: { from: string; to: string }) =>
  queryFor(listReconciledDays, { query: days });

/** The proof of completeness of a month. */
export const reconciliationProofQuery = (month: string) => ({
  ...queryFor(getReconciliationProof, { query: { month } }),
  ...withSignedAddresses,
});

export interface DayPlace {
  integrationId: number;
  day: string;
}

export const reconciledDayQuery = ({ integrationId, day }: DayPlace) =>
  queryFor(getReconciledDay, { params: { integrationId, day } });

export const differingSessionsQuery = (
  { integrationId, day }: DayPlace,
  query: QueryInput<typeof listDifferingSessions>,
) => ({
  ...queryFor(listDifferingSessions, { params: { integrationId, day }, query }),
  placeholderData: keepPreviousData,
});

interface StartEvents {
  onStarted: (jobId: string) => void;
  onFailed: (error: Error) => void;
}

/** Starts a comparison as a job. */
export function useCompareDays({ onStarted, onFailed }: StartEvents) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof compareDays>) => call(compareDays, { body }),
    onSuccess: ({ jobId }) => {
      onStarted(jobId);
      return invalidate(['jobs']);
    },
    onError: onFailed,
  });
}

/** Starts a forced fetch of a day, and the comparison that follows it. The widget shows the latter: it ends last. */
export function useRefetchDay({ onStarted, onFailed }: StartEvents) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: ({ integrationId, day }: DayPlace) => call(refetchDay, { params: { integrationId, day } }),
    onSuccess: ({ jobId }) => {
      onStarted(jobId);
      return invalidate(['jobs']);
    },
    onError: onFailed,
  });
}

/** Files that were compared, the latest first. */
export const comparedFilesQuery = () => queryFor(listReconciliationFiles, {});

/** The sessions that differ between a file and the session store. */
export const fileSessionsQuery = (id: string) => queryFor(listFileSessions, { params: { id } });

interface ChosenFile {
  integrationId: number;
  file: File;
  /** Null as the server remembers or guesses it. */
  mapping: FileMapping | null;
}

/** The dry run of a file; nothing is stored. */
export const checkFile = ({ integrationId, file, mapping }: ChosenFile) =>
  upload(checkReconciliationFile, {
    params: { integrationId },
    fields: mapping === null ? {} : { mapping: JSON.stringify(mapping) },
    file,
  });

/** Compares a file and keeps the result. */
export function useCompareFile({
  onDone,
  onFailed,
}: {
  onDone: (id: string) => void;
  onFailed: (error: Error) => void;
}) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: ({ integrationId, file, mapping }: ChosenFile) =>
      upload(compareReconciliationFile, {
        params: { integrationId },
        fields: { mapping: JSON.stringify(mapping ?? {}) },
        file,
      }),
    onSuccess: async ({ id }) => {
      await invalidate(['reconciliation']);
      onDone(id);
    },
    onError: onFailed,
  });
}
