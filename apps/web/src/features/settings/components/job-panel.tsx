import type { Job, ReportDelivery } from '@ludus/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { DetailPanel, Facts, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { useJobLabels } from '../../../domain/job/job-labels.ts';
import { errorText, progressText } from '../../../domain/job/job-messages.ts';
import { hasSessionResults } from '../../../domain/job/jobs.ts';
import { formatInstant } from '../../../lib/format.ts';
import { remarksOf } from '../board.ts';
import { useJobTexts } from '../use-job-texts.ts';
import { RemoveJob, RetryJob } from './job-actions.tsx';
import { JobParts, JobPeriod, JobTimes } from './job-detail.tsx';
import { JobTime, useDueAt } from './job-time.tsx';
import styles from './jobs-table.module.css';

interface JobPanelProps {
  job: Job;
  names: ReadonlyMap<number, string>;
  deliveries: readonly ReportDelivery[];
  /** Of a report that waits for its time: those before it, newest first. */
  lastRuns: readonly Job[];
  state: ReactNode;
  /** How far it is, what came of it or why it failed; null before there is any of it. */
  result: ReactNode;
  onClose: () => void;
}

/** One job beside the table, with its task, its times, and what it did for each integration or recipient. */
export function JobPanel({ job, names, deliveries, lastRuns, state, result, onClose }: JobPanelProps) {
  const { t } = useTranslation('settings');
  const { t: labels } = useJobLabels();
  const { titleOf, creatorOf, integrationsText } = useJobTexts(names);
  const name = titleOf(job);
  const dueAt = useDueAt(job);
  const isReport = job.name === 'email-report';
  return (
    <DetailPanel
      label={name}
      title={name}
      coverage={
        job.state === 'delayed' ? (
          <>
            {t('scheduledFor', { at: formatInstant(dueAt, 'minutes') })}, <JobTime job={job} short />
          </>
        ) : (
          <JobTime job={job} otherwise={creatorOf(job)} />
        )
      }
      state={state}
      width={480}
      onClose={onClose}
    >
      {result !== null && <div className={styles.panelResult}>{result}</div>}
      <Facts lines>
        <Fact label={t('creator')}>{creatorOf(job)}</Fact>
        <Fact label={t('integrations')}>{integrationsText(job)}</Fact>
        <JobPeriod job={job} />
        {isReport && <ReportFacts job={job} />}
        <JobTimes job={job} />
        <Fact label={t('jobId')}>
          <span className={styles.id}>
            <span className="hub-id">{job.id}</span>
            <CopyButton
              value={job.id}
              label={t('jobId')}
              success={t('jobIdCopied')}
              failure={t('jobIdNotCopied')}
            />
          </span>
        </Fact>
      </Facts>
      <div className={styles.panelActions}>
        {remarksOf(job).hasQuarantined && (
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/quarantine" search={{ job: job.id }} />}
          >
            {labels('showQuarantined')}
          </Button>
        )}
        {hasSessionResults(job.name) && (
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/open-sessions" search={{ job: job.id }} />}
          >
            {labels('showResults')}
          </Button>
        )}
        {isReport && job.state === 'delayed' && (
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/settings" hash="reports" onClick={onClose} />}
          >
            {t('sendNow')}
          </Button>
        )}
        <RemoveJob job={job} name={name} withWords />
        <RetryJob job={job} />
      </div>
      {isReport && job.state === 'delayed' && <LastRuns runs={lastRuns} />}
      <JobParts job={job} deliveries={deliveries} />
    </DetailPanel>
  );
}

/** To whom a report goes, and as what. */
function ReportFacts({ job }: Pick<JobPanelProps, 'job'>) {
  const { t } = useTranslation('settings');
  return (
    <>
      {job.state === 'delayed' && (
        <Fact label={t('recipients')}>
          <Link to="/mailing-list">{t('recipientsPlaceholder')}</Link>
        </Fact>
      )}
      <Fact label={t('format')}>{t('excelFile')}</Fact>
    </>
  );
}

/** When the reports before a scheduled one were sent, and what came of each. */
function LastRuns({ runs }: { runs: readonly Job[] }) {
  const { t } = useTranslation('settings');
  if (runs.length === 0) {
    return (
      <PanelPart title={t('lastRuns')}>
        <p className={styles.noRuns}>{t('noRuns')}</p>
      </PanelPart>
    );
  }
  return (
    <PanelPart title={t('lastRuns')}>
      <ul className={styles.runs} aria-label={t('lastRuns')}>
        {runs.map((run) => (
          <li key={run.id}>
            <DateTime value={run.finishedOn} format="minutes" />
            <span data-failed={run.state === 'failed' || undefined}>
              {errorText(run) ?? progressText(run.progress)}
            </span>
          </li>
        ))}
      </ul>
    </PanelPart>
  );
}
