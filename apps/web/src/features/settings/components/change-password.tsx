import { passwordChange } from '@ludus/contract';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { useChangePassword } from '../../../domain/user/account.ts';
import { useUser } from '../../../lib/auth/index.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './security.module.css';

interface ChangePasswordProps {
  opened: boolean;
  onClose: () => void;
}

export function ChangePassword({ opened, onClose }: ChangePasswordProps) {
  const { t } = useTranslation('settings');
  return (
    <Modal opened={opened} onClose={onClose} title={t('changePassword')} size={420} withCloseButton={false}>
      <Form onClose={onClose} />
    </Modal>
  );
}

/** What was typed stays when the call fails. */
function Form({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const { username } = useUser();
  const change = useChangePassword();
  const form = useSchemaForm({
    initialValues: { currentPassword: '', newPassword: '', repeated: '' },
    toBody: ({ currentPassword, newPassword }) => ({ currentPassword, newPassword }),
    schema: passwordChange,
    rules: ({ newPassword, repeated }) => (newPassword === repeated ? {} : { repeated: t('notRepeated') }),
  });
  const send = form.bind((body) =>
    change.mutate(body, {
      onSuccess: () => {
        toast('success', t('passwordChanged'));
        onClose();
      },
      onError: (error) => {
        if (!form.refuse(error)) toast('error', t('notChanged'), networkErrorDetail(error));
      },
    }),
  );
  return (
    <form {...send} className={styles.form}>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={t('currentPassword')}
        data-autofocus
        autoComplete="current-password"
        maxLength={256}
        {...form.getInputProps('currentPassword')}
      />
      <PasswordField
        label={t('newPassword')}
        description={t('newPasswordHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="new-password"
        maxLength={256}
        {...form.getInputProps('newPassword')}
      />
      <PasswordField
        label={t('repeatPassword')}
        autoComplete="new-password"
        maxLength={256}
        {...form.getInputProps('repeated')}
      />
      <p className={styles.text}>{t('othersEnd')}</p>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose} disabled={change.isPending}>
          {common('cancel')}
        </Button>
        <Button type="submit" loading={change.isPending}>
          {t('changePassword')}
        </Button>
      </Group>
    </form>
  );
}
