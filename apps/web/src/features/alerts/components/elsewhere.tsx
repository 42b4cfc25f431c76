import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../components/display/badge.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { certificatesQuery, coverageQuery } from '../../../domain/certificate/certificates.ts';
import { rtpCasesQuery } from '../../../domain/statistics/rtp-cases.ts';
import { rtpMonitorQuery } from '../../../domain/statistics/rtp-monitor.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDay } from '../../../lib/format.ts';
import styles from './alerts.module.css';

/** How many of the games that alert, or lack a certificate, are named. */
const mostNames = 3;

interface Waiting {
  href: string;
  text: 'rtpAlerts' | 'openCases' | 'expired' | 'expiring' | 'missing';
  tone: 'negative' | 'warning';
  count: number;
  names: readonly string[];
}

/**
 * What asks for someone as well and is no incident: RTP alerts and open cases, documents that have ended or end soon, and
 * certificates that integrations need and games lack. Undefined until all of it is known or cannot be read: its lines stand
 * beneath the incidents and come with them at once.
 */
export function useElsewhere(): readonly Waiting[] | undefined {
  const { t } = useTranslation('alerts');
  const seesCases = useCan('rtp:monitor');
  const seesDocuments = useCan('games:documents');
  const cases = useQuery({ ...rtpCasesQuery({ state: 'open', limit: mostNames }), enabled: seesCases });
  const monitor = useQuery({ ...rtpMonitorQuery(undefined), enabled: seesCases });
  // By their end: where one has ended, the first row is the one that ended first.
  const documents = useQuery({ ...certificatesQuery({ limit: 1 }), enabled: seesDocuments });
  const ending = useQuery({
    ...certificatesQuery({ state: 'expiring', limit: mostNames }),
    enabled: seesDocuments,
  });
  const coverage = useQuery({
    ...coverageQuery({ gaps: true, order: 'urgency', limit: 20 }),
    enabled: seesDocuments,
  });
  const alerting = (monitor.data?.games ?? []).filter(({ verdict }) => verdict === 'alert');
  const { expired = 0, expiring = 0 } = documents.data?.states ?? {};
  const [first] = documents.data?.rows ?? [];
  const firstText =
    first?.validUntil && t('expiredOn', { name: first.name, day: formatDay(first.validUntil) });
  const lacking = (coverage.data?.rows ?? []).filter(({ cells }) =>
    cells.some(({ state }) => state === 'missing'),
  );
  const waiting: Waiting[] = [
    {
      href: '/rtp-monitor?verdicts=alert',
      text: 'rtpAlerts',
      tone: 'negative',
      count: alerting.length,
      names: alerting.slice(0, mostNames).map(({ name }) => name),
    },
    {
      href: '/rtp-monitor?view=cases',
      text: 'openCases',
      tone: 'warning',
      count: cases.data?.count ?? 0,
      names: (cases.data?.rows ?? []).map(({ name }) => name),
    },
    {
      href: '/certificates?state=expired',
      text: 'expired',
      tone: 'negative',
      count: expired,
      names: firstText ? [firstText] : [],
    },
    {
      href: '/certificates?view=coverage&gaps=true',
      text: 'missing',
      tone: 'negative',
      count: coverage.data?.totals.missing ?? 0,
      names: lacking.slice(0, mostNames).map(({ game }) => game.name),
    },
    {
      href: '/certificates?state=expiring',
      text: 'expiring',
      tone: 'warning',
      count: expiring,
      names: (ending.data?.rows ?? []).map(({ name, validUntil }) =>
        validUntil === null ? name : t('expiredOn', { name, day: formatDay(validUntil) }),
      ),
    },
  ];
  if ([cases, monitor, documents, ending, coverage].some(({ isLoading }) => isLoading)) return undefined;
  return waiting.filter(({ count }) => count > 0);
}

export function Elsewhere({ waiting }: { waiting: readonly Waiting[] }) {
  const { t } = useTranslation('alerts');
  if (waiting.length === 0) return null;
  return (
    <Panel flush ruled title={t('elsewhere')} coverage={t('elsewhereCovers')}>
      <ul className={styles.elsewhere} aria-label={t('elsewhere')}>
        {waiting.map(({ href, text, tone, count, names }) => (
          <li key={href}>
            <InternalLink href={href}>
              <StatusDot tone={tone} />
              <span className={styles.said}>
                {t(text, { count })}
                {names.length > 0 && (
                  <span className={styles.names}>
                    {names.join(', ')}
                    {names.length < count && ' …'}
                  </span>
                )}
              </span>
              <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
            </InternalLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
