import {
  deleteIntegration,
  getIntegration,
  type IntegrationDetail,
  listIntegrations,
  listIntegrationsWithCounts,
  listServiceStatuses,
} from '@ludus/contract';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { ApiError, call, keyOf, queryFor, useMutation } from '../../../lib/api/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { HeaderButton } from './header-button.tsx';

interface DeleteIntegrationProps {
  integration: IntegrationDetail;
  onDeleted: () => void;
}

/** INT-15, OPEN-50: there is no button while it has games; a refusal all the same is shown as the server words it. */
export function DeleteIntegration({ integration, onDeleted }: DeleteIntegrationProps) {
  const { t } = useTranslation('integrations');
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const { id, name, games } = integration;
  const own = queryFor(getIntegration, { params: { id } }).queryKey;
  const removal = useMutation({
    mutationFn: () => call(deleteIntegration, { params: { id } }),
    onSuccess: () => {
      toast('success', t('deleted'));
      onDeleted();
      queryClient.removeQueries({ queryKey: own });
      for (const endpoint of [listIntegrationsWithCounts, listIntegrations, listServiceStatuses])
        void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) });
    },
    onError: (error) => {
      setAsked(false);
      const isRefusal = error instanceof ApiError && error.status === 409;
      toast('error', isRefusal ? error.message : t('wentWrong'));
      void queryClient.invalidateQueries({ queryKey: own });
    },
  });
  if (games === undefined || games.length > 0) return null;
  return (
    <>
      <HeaderButton
        danger
        label={t('delete')}
        icon={<IconTrash size={16} stroke={1.5} />}
        onClick={() => setAsked(true)}
      />
      <ConfirmModal
        opened={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => removal.mutate()}
        title={t('deleteTitle', { name })}
        confirmLabel={t('deleteConfirm')}
        danger
        loading={removal.isPending}
      >
        {t('deleteText')}
      </ConfirmModal>
    </>
  );
}
