import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconClockPause,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Count } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { serviceStatusesQuery } from '../../../domain/integration/integrations.ts';
import { openCountsQuery } from '../../../domain/session/open-sessions.ts';
import { figuresCoverageQuery } from '../../../domain/statistics/statistics.ts';
import { useCan } from '../../../lib/auth/index.ts';
import type { Period } from '../../../lib/days.ts';
import { type CountedFinding, type Finding, findingsOf, groupsOf, isCounted } from '../attention.ts';
import styles from './attention-panel.module.css';

/** More stand behind a button: the panel is a summary. */
const shownAtFirst = 8;

const icons = {
  failing: IconX,
  neverFetched: IconAlertTriangle,
  late: IconAlertTriangle,
  quarantined: IconAlertTriangle,
  unreconciled: IconAlertTriangle,
  open: IconClockPause,
};

/** What someone should look at, at all integrations, each with the way to where it is mended. */
export function AttentionPanel({ period }: { period: Period }) {
  const { t } = useTranslation('integrations');
  const health = useQuery(serviceStatusesQuery());
  const coverage = useQuery(figuresCoverageQuery({ ...period, sessionTypeId: 1 }));
  const open = useQuery(openCountsQuery({ sessionTypeId: 1 }));
  const isPending = [health, coverage, open].some((call) => call.isPending);
  const showsSkeleton = useDelayed(isPending);
  const findings = useMemo(
    () => findingsOf({ health: health.data?.rows, coverage: coverage.data, open: open.data }),
    [health.data, coverage.data, open.data],
  );
  const [showsAll, setShowsAll] = useState(false);
  const groups = useMemo(() => groupsOf(findings), [findings]);
  const shown = showsAll ? groups : groups.slice(0, shownAtFirst);
  return (
    <Panel title={t('attention.title')} coverage={t('attention.coverage')} hasLongCoverage ruled flush>
      <QueryView query={[coverage, open]} text={t('attention.failed')} compact>
        {isPending && findings.length === 0 ? (
          <div className={styles.awaited} aria-busy="true">
            {showsSkeleton &&
              [70, 52, 60].map((width) => <SkeletonLine key={width} width={`${width}%`} my={12} />)}
          </div>
        ) : findings.length === 0 ? (
          <p className={styles.none}>
            {health.data && <IconCircleCheck size={18} stroke={1.5} aria-hidden="true" />}
            {t(health.data ? 'attention.none' : 'attention.noneKnown')}
          </p>
        ) : (
          <ul className={styles.list} aria-label={t('attention.title')}>
            {shown.map(([first, ...others]) => (
              <li key={`${first.kind} ${first.id}`}>
                {others.length > 0 && isCounted(first) ? (
                  <GroupRow kind={first.kind} findings={[first, ...others].filter(isCounted)} />
                ) : (
                  <FindingRow finding={first} />
                )}
              </li>
            ))}
          </ul>
        )}
        {shown.length < groups.length && (
          <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
            {t('attention.more', { count: groups.length - shown.length })}
          </button>
        )}
      </QueryView>
    </Panel>
  );
}

function FindingRow({ finding }: { finding: Finding }) {
  const Icon = icons[finding.kind];
  const target = useTarget(finding);
  return (
    <Link className={styles.row} {...target}>
      <span className={styles.icon} data-kind={finding.kind}>
        <Icon size={16} stroke={2} aria-hidden="true" />
      </span>
      <IntegrationName name={finding.name} number={finding.id} />
      <span className={styles.words}>{useWords(finding)}</span>
      <IconChevronRight className={styles.arrow} size={16} stroke={1.5} aria-hidden="true" />
    </Link>
  );
}

/** The same at several integrations: said once, with the count of each. */
function GroupRow({ kind, findings }: { kind: CountedFinding['kind']; findings: CountedFinding[] }) {
  const { t } = useTranslation('integrations');
  const Icon = icons[kind];
  const id = useId();
  return (
    <div className={styles.group}>
      <span className={styles.icon} data-kind={kind}>
        <Icon size={16} stroke={2} aria-hidden="true" />
      </span>
      <span id={id}>{t(`attention.many.${kind}`)}</span>
      <span className={styles.counts}>
        {findings.map((finding) => (
          <CountLink key={finding.id} finding={finding} describedBy={id} />
        ))}
      </span>
    </div>
  );
}

/** Its name is what is read; what is counted stands before all of them, and describes each. */
function CountLink({ finding, describedBy }: { finding: CountedFinding; describedBy: string }) {
  return (
    <Link className={styles.count} aria-describedby={describedBy} {...useTarget(finding)}>
      <IntegrationName name={finding.name} number={finding.id} /> <Count value={finding.count} />
    </Link>
  );
}

function useWords(finding: Finding): string {
  const { t } = useTranslation('integrations');
  switch (finding.kind) {
    case 'failing':
      return t('attention.failing', {
        count: finding.services.length,
        services: finding.services.map((service) => t(`service.${service}`)).join(', '),
      });
    case 'late':
      return t('attention.late', { time: finding.since });
    case 'neverFetched':
      return t('attention.neverFetched');
    default:
      return t(`attention.${finding.kind}`, { count: finding.count });
  }
}

/** Where it is mended; the page of the integration where the person has no other. */
function useTarget(finding: Finding) {
  const seesQuarantine = useCan('sessions:fetch');
  const { id } = finding;
  if (finding.kind === 'quarantined' && seesQuarantine)
    return { to: '/quarantine', search: { integration: id } } as const;
  if (finding.kind === 'unreconciled')
    return { to: '/reconciliation', search: { integration: id, day: finding.day } } as const;
  if (finding.kind === 'open')
    return { to: '/open-sessions', search: { integrations: [id], ages: [...finding.ages] } } as const;
  return { to: '/integration/{-$id}', params: { id: String(id) } } as const;
}
