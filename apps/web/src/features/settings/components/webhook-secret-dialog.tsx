import { oldSecretHours, type WebhookSecret } from '@ludus/contract';
import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Modal } from '../../../components/modal.tsx';
import styles from './webhooks.module.css';

interface WebhookSecretDialogProps {
  /** Null while there is none to show. */
  made: WebhookSecret | null;
  onClose: () => void;
}

/** The secret of a webhook, this once. */
export function WebhookSecretDialog({ made, onClose }: WebhookSecretDialogProps) {
  const { t } = useTranslation('settings');
  // Stays in place while the dialog fades out.
  const [last, setLast] = useState(made);
  if (made !== null && made !== last) setLast(made);
  const secret = last?.secret ?? '';
  return (
    <Modal
      opened={made !== null}
      onClose={onClose}
      title={t('webhooks.saveTitle', { name: last?.webhook.name })}
      size={560}
      // It cannot be shown again: neither Esc nor a click beside the dialog may lose it.
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={styles.text}>{t('webhooks.saveText')}</p>
      <Textarea
        label={t('webhooks.secret')}
        className={styles.secret}
        value={secret}
        readOnly
        rows={2}
        spellCheck={false}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      {last?.webhook.oldSecretUntil && (
        <p className={styles.text}>{t('webhooks.oldSecret', { count: oldSecretHours })}</p>
      )}
      <Group justify="space-between" gap={8} mt="md">
        <CopyButton
          value={secret}
          label={t('webhooks.secret')}
          success={t('webhooks.copied')}
          failure={t('copyFailed')}
        >
          {t('copy')}
        </CopyButton>
        <Button
          onClick={() => {
            onClose();
            // The secret does not stay in memory longer than it is shown.
            setLast(null);
          }}
        >
          {t('webhooks.saved')}
        </Button>
      </Group>
    </Modal>
  );
}
