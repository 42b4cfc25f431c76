import { useTranslation } from 'react-i18next';
import styles from './statements.module.css';

/** How many days after it was due an amount is still open. */
export function DaysLate({ days }: { days: number }) {
  const { t } = useTranslation('statements');
  return <span className={styles.late}>{t('daysLate', { count: days })}</span>;
}
