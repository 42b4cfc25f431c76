import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DocumentLinks } from '../../../components/files/document-links.tsx';
import { reconciliationProofQuery } from '../../../domain/statistics/reconciliation.ts';
import { formatDayWith } from '../../../lib/format.ts';
import styles from './reconciliation.module.css';

/** Whether every day of the month of a day is complete, as a document for whoever checks it. */
export function ProofLinks({ day }: { day: string }) {
  const { t, i18n } = useTranslation('reconciliation');
  const month = day.slice(0, 7);
  const { data } = useQuery(reconciliationProofQuery(month));
  if (data === undefined) return null;
  const name = formatDayWith(`${data.month}-01`, i18n.language, { month: 'long', year: 'numeric' });
  return (
    <p className={styles.proof}>
      <DocumentLinks files={data.files} label={t('proof', { month: name })} />
    </p>
  );
}
