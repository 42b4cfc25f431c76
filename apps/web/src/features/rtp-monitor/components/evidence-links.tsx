import { IconFileTypePdf } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './rtp-case.module.css';
import panel from './rtp-monitor.module.css';

interface EvidenceLinksProps {
  files: { en: string; it: string };
  /** Whose figures they hold, where the panel shows more than one place. */
  of?: string;
}

/** Two plain links: a file in the reader's language and one for the auditor. */
export function EvidenceLinks({ files, of }: EvidenceLinksProps) {
  const { t } = useTranslation('rtpMonitor');
  return (
    <span className={styles.files}>
      <IconFileTypePdf size={18} stroke={1.5} aria-hidden="true" />
      <span className={panel.note}>{of === undefined ? t('evidence') : t('evidenceOf', { name: of })}</span>
      {(['en', 'it'] as const).map((language) => (
        <a key={language} href={files[language]} download>
          {t(`evidenceIn.${language}`)}
        </a>
      ))}
    </span>
  );
}
