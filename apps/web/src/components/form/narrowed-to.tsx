import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './narrowed-to.module.css';

interface NarrowedToProps {
  /** What is left: names, or how many of a kind. */
  parts: readonly string[];
  onClear: () => void;
  /** Buttons before the one that shows all. */
  children?: ReactNode;
}

/** That a screen is narrowed by what was chosen on another one, and the way to all. */
export function NarrowedTo({ parts, onClear, children }: NarrowedToProps) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.chosen}>
      <span className={styles.only}>{t('narrowedTo')}</span>
      {parts.map((part) => (
        <span key={part} className={styles.part}>
          {part}
        </span>
      ))}
      {children}
      <Button variant="subtle" onClick={onClear}>
        {t('showAll')}
      </Button>
    </div>
  );
}
