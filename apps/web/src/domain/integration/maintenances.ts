import {
  cancelMaintenance,
  changeMaintenanceEnd,
  createMaintenance,
  listMaintenances,
} from '@ludus/contract';
import { type CallInput, call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { integrationsQuery } from './integrations.ts';

export const maintenancesQuery = () => queryFor(listMaintenances, {});

/** Integrations with their operators, and with the users that decide whether they can be notified. */
export const reachableQuery = () => integrationsQuery('operators', 'users');

export type NewMaintenance = CallInput<typeof createMaintenance>['body'];

export function useCreateMaintenance() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: NewMaintenance) => call(createMaintenance, { body }),
    onSuccess: () => invalidate(['maintenances']),
  });
}

/** Moves the end of one; null ends it now. Also after a refusal it is read again: someone else was faster. */
export function useChangeMaintenanceEnd(id: number) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (endsAt: string | null) => call(changeMaintenanceEnd, { params: { id }, body: { endsAt } }),
    onSettled: () => invalidate(['maintenances']),
  });
}

export function useCancelMaintenance(id: number) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (reason: string) => call(cancelMaintenance, { params: { id }, body: { reason } }),
    onSettled: () => invalidate(['maintenances']),
  });
}
