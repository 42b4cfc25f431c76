import type { IntegrationDetail } from '@ludus/contract';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { useDeleteIntegration } from '../../../domain/integration/manage-integrations.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { toast } from '../../../lib/toast.tsx';

interface DeleteIntegrationProps {
  integration: IntegrationDetail;
  onDeleted: () => void;
}

/** There is no button while it has games; a refusal all the same is shown as the server words it. */
export function DeleteIntegration({ integration, onDeleted }: DeleteIntegrationProps) {
  const { t } = useTranslation('integrations');
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const { id, name, games } = integration;
  const removal = useDeleteIntegration(id, {
    onDeleted: () => {
      toast('success', t('deleted'));
      onDeleted();
    },
    onFailed: (error) => {
      setConfirmOpen(false);
      const isRefusal = error instanceof ApiError && error.status === 409;
      toast('error', isRefusal ? error.message : t('wentWrong'), { error });
    },
  });
  if (games === undefined || games.length > 0) return null;
  return (
    <>
      <HeaderButton
        danger
        label={t('delete')}
        icon={<IconTrash size={16} stroke={1.5} />}
        onClick={() => setConfirmOpen(true)}
      />
      <ConfirmModal
        opened={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
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
