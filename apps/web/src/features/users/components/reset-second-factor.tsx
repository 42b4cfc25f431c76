import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { useResetSecondFactor } from '../../../domain/user/users.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';

interface ResetSecondFactorProps {
  name: string;
  keycloakUserId: string;
  opened: boolean;
  onClose: () => void;
}

export function ResetSecondFactor({ name, keycloakUserId, opened, onClose }: ResetSecondFactorProps) {
  const { t } = useTranslation('users');
  const reset = useResetSecondFactor(keycloakUserId);
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      onConfirm={() =>
        reset.mutate(undefined, {
          onSuccess: () => toast('success', t('factorReset', { name })),
          onError: (error) => toast('error', t('factorFailed'), networkErrorDetail(error)),
          onSettled: onClose,
        })
      }
      title={t('resetFactorTitle', { name })}
      confirmLabel={t('resetFactor')}
      danger
      loading={reset.isPending}
    >
      {t('resetFactorText', { name })}
    </ConfirmModal>
  );
}
