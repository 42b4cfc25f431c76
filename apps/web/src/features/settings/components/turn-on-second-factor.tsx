import { type ResponseOf, secondFactorConfirmation, type startSecondFactor } from '@ludus/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { useConfirmSecondFactor, useStartSecondFactor } from '../../../domain/user/account.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import { PasswordForm } from './confirm-with-password.tsx';
import styles from './security.module.css';

type Key = ResponseOf<typeof startSecondFactor>;

interface TurnOnProps {
  opened: boolean;
  /** It is on already, and moves to another app. */
  isOn: boolean;
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
}

/** Two steps: the current password, then a code of the app that has taken the key. */
export function TurnOnSecondFactor({ opened, isOn, onClose, onCodes }: TurnOnProps) {
  const { t } = useTranslation('settings');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(isOn ? 'changeApp' : 'turnOnTitle')}
      size={420}
      withCloseButton={false}
    >
      <Steps isOn={isOn} onClose={onClose} onCodes={onCodes} />
    </Modal>
  );
}

function Steps({ isOn, onClose, onCodes }: Omit<TurnOnProps, 'opened'>) {
  const { t } = useTranslation('settings');
  const start = useStartSecondFactor();
  const [key, setKey] = useState<Key>();
  if (key !== undefined) return <CodeForm shown={key} onClose={onClose} onCodes={onCodes} />;
  return (
    <PasswordForm
      text={t(isOn ? 'changeAppText' : 'turnOnText')}
      confirmLabel={t('next')}
      mutation={start}
      onClose={onClose}
      onDone={setKey}
    />
  );
}

function CodeForm({ shown, onClose, onCodes }: { shown: Key } & Pick<TurnOnProps, 'onClose' | 'onCodes'>) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const confirm = useConfirmSecondFactor();
  const form = useSchemaForm({
    initialValues: { code: '' },
    toBody: ({ code }) => ({ code: code.trim() }),
    schema: secondFactorConfirmation,
  });
  const field = useRef<HTMLInputElement>(null);
  // The field of the step before had the focus.
  useEffect(() => field.current?.focus(), []);
  const send = form.bind(({ code }) =>
    confirm.mutate(code, {
      onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
      onError: (error) => {
        if (!form.refuse(error)) toast('error', t('notChanged'), networkErrorDetail(error));
      },
    }),
  );
  return (
    <form {...send} className={styles.form}>
      <p className={styles.text}>{t('scan')}</p>
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(shown.qr)}`}
        alt={t('qr')}
        width={180}
        height={180}
      />
      <div>
        <p className={styles.text}>{t('typeKey')}</p>
        <div className={styles.key}>
          <code>{shown.key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton value={shown.key} label={t('key')} success={t('keyCopied')} failure={t('copyFailed')} />
        </div>
      </div>
      <TextInput
        ref={field}
        label={t('code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        {...form.getInputProps('code')}
      />
      <p className={styles.text}>{t('othersEnd')}</p>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose} disabled={confirm.isPending}>
          {common('cancel')}
        </Button>
        <Button type="submit" loading={confirm.isPending}>
          {t('turnOn')}
        </Button>
      </Group>
    </form>
  );
}
