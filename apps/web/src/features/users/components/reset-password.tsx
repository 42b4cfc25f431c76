import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { useResetPassword } from '../../../domain/user/users.ts';
import { toast } from '../../../lib/toast.tsx';
import { ShownPassword } from './shown-password.tsx';

interface ResetPasswordProps {
  name: string;
  keycloakUserId: string;
  isOpen: boolean;
  onClose: () => void;
}

export function ResetPassword({ name, keycloakUserId, isOpen, onClose }: ResetPasswordProps) {
  const { t } = useTranslation('users');
  const reset = useResetPassword(keycloakUserId);
  const [password, setPassword] = useState<string | null>(null);
  return (
    <>
      <ConfirmModal
        opened={isOpen && password === null}
        onClose={onClose}
        onConfirm={() =>
          reset.mutate(undefined, {
            onSuccess: (answer) => setPassword(answer.password),
            onError: () => {
              toast('error', t('resetFailed'));
              onClose();
            },
          })
        }
        title={t('resetTitle', { name })}
        confirmLabel={t('resetConfirm')}
        danger
        loading={reset.isPending}
      >
        {t('resetText', { name })}
      </ConfirmModal>
      <ShownPassword
        given={password === null ? null : { name, password }}
        onClose={() => {
          setPassword(null);
          onClose();
        }}
      />
    </>
  );
}
