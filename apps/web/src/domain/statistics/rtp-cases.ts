import {
  addRtpCaseNote,
  type BodyInput,
  closeRtpCase,
  getRtpCase,
  listRtpCases,
  openRtpCase,
  type QueryInput,
  reopenRtpCase,
  runRtpMonitor,
} from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { withSignedAddresses } from '../../lib/signed-addresses.ts';

export const rtpCasesQuery = (query: QueryInput<typeof listRtpCases>) => ({
  ...queryFor(listRtpCases, { query }),
  placeholderData: keepPreviousData,
});

export const rtpCaseQuery = (id: number) => ({
  ...queryFor(getRtpCase, { params: { id } }),
  ...withSignedAddresses,
});

export function useAddRtpCaseNote(id: number) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof addRtpCaseNote>) => call(addRtpCaseNote, { params: { id }, body }),
    onSuccess: () => invalidate(['rtp-cases']),
  });
}

export function useCloseRtpCase(id: number) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof closeRtpCase>) => call(closeRtpCase, { params: { id }, body }),
    // Also when it was refused: someone else has closed it.
    onSettled: () => invalidate(['rtp-cases', 'logs']),
  });
}

export function useOpenRtpCase() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof openRtpCase>) => call(openRtpCase, { body }),
    // Also when it was refused: someone else has opened one.
    onSettled: () => invalidate(['rtp-cases', 'logs']),
  });
}

export function useReopenRtpCase(id: number) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof reopenRtpCase>) => call(reopenRtpCase, { params: { id }, body }),
    onSettled: () => invalidate(['rtp-cases', 'logs']),
  });
}

export function useRunRtpMonitor() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: () => call(runRtpMonitor, {}),
    onSuccess: () => invalidate(['rtp-cases']),
  });
}
