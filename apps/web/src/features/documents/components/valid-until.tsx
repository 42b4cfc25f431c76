import type { Certificate } from '@ludus/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDay, PLACEHOLDER } from '../../../lib/format.ts';
import { useToday } from '../../../lib/use-today.ts';
import { expiryOf } from '../facets.ts';
import styles from './documents.module.css';

/** Until when a document holds; in the warning colour from a month before its end on. */
export function ValidUntil({ document }: { document: Certificate }) {
  const { t } = useTranslation('documents');
  const expiry = expiryOf(document, useToday());
  if (document.validUntil === null) return <span className={styles.dim}>{PLACEHOLDER}</span>;
  if (expiry === null) return <span>{formatDay(document.validUntil)}</span>;
  const note =
    expiry.state === 'expired'
      ? t('expired')
      : expiry.days === 0
        ? t('expiresToday')
        : t('expiresIn', { count: expiry.days });
  return (
    <span className={styles.expiring}>
      <span className={styles.expiringDay}>
        <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
        {formatDay(document.validUntil)}
      </span>
      <span className={styles.expiringNote}>{note}</span>
    </span>
  );
}
