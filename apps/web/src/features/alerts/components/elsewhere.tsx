import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../components/display/badge.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
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
      tone: 'negative',
      count: (monitor.data?.games ?? []).filter(({ verdict }) => verdict === 'alert').length,
    },
    { href: '/rtp-monitor?view=cases', text: 'openCases', tone: 'warning', count: cases.data?.count ?? 0 },
    { href: '/certificates?state=expired', text: 'expired', tone: 'negative', count: expired },
    { href: '/certificates?state=expiring', text: 'expiring', tone: 'warning', count: expiring },
  ] as const;
  const shown = waiting.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <Panel flush ruled title={t('elsewhere')}>
      <ul className={styles.elsewhere} aria-label={t('elsewhere')}>
        {shown.map(({ href, text, tone, count }) => (
          <li key={href}>
            <InternalLink href={href}>
              <StatusDot tone={tone} />
              {t(text, { count })}
              <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
            </InternalLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
