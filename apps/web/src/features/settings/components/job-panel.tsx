import type { Job, ReportDelivery } from '@ludus/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { DetailPanel, Facts } from '../../../components/overlay/detail-panel.tsx';
import { useJobLabels } from '../../../domain/job/job-labels.ts';
import { errorText, progressText } from '../../../domain/job/job-messages.ts';
import { hasSessionResults } from '../../../domain/job/jobs.ts';
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
  /** Of a report that waits for its time: the one before it. */
  lastRun: Job | undefined;
  state: ReactNode;
  /** How far it is, what came of it or why it failed; null before there is any of it. */
  result: ReactNode;
  onClose: () => void;
}

/** One job beside the table, with its task, its times, and what it did for each integration or recipient. */
export function JobPanel({ job, names, deliveries, lastRun, state, result, onClose }: JobPanelProps) {
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
            {t('scheduled')} · <JobTime job={job} />
          </>
        ) : (
          <JobTime job={job} otherwise={creatorOf(job)} />
        )
      }
      state={state}
      width={560}
      onClose={onClose}
    >
      {result !== null && <div className={styles.panelResult}>{result}</div>}
      <Facts pairs>
        <Fact label={t('creator')}>{creatorOf(job)}</Fact>
        <Fact label={t('integrations')}>{integrationsText(job)}</Fact>
        <JobPeriod job={job} />
        {isReport && <ReportFacts job={job} lastRun={lastRun} />}
        {job.state === 'delayed' && (
          <Fact label={t('startsAt')}>
            <DateTime value={new Date(dueAt)} format="minutes" />
          </Fact>
        )}
        <JobTimes job={job} />
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
      <JobParts job={job} deliveries={deliveries} />
      <dl className={styles.jobId}>
        <Fact inline label={t('jobId')}>
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
      </dl>
    </DetailPanel>
  );
}

/** To whom a report goes, as what, and what came of the one before it. */
function ReportFacts({ job, lastRun }: Pick<JobPanelProps, 'job' | 'lastRun'>) {
  const { t } = useTranslation('settings');
  const result = lastRun && (errorText(lastRun) ?? progressText(lastRun.progress));
  return (
    <>
      {job.state === 'delayed' && (
        <Fact label={t('recipients')}>
          <Link to="/mailing-list">{t('recipientsPlaceholder')}</Link>
        </Fact>
      )}
      <Fact label={t('format')}>{t('excelFile')}</Fact>
      {lastRun && (
        <Fact label={t('lastRun')}>
          <DateTime value={lastRun.finishedOn} format="minutes" />
          {result && <div className={styles.lastResult}>{result}</div>}
        </Fact>
      )}
    </>
  );
}
