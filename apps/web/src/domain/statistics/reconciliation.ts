import {
  type BodyInput,
  compareDays,
  getReconciledDay,
  getReconciliation,
  listDifferingSessions,
  type QueryInput,
  refetchDay,
} from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

/** The state of each integration and day, 31 days up to `to`. The days before stay while others load. */
export const reconciliationQuery = (to: string | undefined) => ({
  ...queryFor(getReconciliation, { query: to === undefined ? {} : { to } }),
  placeholderData: keepPreviousData,
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
