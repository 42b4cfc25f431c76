import type { ActionState } from '@ludus/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../components/display/badge.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { certificateActionsQuery } from '../../../domain/certificate/certificates.ts';
import { outagePath, statusListQuery } from '../../../domain/integration/status.ts';
import { rtpCasesQuery } from '../../../domain/statistics/rtp-cases.ts';
import { rtpMonitorQuery } from '../../../domain/statistics/rtp-monitor.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDay } from '../../../lib/format.ts';
import styles from './alerts.module.css';

/** How many of the games that alert, or lack a certificate, are named. */
const mostNames = 3;

interface Waiting {
  href: string;
  text: 'outages' | 'rtpAlerts' | 'openCases' | 'expired' | 'expiring' | 'missing';
  tone: 'negative' | 'warning';
  count: number;
  names: readonly string[];
}

const needing = (state: ActionState, enabled: boolean) => ({
  ...certificateActionsQuery({ state, limit: mostNames }),
  enabled,
});

/**
 * What asks for someone as well and is no incident: outages that go on, RTP alerts and open cases, and certificates that integrations need
 * and that have expired, end soon or are missing. Undefined until all of it is known or cannot be read: its lines stand
 * beneath the incidents and come with them at once.
 */
export function useElsewhere(): readonly Waiting[] | undefined {
  const { t } = useTranslation('alerts');
  const seesCases = useCan('rtp:monitor');
  const seesDocuments = useCan('games:documents');
  const cases = useQuery({ ...rtpCasesQuery({ state: 'open', limit: mostNames }), enabled: seesCases });
  const monitor = useQuery({ ...rtpMonitorQuery(undefined), enabled: seesCases });
  const expired = useQuery(needing('expired', seesDocuments));
  const missing = useQuery(needing('missing', seesDocuments));
  const expiring = useQuery(needing('expiring', seesDocuments));
  const status = useQuery({ ...statusListQuery(), enabled: useCan('status:read') });
  const down = (status.data?.rows ?? []).filter(({ outageId }) => outageId !== null);
  const alerting = (monitor.data?.games ?? []).filter(({ verdict }) => verdict === 'alert');
  const waiting: Waiting[] = [
    {
      // One has its page at once.
      href: down.length === 1 && down[0] ? outagePath(down[0]) : '/status',
      text: 'outages',
      tone: 'negative',
      count: down.length,
      names: down.slice(0, mostNames).map(({ integration }) => integration.name),
    },
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
    ...Object.entries({ expired, missing, expiring }).map(
      ([state, { data }]): Waiting => ({
        href: `/certificates?view=action&need=${state}`,
        text: state as ActionState,
        tone: state === 'expiring' ? 'warning' : 'negative',
        count: data?.count ?? 0,
        names: (data?.rows ?? []).map(({ game, jurisdiction, until }) => {
          const name = `${game.name} (${jurisdiction})`;
          return until === null ? name : t('expiredOn', { name, day: formatDay(until) });
        }),
      }),
    ),
  ];
  if ([status, cases, monitor, expired, missing, expiring].some(({ isLoading }) => isLoading))
    return undefined;
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
