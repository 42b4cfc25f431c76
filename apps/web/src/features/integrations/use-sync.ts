import {
  getIntegration,
  listIntegrations,
  listIntegrationsWithCounts,
  synchroniseIntegration,
  synchroniseIntegrations,
} from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, keyOf, useMutation } from '../../lib/api/index.ts';
import { endOfJob } from '../../lib/job-end.ts';
import { announceJob } from '../../lib/jobs.ts';
import { toast } from '../../lib/toast.tsx';

/**
 * Synchronises one integration, or all without an id (INT-07, INT-16). It goes on in the background and says how it
 * ended, also on another page (ERR-020 to ERR-023).
 */
export function useSync(id?: number) {
  const { t } = useTranslation('integrations');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { jobId } = await (id === undefined
        ? call(synchroniseIntegrations, {})
        : call(synchroniseIntegration, { params: { id } }));
      announceJob(jobId, 'synchronise-integrations');
      await endOfJob(jobId);
    },
    onSuccess: () => void toast('success', t(id === undefined ? 'syncedAll' : 'syncedOne')),
    onError: ({ message }) => {
      const text = t(id === undefined ? 'syncAllFailed' : 'syncOneFailed');
      // The job begins its reason with the same words.
      const detail = message.startsWith(`${text}: `) ? message.slice(text.length + 2) : message;
      toast('error', text, { detail });
    },
    onSettled: () => {
      // One that failed has done the others all the same.
      for (const endpoint of [listIntegrationsWithCounts, getIntegration, listIntegrations])
        void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) });
    },
  });
}
