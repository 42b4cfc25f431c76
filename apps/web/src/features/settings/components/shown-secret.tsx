import { Button, Group, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Modal } from '../../../components/modal.tsx';
import machines from './machines.module.css';
import styles from './shown-secret.module.css';

interface ShownSecretProps<Made extends { secret: string }> {
  /** Null while there is none to show. */
  made: Made | null;
  /** Whose words it has. */
  kind: 'apiTokens' | 'webhooks';
  nameOf: (made: Made) => string;
  rows: number;
  /** What follows the secret. */
  children?: (made: Made) => ReactNode;
  onClose: () => void;
}

/** A secret, this once. */
export function ShownSecret<Made extends { secret: string }>(props: ShownSecretProps<Made>) {
  const { made, kind, onClose } = props;
  const { t } = useTranslation('settings');
  // Stays in place while the dialog fades out.
  const [last, setLast] = useState(made);
  if (made !== null && made !== last) setLast(made);
  const secret = last?.secret ?? '';
  return (
    <Modal
      opened={made !== null}
      onClose={onClose}
      title={t(`${kind}.saveTitle`, { name: last === null ? '' : props.nameOf(last) })}
      size={560}
      // It cannot be shown again: neither Esc nor a click beside the dialog may lose it.
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={machines.text}>{t(`${kind}.saveText`)}</p>
      <Textarea
        label={t(`${kind}.secret`)}
        className={styles.secret}
        value={secret}
        readOnly
        rows={props.rows}
        spellCheck={false}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      {last !== null && props.children?.(last)}
      <Group justify="space-between" gap={8} mt="md">
        <CopyButton
          value={secret}
          label={t(`${kind}.secret`)}
          success={t(`${kind}.copied`)}
          failure={t('copyFailed')}
        >
          {t(`${kind}.copy`)}
        </CopyButton>
        <Button
          onClick={() => {
            onClose();
            // The secret does not stay in memory longer than it is shown.
            setLast(null);
          }}
        >
          {t(`${kind}.saved`)}
        </Button>
      </Group>
    </Modal>
  );
}
