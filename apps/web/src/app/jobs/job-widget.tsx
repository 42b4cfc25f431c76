import { ActionIcon } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronUp,
  IconCircleCheck,
  IconMinus,
  IconPlugConnectedX,
  IconX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import i18next from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { Mark } from '../../components/display/brand-mark.tsx';
import { useJobLabels } from '../../domain/job/job-labels.ts';
import { progressText } from '../../domain/job/job-messages.ts';
import {
  countUndelivered,
  dispatchJob,
  hasSessionResults,
  isUnderWay,
  type JobState,
  jobStore,
  shownSummary,
} from '../../domain/job/jobs.ts';
import { useCan } from '../../lib/auth/index.ts';
import { useEdgeHeight } from '../../lib/edge-height.ts';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { usePersistent } from '../../lib/persistent-store.ts';
import styles from './job-widget.module.css';

/** How long a job that has done everything stays in sight. */
export const dismissalMs = 10_000;

/** It ended, and not all it had to do has been done. */
const isPartial = ({ status, summary, quarantined }: JobState) =>
  status === 'ended' && (countUndelivered(summary) > 0 || quarantined > 0);

function iconOf(state: JobState): ReactNode {
  if (isPartial(state)) return <IconAlertTriangle size={20} stroke={1.5} color="var(--hub-warning)" />;
  if (state.status === 'ended') return <IconCircleCheck size={20} stroke={1.5} color="var(--hub-positive)" />;
  if (state.status === 'error')
    return <IconAlertTriangle size={20} stroke={1.5} color="var(--hub-negative)" />;
  if (state.status === 'disconnected')
    return <IconPlugConnectedX size={20} stroke={1.5} color="var(--hub-warning)" />;
  return <Mark size={20} running />;
}

/** Floating, bottom right: the current user's background job (area JOBS). */
export function JobWidget() {
  const state = usePersistent(jobStore);
  const { t, nameOf, keyOf } = useJobLabels();
  const dock = useEdgeHeight('--hub-job-widget');
  const mayReadQuarantine = useCan('sessions:fetch');
  const rest = useSelfDismissal(state);
  if (state.status === null) return null;

  const percentage = `${formatCount(Math.round(state.percentage))}%`;
  if (state.minimised) {
    return (
      <div ref={dock} className={styles.dock} {...rest}>
        <button
          type="button"
          className={styles.pill}
          onClick={() => dispatchJob({ type: 'minimise', minimised: false })}
        >
          {iconOf(state)}
          <span>{nameOf(state.name)}</span>
          <strong>{percentage}</strong>
          <span className="hub-visually-hidden">{t('restore')}</span>
          <IconChevronUp size={16} stroke={1.5} />
        </button>
      </div>
    );
  }

  const texts = textsOf({ ...state, message: progressText(state) }, nameOf(state.name), t);
  const showsBar = state.status === 'error' ? 100 : state.percentage;
  const showsPercentage = state.status !== 'called' && state.status !== 'error';
  const summary = shownSummary(state.summary);
  const canClose = !isUnderWay(state) && state.status !== 'disconnected';
  return (
    <aside ref={dock} className={styles.dock} aria-label={t('region')} {...rest}>
      <div className={styles.widget} data-status={state.status}>
        <div className={styles.head}>
          <span className={styles.icon}>{iconOf(state)}</span>
          <div className={styles.texts} role="status">
            <div className={styles.title}>{texts.title}</div>
            <div className={styles.message}>{texts.message}</div>
          </div>
          <ActionIcon
            size="sm"
            aria-label={t('minimise')}
            onClick={() => dispatchJob({ type: 'minimise', minimised: true })}
          >
            <IconMinus size={16} stroke={1.5} />
          </ActionIcon>
          {canClose && (
            <ActionIcon size="sm" aria-label={t('close')} onClick={() => dispatchJob({ type: 'close' })}>
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
          )}
        </div>
        <div className={styles.bar}>
          <div
            className={styles.track}
            role="progressbar"
            aria-label={t('progress')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(showsBar)}
          >
            <div
              className={styles.fill}
              data-status={isPartial(state) ? 'partial' : state.status}
              style={{ width: `${showsBar}%` }}
            />
          </div>
          {showsPercentage && <span className={styles.percentage}>{percentage}</span>}
        </div>
        {state.status !== 'error' && (summary.length > 0 || state.quarantined > 0) && (
          <dl className={styles.summary}>
            {summary.map(([key, value]) => (
              <SummaryLine key={key} label={keyOf(key)} value={value} />
            ))}
            {state.quarantined > 0 && !('quarantined' in state.summary) && (
              <SummaryLine label={t('quarantined')} value={state.quarantined} />
            )}
          </dl>
        )}
        {mayReadQuarantine && state.quarantined > 0 && state.jobId !== null && (
          <Link to="/quarantine" search={{ job: state.jobId }} className={styles.link}>
            {t('showQuarantined')}
          </Link>
        )}
        {hasSessionResults(state.name) && state.jobId !== null && (
          <Link to="/open-sessions" search={{ job: state.jobId }} className={styles.link}>
            {t('showResults')}
          </Link>
        )}
      </div>
    </aside>
  );
}

/**
 * Closes the widget some time after a job has done all it had to; what failed in part stays until someone has read it. The
 * time does not run while the pointer or the focus is on the widget: spread the handlers on it.
 */
function useSelfDismissal(state: JobState) {
  const [isHeld, setHeld] = useState(false);
  const isDone = state.status === 'ended' && !isPartial(state);
  useEffect(() => {
    if (!isDone || isHeld) return;
    const timer = setTimeout(() => dispatchJob({ type: 'close' }), dismissalMs);
    return () => clearTimeout(timer);
  }, [isDone, isHeld]);
  // A widget that goes away under the pointer sends no leave.
  useEffect(() => {
    if (state.status === null) setHeld(false);
  }, [state.status]);
  return {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
}

function SummaryLine({ label, value }: { label: string; value: string | number }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{typeof value === 'number' ? formatCount(value) : value}</dd>
    </>
  );
}

type Words = ReturnType<typeof useJobLabels>['t'];

function textsOf(state: JobState, name: string, t: Words): { title: string; message: string } {
  switch (state.status) {
    case 'error':
      return { title: t('errorTitle'), message: t('errorText') };
    case 'disconnected':
      return { title: t('lostTitle'), message: t('lostText') };
    case 'ended': {
      if (isPartial(state)) {
        const fallback = t(countUndelivered(state.summary) > 0 ? 'partly' : 'quarantinedRows');
        return { title: t('lastJob', { name }), message: state.message || fallback };
      }
      const { startedAt, finishedAt } = state;
      const took =
        startedAt !== null && finishedAt !== null
          ? formatDuration(Math.max(0, finishedAt - startedAt), i18next.language)
          : null;
      return {
        title: t('lastJob', { name }),
        message: took ? t('finishedIn', { time: took }) : state.message,
      };
    }
    case 'called':
      return { title: name, message: state.message || t('waiting') };
    default:
      return { title: name, message: state.message };
  }
}
