import {
  type ApprovalSettings,
  type ChangeDecision,
  decideChangeRequest,
  explainChangeRequest,
  getApprovalSettings,
  getChangeRequest,
  listChangeRequests,
  listPendingChanges,
  type QueryInput,
  saveApprovalSettings,
  withdrawChangeRequest,
} from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

export const changeRequestsPerPage = 50;

/** One page of change requests. The page before it stays while this one loads. */
export const changeRequestsQuery = (query: QueryInput<typeof listChangeRequests>) => ({
  ...queryFor(listChangeRequests, { query }),
  placeholderData: keepPreviousData,
});

export const changeRequestQuery = (id: number) => queryFor(getChangeRequest, { params: { id } });

/** Changes of a subject that wait, such as `integration/5`, and of what lies below it. */
export const pendingChangesQuery = (subject: string) => queryFor(listPendingChanges, { query: { subject } });

export const approvalSettingsQuery = () => queryFor(getApprovalSettings, {});

export type ChangeStep =
  | { kind: ChangeDecision; reason: string }
  | { kind: 'withdraw' }
  | { kind: 'explain'; reason: string };

/** What is done with a request. After a refusal, too, what it is by now is read; what was approved may show anywhere. */
export function useChangeStep(id: number) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (step: ChangeStep) => {
      const params = { id };
      if (step.kind === 'withdraw') return call(withdrawChangeRequest, { params });
      if (step.kind === 'explain')
        return call(explainChangeRequest, { params, body: { reason: step.reason } });
      const { kind: decision, reason } = step;
      return call(decideChangeRequest, {
        params,
        body: { decision, ...(reason === '' ? {} : { reason }) },
      });
    },
    onSettled: () =>
      invalidate(['approvals', 'games', 'integrations', 'bets', 'users', 'statements', 'logs']),
  });
}

export function useSaveApprovalSettings() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: ApprovalSettings) => call(saveApprovalSettings, { body }),
    onSettled: () => invalidate(['approvals', 'logs']),
  });
}
