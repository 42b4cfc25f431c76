import { passwordConfirmation } from '@ludus/contract';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './security.module.css';

interface ConfirmWithPasswordProps<Output> {
  opened: boolean;
  onClose: () => void;
  title: string;
  text: string;
  confirmLabel: string;
  danger?: boolean;
  mutation: {
    isPending: boolean;
    mutate: (
      currentPassword: string,
      options: { onSuccess: (output: Output) => void; onError: (error: Error) => void },
    ) => void;
  };
  onDone: (output: Output) => void;
}

/** Asks for the current password before a change. */
export function ConfirmWithPassword<Output>(props: ConfirmWithPasswordProps<Output>) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={420}
      withCloseButton={false}
    >
      <PasswordForm {...props} />
    </Modal>
  );
}

/** Only the form, for a dialog with more than one step. */
export function PasswordForm<Output>({
  onClose,
  text,
  confirmLabel,
  danger,
  mutation,
  onDone,
}: Omit<ConfirmWithPasswordProps<Output>, 'opened' | 'title'>) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const form = useSchemaForm({ initialValues: { currentPassword: '' }, schema: passwordConfirmation });
  const send = form.bind(({ currentPassword }) =>
    mutation.mutate(currentPassword, {
      onSuccess: onDone,
      onError: (error) => {
        if (!form.refuse(error)) toast('error', t('notChanged'), networkErrorDetail(error));
      },
    }),
  );
  return (
    <form {...send} className={styles.form}>
      <p className={styles.text}>{text}</p>
      <PasswordField
        label={t('currentPassword')}
        data-autofocus
        autoComplete="current-password"
        maxLength={256}
        {...form.getInputProps('currentPassword')}
      />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose} disabled={mutation.isPending}>
          {common('cancel')}
        </Button>
        <Button type="submit" loading={mutation.isPending} data-danger={danger || undefined}>
          {confirmLabel}
        </Button>
      </Group>
    </form>
  );
}
