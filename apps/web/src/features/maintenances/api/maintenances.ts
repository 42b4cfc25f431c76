import { createMaintenance, listIntegrations, listMaintenances } from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type CallInput, call, keyOf, queryFor, useMutation } from '../../../lib/api/index.ts';

export const maintenancesQuery = () => queryFor(listMaintenances, {});

/** Integrations with their operators, and with the users that decide whether they can be told (MAINT-04). */
export const reachableQuery = () => queryFor(listIntegrations, { query: { with: ['operators', 'users'] } });

export type NewMaintenance = CallInput<typeof createMaintenance>['body'];

export function useCreateMaintenance() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewMaintenance) => call(createMaintenance, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(listMaintenances) }),
  });
}
