import { type FiguresCoverage, getCoverage } from '@ludus/contract';
import { IconAlertTriangle, IconCloudOff, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LatePopover } from '../../../components/overlay/floats.tsx';
import { queryFor } from '../../../lib/api/index.ts';
import { shareOf, TrustDetails } from './trust-details.tsx';
import styles from './trust-facts.module.css';
import type { CoverageProps } from './trust-strip.tsx';

/** One statement about figures. A warning is something that is missing in them; the others only change them. */
interface Fact {
  key: 'late' | 'never' | 'quarantined' | 'unreconciled' | 'open' | 'running';
  isWarning: boolean;
  text: string;
}

/** What there is to say about figures, what is missing first; nothing where they are complete and final. */
function useFacts(): (coverage: FiguresCoverage, withoutOpen: boolean | undefined) => Fact[] {
  const { t } = useTranslation('statisticsCoverage');
  return (coverage, withoutOpen) => {
    const { integrations, openSessions, sessions, isRunning } = coverage;
    const late = integrations.filter(({ state }) => state === 'late');
    const never = integrations.filter(({ state }) => state === 'neverFetched');
    const quarantined = integrations.reduce((sum, { quarantinedRows }) => sum + quarantinedRows, 0);
    const unreconciled = integrations.reduce((sum, { unreconciledDays }) => sum + unreconciledDays, 0);
    const facts: (Fact | false)[] = [
      late.length > 0 && {
        key: 'late',
        isWarning: true,
        text:
          late.length === 1
            ? t('lateOne', { name: late[0]?.integrationName, time: late[0]?.asOf })
            : t('late', { count: late.length }),
      },
      never.length > 0 && {
        key: 'never',
        isWarning: true,
        text:
          never.length === 1
            ? t('neverOne', { name: never[0]?.integrationName })
            : t('never', { count: never.length }),
      },
      quarantined > 0 && {
        key: 'quarantined',
        isWarning: true,
        text: t('quarantined', { count: quarantined }),
      },
      unreconciled > 0 && {
        key: 'unreconciled',
        isWarning: true,
        text: t(integrations.length === 1 ? 'unreconciled' : 'unreconciledAll', { count: unreconciled }),
      },
      openSessions > 0 &&
        !withoutOpen && {
          key: 'open',
          isWarning: false,
          text: t('open', { count: openSessions, share: shareOf(openSessions, sessions) }),
        },
      isRunning && { key: 'running', isWarning: false, text: t('running') },
    ];
    return facts.filter((fact) => fact !== false);
  };
}

/** While a period runs, an integration may become late without any event; and a failure passes without one. */
const lookAgainMs = 60_000;

/** Of another filter than the one before it says nothing until it is read: it would stand beside other figures. */
const coverageQuery = (filter: CoverageProps['filter']) => ({
  ...queryFor(getCoverage, { query: filter }),
  refetchInterval: ({ state }: { state: { data?: FiguresCoverage | undefined; error: Error | null } }) =>
    state.data?.isRunning || state.error !== null ? lookAgainMs : (false as const),
});

/** The statements on one line, behind which are the details of each integration. */
export function TrustFacts({ filter, withoutOpen }: CoverageProps) {
  const { t } = useTranslation('statisticsCoverage');
  const factsOf = useFacts();
  const titleId = useId();
  const query = useQuery(coverageQuery(filter));
  const { data: coverage } = query;
  if (coverage === undefined) {
    if (!query.isError) return null;
    return (
      <button type="button" className={styles.strip} onClick={() => void query.refetch()} title={t('retry')}>
        <IconCloudOff size={14} stroke={1.5} aria-hidden="true" />
        <span className={styles.text}>{t('failed')}</span>
        <span className="hub-visually-hidden">{t('retry')}</span>
      </button>
    );
  }
  const facts = factsOf(coverage, withoutOpen);
  if (facts.length === 0) return null;
  const isWarning = facts.some((fact) => fact.isWarning);
  const Icon = isWarning ? IconAlertTriangle : IconInfoCircle;
  return (
    <LatePopover
      position="bottom-start"
      middlewares={{ flip: true, shift: true }}
      width="clamp(280px, calc(100vw - 24px), 440px)"
      withinPortal
      trapFocus
      returnFocus
      dropdown={{ 'aria-labelledby': titleId }}
      target={
        <button type="button" className={styles.strip} data-warning={isWarning || undefined}>
          <Icon size={14} stroke={1.75} aria-hidden="true" className={styles.icon} />
          <span className={styles.text}>
            {facts.map(({ key, text, isWarning: isMissing }, index) => (
              <span key={key} className={styles.fact}>
                {index > 0 && <span className={styles.dot}> · </span>}
                <span data-missing={isMissing || undefined}>{text}</span>
              </span>
            ))}
          </span>
          {/* Where there is no room for more words. */}
          <span className={styles.count} aria-hidden="true">
            {t('notes', { count: facts.length })}
          </span>
        </button>
      }
    >
      <TrustDetails titleId={titleId} coverage={coverage} withoutOpen={withoutOpen} />
    </LatePopover>
  );
}
