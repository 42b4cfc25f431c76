import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Modal } from '../../../components/modal.tsx';
import styles from './users.module.css';

interface ShownPasswordProps {
  /** Null while there is none to show. */
  given: { name: string; password: string } | null;
  onClose: () => void;
}

/** A password that was made up, this once. */
export function ShownPassword({ given, onClose }: ShownPasswordProps) {
  const { t } = useTranslation('users');
  return (
    <Modal
      opened={given !== null}
      onClose={onClose}
      title={t('passwordTitle', { name: given?.name ?? '' })}
      size={420}
      // It cannot be had again: neither Esc nor a click beside the dialog may lose it.
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={styles.text}>{t('passwordText', { address: window.location.host })}</p>
      <div className={styles.password}>
        <code>{given?.password}</code>
        <CopyButton
          value={given?.password ?? ''}
          label={t('tempPass')}
          success={t('passwordCopied')}
          failure={t('copyFailed')}
        />
      </div>
      <Group justify="flex-end" mt={20}>
        <Button onClick={onClose}>{t('done')}</Button>
      </Group>
    </Modal>
  );
}
