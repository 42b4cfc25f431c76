import { type Certificate, documentState } from '@ludus/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../components/internal-link.tsx';
import { formatDay, PLACEHOLDER } from '../../../lib/format.ts';
import { useToday } from '../../../lib/use-today.ts';
import { expiryOf } from '../facets.ts';
import styles from './documents.module.css';

/**
 * Until when a document holds; in the warning colour from a month before its end on, then in red. `named` says what the
 * day is, where no column does.
 */
export function ValidUntil({ document, named = false }: { document: Certificate; named?: boolean }) {
  const { t } = useTranslation('documents');
  const today = useToday();
  const expiry = expiryOf(document, today);
  const { replacedBy } = document;
  if (replacedBy !== null && documentState(document, today) === 'replaced')
    return (
      <span className={`${styles.dim} ${styles.replaced}`} title={replacedBy.name}>
        <span>{t('replacedByNow')}</span>{' '}
        <InternalLink href={`/certificates?id=${replacedBy.id}`}>{replacedBy.name}</InternalLink>
      </span>
    );
  if (document.validUntil === null) return <span className={styles.dim}>{PLACEHOLDER}</span>;
  const day = formatDay(document.validUntil);
  if (expiry === null) return <span>{named ? t('validUntilDay', { day }) : day}</span>;
  const isOver = expiry.state === 'expired';
  const note =
    expiry.state === 'expired'
      ? t('expired')
      : expiry.days === 0
        ? t('expiresToday')
        : t('expiresIn', { count: expiry.days });
  return (
    <span className={styles.expiring} data-over={isOver || undefined}>
      <span className={styles.expiringDay}>
        {named ? t(isOver ? 'expiredDay' : 'validUntilDay', { day }) : day}
        <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
      </span>
      {!(named && isOver) && <span className={styles.expiringNote}>{note}</span>}
    </span>
  );
}
