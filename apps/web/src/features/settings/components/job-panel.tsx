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
import { hasSessionResults } from '../../../domain/job/jobs.ts';
import { remarksOf } from '../board.ts';
import { useJobTexts } from '../use-job-texts.ts';
import { RemoveJob, RetryJob } from './job-actions.tsx';
import { JobParts, JobPeriod, JobTimes } from './job-detail.tsx';
import { JobTime } from './job-time.tsx';
import styles from './jobs-table.module.css';

interface JobPanelProps {
  job: Job;
  names: ReadonlyMap<number, string>;
  deliveries: readonly ReportDelivery[];
  state: ReactNode;
  /** How far it is, what came of it or why it failed; null before there is any of it. */
  result: ReactNode;
  onClose: () => void;
}

/** One job beside the table, with its task, its times, and what it did for each integration or recipient. */
export function JobPanel({ job, names, deliveries, state, result, onClose }: JobPanelProps) {
  const { t } = useTranslation('settings');
  const { t: labels } = useJobLabels();
  const { titleOf, integrationsText } = useJobTexts(names);
  const name = titleOf(job);
  const isReport = job.name === 'email-report';
  return (
    <DetailPanel
      label={name}
      title={name}
      coverage={<JobTime job={job} otherwise={job.username} />}
      state={state}
      width={560}
      onClose={onClose}
    >
      {result !== null && <div className={styles.panelResult}>{result}</div>}
      <Facts>
        <Fact label={t('creator')}>{job.username}</Fact>
        <JobPeriod job={job} />
        <Fact label={t('integrations')}>{integrationsText(job)}</Fact>
        {job.state === 'delayed' && (
          <Fact label={t('startsAt')}>
            <DateTime value={new Date(Date.now() + job.delay).toISOString()} />
          </Fact>
        )}
        <JobTimes job={job} />
        <Fact label={t('jobId')}>
          <span className={styles.jobId}>
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
      <JobParts job={job} deliveries={deliveries} />
    </DetailPanel>
  );
}
