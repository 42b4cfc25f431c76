import type { Job, ReportDelivery } from '@ludus/contract';
import { CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import { useJobLabels } from '../../../domain/job/job-labels.ts';
import { hasSessionResults } from '../../../domain/job/jobs.ts';
import { remarksOf } from '../board.ts';
import { useJobTexts } from '../use-job-texts.ts';
import { RemoveJob, RetryJob } from './job-actions.tsx';
import { JobDetail } from './job-detail.tsx';
import { JobTime } from './job-time.tsx';
import styles from './jobs-table.module.css';

interface JobPanelProps {
  job: Job;
  names: ReadonlyMap<number, string>;
  deliveries: readonly ReportDelivery[];
  state: ReactNode;
  result: ReactNode;
  onClose: () => void;
}

/** One job beside the table, with its task, its times, and what it did for each integration or recipient. */
export function JobPanel({ job, names, deliveries, state, result, onClose }: JobPanelProps) {
  const { t: common } = useTranslation('common');
  const { t: labels } = useJobLabels();
  const name = useJobTexts(names).titleOf(job);
  return (
    <SidePanel label={name} width={560} onClose={onClose}>
      <article className={styles.panel}>
        <header className={styles.panelHead}>
          <h2 className={styles.panelTitle}>{name}</h2>
          <CloseButton onClick={onClose} data-autofocus aria-label={common('close')} />
        </header>
        <p className={styles.panelState}>
          {state}
          <span className={styles.second}>
            <JobTime job={job} otherwise={job.username} />
          </span>
        </p>
        <div className={styles.panelResult}>{result}</div>
        <div className={styles.panelActions}>
          {remarksOf(job).hasQuarantined && (
            <Link to="/quarantine" search={{ job: job.id }}>
              {labels('showQuarantined')}
            </Link>
          )}
          {hasSessionResults(job.name) && (
            <Link to="/open-sessions" search={{ job: job.id }}>
              {labels('showResults')}
            </Link>
          )}
          <RemoveJob job={job} name={name} />
          <RetryJob job={job} />
        </div>
        <JobDetail job={job} deliveries={deliveries} names={names} />
      </article>
    </SidePanel>
  );
}
