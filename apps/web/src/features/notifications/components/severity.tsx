import { useTranslation } from 'react-i18next';
import { SeverityBadge } from '../../../components/display/badge.tsx';

const names = ['low', 'medium', 'high', 'critical'] as const;

/** Severity 1 to 4. */
export function Severity({ severity }: { severity: number }) {
  const { t } = useTranslation('notifications');
  const name = t(`severity.${names[severity - 1] ?? 'low'}`);
  return <SeverityBadge severity={severity}>{name}</SeverityBadge>;
}
