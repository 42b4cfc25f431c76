import type { IntegrationDetail } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { useUpdateIntegration } from '../../domain/integration/manage-integrations.ts';
import { ApiError } from '../../lib/api/error.ts';
import { toast } from '../../lib/toast.tsx';

/** Changes fields of an integration. A refusal that names no field becomes a toast. */
export function useUpdate({ id }: Pick<IntegrationDetail, 'id'>) {
  const { t } = useTranslation('integrations');
  return useUpdateIntegration(id, (error) => {
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) return;
    toast('error', t('wentWrong'), { detail: error.message, error });
  });
}
