import type { Job, ReportDelivery } from '@ludus/contract';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useJobLabels } from '../../../domain/job/job-labels.ts';
import { errorText, progressText } from '../../../domain/job/job-messages.ts';
import { hasSessionResults } from '../../../domain/job/jobs.ts';
import { formatInstant } from '../../../lib/format.ts';
import { integrationsOf, remarksOf } from '../board.ts';
import { useJobTexts } from '../use-job-texts.ts';
import { RemoveJob, RetryJob } from './job-actions.tsx';
import styles from './job-card.module.css';
import { JobDetail } from './job-detail.tsx';
import { JobProgress } from './job-progress.tsx';
import { JobTime, useDueAt } from './job-time.tsx';

interface JobCardProps {
  job: Job;
  deliveries: readonly ReportDelivery[];
  names: ReadonlyMap<number, string>;
}

/** A job on the board with its progress; opened, with its creator, period, integrations and results. */
export function JobCard({ job, deliveries, names }: JobCardProps) {
  const { t: labels } = useJobLabels();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { titleOf, creatorOf, integrationsText } = useJobTexts(names);
  const name = titleOf(job);
  const dueAt = useDueAt(job);
  const at = job.finishedOn ?? job.processedOn ?? (job.state === 'delayed' ? dueAt : job.timestamp);
  const { hasErrors, hasQuarantined, isPartial } = remarksOf(job);
  return (
    <article className={styles.card} aria-labelledby={`${id}-name`} data-state={job.state}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-detail`}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={styles.texts}>
            <span id={`${id}-name`} className={styles.name} title={name}>
              {name}
            </span>
            <span className={styles.sub}>
              <span>
                <JobTime job={job} otherwise="" />
              </span>
              {/* Of several, the opened card names them. */}
              {integrationsOf(job)?.length === 1 && (
                <span className={styles.place}>{integrationsText(job)}</span>
              )}
            </span>
            <span className={styles.by}>
              {job.data.userId !== 'system' && `${creatorOf(job)} · `}
              {formatInstant(at, 'minutes')}
            </span>
          </span>
          {isPartial && (
            <IconAlertTriangle
              className={styles.partial}
              size={16}
              stroke={1.75}
              role="img"
              aria-label={labels(hasErrors ? 'partly' : 'quarantinedRows')}
            />
          )}
          <IconChevronDown size={16} stroke={1.5} className={styles.chevron} aria-hidden="true" />
        </button>
        <RemoveJob job={job} name={name} />
      </div>
      {job.state === 'active' && <JobProgress job={job} />}
      {isPartial && !isOpen && <p className={styles.message}>{progressText(job.progress)}</p>}
      {hasQuarantined && (
        <Link to="/quarantine" search={{ job: job.id }} className={styles.link}>
          {labels('showQuarantined')}
        </Link>
      )}
      {hasSessionResults(job.name) && (
        <Link to="/open-sessions" search={{ job: job.id }} className={styles.link}>
          {labels('showResults')}
        </Link>
      )}
      {job.error !== null && <p className={styles.error}>{errorText(job)}</p>}
      <RetryJob job={job} />
      <div id={`${id}-detail`} hidden={!isOpen}>
        {isOpen && <JobDetail job={job} deliveries={deliveries} names={names} />}
      </div>
    </article>
  );
}
