import {
  checkIntegrationServices,
  getIntegration,
  getServiceHistory,
  type IntegrationDetail,
  type IntegrationUpdate,
  listIntegrations,
  listIntegrationsWithCounts,
  listServiceStatuses,
  updateIntegration,
} from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, call, keyOf, queryFor, useMutation } from '../../lib/api/index.ts';
import { toast } from '../../lib/toast.tsx';

/** What each field of a refused change is told; empty when the refusal names none. */
export function fieldsOf(error: Error | null): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {};
}

/** Changes fields of an integration. A refusal that names no field becomes a toast (ERR-027). */
export function useUpdate({ id }: Pick<IntegrationDetail, 'id'>) {
  const { t } = useTranslation('integrations');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: IntegrationUpdate) => call(updateIntegration, { params: { id }, body }),
    onSuccess: (updated) => {
      queryClient.setQueryData(queryFor(getIntegration, { params: { id } }).queryKey, updated);
      for (const endpoint of [
        listIntegrationsWithCounts,
        listIntegrations,
        checkIntegrationServices,
        getServiceHistory,
        listServiceStatuses,
      ])
        void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) });
    },
    onError: (error) => {
      if (Object.keys(fieldsOf(error)).length > 0) return;
      toast('error', t('wentWrong'), { detail: error.message });
    },
  });
}
