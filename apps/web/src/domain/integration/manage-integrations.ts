import {
  type BodyInput,
  checkIntegrationServices,
  checkService,
  createIntegration,
  deleteIntegration,
  getIntegration,
  getServiceHistory,
  type IntegrationUpdate,
  listIntegrationsWithCounts,
  synchroniseIntegration,
  synchroniseIntegrations,
  updateIntegration,
} from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { showRequestedJob } from '../job/jobs.ts';
import { waitForJob } from '../job/wait-for-job.ts';

// Apart from the lists that most screens read: these calls travel with the schemas of the forms.

export const integrationsWithCountsQuery = () => queryFor(listIntegrationsWithCounts, {});

/** One integration with all its games: the list of its games leaves out those in development. */
export const integrationQuery = (id: number) => queryFor(getIntegration, { params: { id } });

/** Checks the services of one integration now. */
export const serviceCheckQuery = (id: number) => ({
  ...queryFor(checkIntegrationServices, { params: { id } }),
  retry: false,
});

export const serviceHistoryQuery = (id: number) => queryFor(getServiceHistory, { params: { id } });

/** A header carries plain letters only; anything else goes percent-encoded. */
function headerText(value: string): string {
  return value.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

/** Checks a service that no integration has yet. */
export function checkNewService(url: string, token: string, signal: AbortSignal) {
  const headers = { 'x-service-url': headerText(url), 'x-service-token': headerText(token) };
  return call(checkService, {}, { signal, headers });
}

/** Returns a function that creates an integration and resolves to it. */
export function useCreateIntegration() {
  const invalidate = useInvalidateTags();
  return async (body: BodyInput<typeof createIntegration>) => {
    const [created] = await call(createIntegration, { body });
    void invalidate(['integrations']);
    return created;
  };
}

export function useUpdateIntegration(id: number, onError: (error: Error) => void) {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateTags();
  const own = integrationQuery(id).queryKey;
  return useMutation({
    mutationFn: (body: IntegrationUpdate) => call(updateIntegration, { params: { id }, body }),
    onSuccess: (updated) => {
      queryClient.setQueryData(own, updated);
      void invalidate(['integrations'], own);
    },
    onError,
  });
}

interface DeletionEvents {
  onDeleted: () => void;
  onFailed: (error: Error) => void;
}

export function useDeleteIntegration(id: number, { onDeleted, onFailed }: DeletionEvents) {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateTags();
  const own = integrationQuery(id).queryKey;
  return useMutation({
    mutationFn: () => call(deleteIntegration, { params: { id } }),
    onSuccess: () => {
      onDeleted();
      queryClient.removeQueries({ queryKey: own });
      void invalidate(['integrations'], own);
    },
    onError: (error) => {
      onFailed(error);
      void queryClient.invalidateQueries({ queryKey: own });
    },
  });
}

interface SyncEvents {
  onSynchronised: () => void;
  onFailed: (error: Error) => void;
}

/** Synchronises one integration, or all without an id. It goes on in the background, also on another page. */
export function useSynchroniseIntegrations(id: number | undefined, { onSynchronised, onFailed }: SyncEvents) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: async () => {
      const { jobId } = await (id === undefined
        ? call(synchroniseIntegrations, {})
        : call(synchroniseIntegration, { params: { id } }));
      showRequestedJob(jobId, 'synchronise-integrations');
      await waitForJob(jobId);
    },
    onSuccess: onSynchronised,
    onError: onFailed,
    // One that failed has synchronised the others all the same.
    onSettled: () => void invalidate(['integrations']),
  });
}
