import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../components/internal-link.tsx';
import { certificatesQuery } from '../../../domain/certificate/certificates.ts';
import { rtpCasesQuery } from '../../../domain/statistics/rtp-cases.ts';
import { rtpMonitorQuery } from '../../../domain/statistics/rtp-monitor.ts';
import { useCan } from '../../../lib/auth/index.ts';
import styles from './alerts.module.css';

/** What asks for someone as well and is no incident: RTP alerts and open cases, and documents that have ended or end soon. */
export function Elsewhere() {
  const { t } = useTranslation('alerts');
  const seesCases = useCan('rtp:monitor');
  const seesDocuments = useCan('games:documents');
  const cases = useQuery({ ...rtpCasesQuery({ state: 'open', limit: 1 }), enabled: seesCases });
  const monitor = useQuery({ ...rtpMonitorQuery(undefined), enabled: seesCases });
  const documents = useQuery({ ...certificatesQuery({ limit: 1 }), enabled: seesDocuments });
  const { expired = 0, expiring = 0 } = documents.data?.states ?? {};
  const waiting = [
    {
      href: '/rtp-monitor?verdicts=alert',
      text: 'rtpAlerts',
      count: (monitor.data?.games ?? []).filter(({ verdict }) => verdict === 'alert').length,
    },
    { href: '/rtp-monitor?view=cases', text: 'openCases', count: cases.data?.count ?? 0 },
    { href: '/certificates?state=expired', text: 'expired', count: expired },
    { href: '/certificates?state=expiring', text: 'expiring', count: expiring },
  ] as const;
  const shown = waiting.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <p className={styles.elsewhere}>
      <span className={styles.elsewhereLabel}>{t('elsewhere')}</span>
      {shown.map(({ href, text, count }) => (
        <InternalLink key={href} href={href}>
          {t(text, { count })}
        </InternalLink>
      ))}
    </p>
  );
}
