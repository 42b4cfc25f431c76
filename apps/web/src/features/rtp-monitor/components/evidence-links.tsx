import { useTranslation } from 'react-i18next';
import { DocumentLinks } from '../../../components/files/document-links.tsx';
import styles from './rtp-case.module.css';

interface EvidenceLinksProps {
  files: { en: string; it: string };
  /** Whose figures they hold, where the panel shows more than one place. */
  of?: string;
}

export function EvidenceLinks({ files, of }: EvidenceLinksProps) {
  const { t } = useTranslation('rtpMonitor');
  return (
    <span className={styles.files}>
      <DocumentLinks files={files} label={of === undefined ? t('evidence') : t('evidenceOf', { name: of })} />
    </span>
  );
}
