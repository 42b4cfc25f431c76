import { IconFileTypePdf } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './document-links.module.css';

interface DocumentLinksProps {
  /** Signed addresses. */
  files: { en: string; it: string };
  /** What they hold. */
  label: ReactNode;
}

/** Two plain links: a printed document in the reader's language and one for who reads the other. */
export function DocumentLinks({ files, label }: DocumentLinksProps) {
  const { t } = useTranslation('files');
  return (
    <span className={styles.files}>
      <IconFileTypePdf size={18} stroke={1.5} aria-hidden="true" />
      <span className={styles.label}>{label}</span>
      {(['en', 'it'] as const).map((language) => (
        <a key={language} href={files[language]} download>
          {t(`printedIn.${language}`)}
        </a>
      ))}
    </span>
  );
}
