import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { toast } from '../../../lib/toast.tsx';
import { useResetPassword } from '../api/users.ts';
import { ShownPassword } from './shown-password.tsx';

interface ResetPasswordProps {
  name: string;
  keycloakUserId: string;
  isAsked: boolean;
  onClose: () => void;
}

export function ResetPassword({ name, keycloakUserId, isAsked, onClose }: ResetPasswordProps) {
  const { t } = useTranslation('users');
  const reset = useResetPassword(keycloakUserId);
  const [password, setPassword] = useState<string | null>(null);
  return (
    <>
      <ConfirmModal
        opened={isAsked && password === null}
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
