import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useUser } from '../../../lib/auth/index.ts';
import { download } from '../../../lib/download.ts';
import styles from './security.module.css';

interface RecoveryCodesProps {
  /** Null while there are none to show. */
  codes: readonly string[] | null;
  onClose: () => void;
}

/** Recovery codes, this once. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { t } = useTranslation('settings');
  const { username } = useUser();
  const lines = codes ?? [];
  return (
    <Modal
      opened={codes !== null}
      onClose={onClose}
      title={t('saveCodes')}
      size={420}
      // They cannot be shown again: neither Esc nor a click beside the dialog may lose them.
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={styles.text}>{t('saveCodesText')}</p>
      <ul className={styles.codes} aria-label={t('recoveryCodes')}>
        {lines.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group justify="space-between" gap={8}>
        <Group gap={8}>
          <CopyButton
            value={lines.join('\n')}
            label={t('recoveryCodes')}
            success={t('codesCopied')}
            failure={t('copyFailed')}
          >
            {t('copy')}
          </CopyButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.5} />}
            onClick={() =>
              download(
                new Blob([[`Ludus Hub · ${username}`, '', ...lines, ''].join('\n')], { type: 'text/plain' }),
                'ludus-hub-recovery-codes.txt',
              )
            }
          >
            {t('download')}
          </Button>
        </Group>
        <Button onClick={onClose}>{t('done')}</Button>
      </Group>
    </Modal>
  );
}
