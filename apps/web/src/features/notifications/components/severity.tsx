import { useTranslation } from 'react-i18next';
import { SeverityBadge } from '../../../components/display/badge.tsx';
import styles from './notification-list.module.css';

const names = ['low', 'medium', 'high', 'critical'] as const;

/** Severity 1 to 4. */
export function Severity({ severity, quiet }: { severity: number; quiet?: boolean }) {
  const { t } = useTranslation('notifications');
  const name = t(`severity.${names[severity - 1] ?? 'low'}`);
  // In a list only what someone should look at stands out.
  if (quiet) return <span className={styles.quiet}>{name}</span>;
  return <SeverityBadge severity={severity}>{name}</SeverityBadge>;
}
