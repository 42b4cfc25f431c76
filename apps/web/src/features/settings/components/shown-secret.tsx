import type { ApiTokenSecret } from '@ludus/contract';
import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Modal } from '../../../components/modal.tsx';
import styles from './api-tokens.module.css';

interface ShownSecretProps {
  /** Null while there is none to show. */
  made: ApiTokenSecret | null;
  onClose: () => void;
}

/** A token with its secret, this once, and how a program sends it. */
export function ShownSecret({ made, onClose }: ShownSecretProps) {
  const { t } = useTranslation('settings');
  // Stays in place while the dialog fades out.
  const [last, setLast] = useState(made);
  if (made !== null && made !== last) setLast(made);
  const secret = last?.secret ?? '';
  return (
    <Modal
      opened={made !== null}
      onClose={onClose}
      title={t('apiTokens.saveTitle', { name: last?.token.name })}
      size={560}
      // It cannot be shown again: neither Esc nor a click beside the dialog may lose it.
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={styles.text}>{t('apiTokens.saveText')}</p>
      <Textarea
        label={t('apiTokens.secret')}
        className={styles.secret}
        value={secret}
        readOnly
        rows={3}
        spellCheck={false}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className={styles.text}>{t('apiTokens.howTo')}</p>
      <pre className={styles.example}>
        {`curl -H "Authorization: Bearer $TOKEN" ${window.location.origin}/api/me`}
      </pre>
      <Group justify="space-between" gap={8}>
        <CopyButton
          value={secret}
          label={t('apiTokens.secret')}
          success={t('apiTokens.copied')}
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
          {t('apiTokens.saved')}
        </Button>
      </Group>
    </Modal>
  );
}
