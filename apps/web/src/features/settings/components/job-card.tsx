import type { Job, ReportDelivery } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconReload, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { useJobLabels } from '../../../domain/job/job-labels.ts';
import { errorText, progressText } from '../../../domain/job/job-messages.ts';
import { countUndelivered, shownSummary } from '../../../domain/job/jobs.ts';
import { useClearJob, useRetryJob } from '../../../domain/job/jobs-board.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { isDay } from '../../../lib/days.ts';
import { formatCount, formatDay, formatDuration, formatInstant } from '../../../lib/format.ts';
import { reasonText } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { useJobTexts } from '../use-job-texts.ts';
import styles from './job-card.module.css';

const nearEnd = 95;

interface JobCardProps {
  job: Job;
  deliveries: readonly ReportDelivery[];
  names: ReadonlyMap<number, string>;
  /** Milliseconds since 1970. */
  now: number;
}

/** A job on the board with its progress; opened, with its creator, period, integrations and results. */
export function JobCard({ job, deliveries, names, now }: JobCardProps) {
  const { t, i18n } = useTranslation('settings');
  const { t: labels } = useJobLabels();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const name = useJobTexts(names).titleOf(job);
  const hasErrors = countUndelivered(job.summary) > 0 || job.integrations.some(({ error }) => error !== null);
  const hasQuarantined = job.integrations.some(({ quarantined }) => quarantined > 0);
  const isPartial = job.state === 'completed' && (hasErrors || hasQuarantined);
  // A delay counts from the time of the response.
  const dueAt = useMemo(() => Date.now() + job.delay, [job.delay]);
  const time = timeOf(job, now, dueAt, i18n.language);
  const failed = (error: Error) =>
    toast(
      'error',
      t('removeFailed', { status: error instanceof ApiError ? statusText(error) : error.message }),
    );
  const clear = useClearJob({ onDone: () => toast('success', t('removed')), onFailed: failed });
  const retry = useRetryJob({ onDone: () => toast('success', t('retried')), onFailed: failed });
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
          <IconChevronDown size={16} stroke={1.5} className={styles.chevron} aria-hidden="true" />
          <span className={styles.texts}>
            <span id={`${id}-name`} className={styles.name}>
              {name}
            </span>
            <span className={styles.sub}>
              {time ? t(`times.${time.kind}`, { time: time.text }) : job.username}
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
        </button>
        {job.state === 'waiting' && (
          <ActionIcon
            aria-label={t('removeJob', { name })}
            loading={clear.isPending}
            onClick={() => clear.mutate(job)}
          >
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </div>
      {job.state === 'active' && <Progress job={job} />}
      {isPartial && !isOpen && <p className={styles.message}>{progressText(job.progress)}</p>}
      {hasQuarantined && (
        <Link to="/quarantine" search={{ job: job.id }} className={styles.link}>
          {labels('showQuarantined')}
        </Link>
      )}
      {job.error !== null && <p className={styles.error}>{errorText(job)}</p>}
      {job.state === 'failed' && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconReload size={14} stroke={1.75} />}
          loading={retry.isPending}
          onClick={() => retry.mutate(job)}
        >
          {t('retry')}
        </Button>
      )}
      <div id={`${id}-detail`} hidden={!isOpen}>
        {isOpen && <Detail job={job} deliveries={deliveries} names={names} />}
      </div>
    </article>
  );
}

function Progress({ job: { progress } }: { job: Job }) {
  const { t } = useTranslation('settings');
  const percentage = Math.round(progress.percentage);
  return (
    <>
      <div className={styles.bar}>
        <div
          className={styles.track}
          role="progressbar"
          aria-label={t('progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percentage}
        >
          <div
            className={styles.fill}
            data-near-end={progress.percentage > nearEnd || undefined}
            style={{ width: `${progress.percentage}%` }}
          />
        </div>
        <span className={styles.percentage}>{percentage}%</span>
      </div>
      {progress.message !== '' && <p className={styles.message}>{progressText(progress)}</p>}
    </>
  );
}

/** Times, progress and what the job has done. */
function Detail({ job, deliveries, names }: Omit<JobCardProps, 'now'>) {
  const { t } = useTranslation('settings');
  const { keyOf } = useJobLabels();
  const { integrationsText } = useJobTexts(names);
  const { dateStart, dateEnd } = job.data;
  const summary = shownSummary(job.summary);
  return (
    <div className={styles.detail}>
      <dl className={styles.facts}>
        <Fact label={t('creator')}>{job.username}</Fact>
        {typeof dateStart === 'string' && <Fact label={t('from')}>{dayText(dateStart)}</Fact>}
        {typeof dateEnd === 'string' && <Fact label={t('to')}>{dayText(dateEnd)}</Fact>}
        <Fact label={t('integrations')}>{integrationsText(job)}</Fact>
        {job.state !== 'active' && job.state !== 'waiting' && job.state !== 'delayed' && (
          <Fact label={t('progress')}>
            {Math.round(job.progress.percentage)}% {progressText(job.progress)}
          </Fact>
        )}
        <Fact label={t('requested')}>
          <DateTime value={job.timestamp} />
        </Fact>
        {job.processedOn && (
          <Fact label={t('started')}>
            <DateTime value={job.processedOn} />
          </Fact>
        )}
        {job.finishedOn && (
          <Fact label={t('finished')}>
            <DateTime value={job.finishedOn} />
          </Fact>
        )}
        {summary.map(([key, value]) => (
          <Fact key={key} label={keyOf(key)}>
            {typeof value === 'number' ? formatCount(value) : value}
          </Fact>
        ))}
      </dl>
      {deliveries.length > 0 && (
        <ul className={styles.deliveries} aria-label={t('recipients')}>
          {deliveries.map((delivery, index) => (
            // An address can be there twice, for two integrations.
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of a report's mails stays
            <li key={index} className={styles.part}>
              <strong>{delivery.recipient}</strong>
              <span data-outcome={delivery.outcome}>{t(`outcomes.${delivery.outcome}`)}</span>
              {delivery.reason !== null && <span>{reasonText(delivery)}</span>}
            </li>
          ))}
        </ul>
      )}
      {job.integrations.map((part) => (
        <div key={part.integrationId} className={styles.part}>
          <strong>{part.integrationName}</strong>
          <span>
            {(['received', 'new', 'changed', 'unchanged', 'quarantined', 'elsewhere'] as const)
              .filter((key) => key === 'received' || (part[key] ?? 0) > 0)
              .map((key) => `${keyOf(key)} ${formatCount(part[key] ?? 0)}`)
              .join(', ')}
          </span>
          {part.error !== null && <span className={styles.error}>{errorText(part)}</span>}
        </div>
      ))}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const dayText = (text: string) => (isDay(text) ? formatDay(text) : formatInstant(text, 'minutes'));

/** How long it runs, took, or has to wait. */
function timeOf(
  job: Job,
  now: number,
  dueAt: number,
  language: string,
): { kind: 'elapsed' | 'took' | 'remaining'; text: string } | null {
  const { processedOn, finishedOn } = job;
  if (job.state === 'delayed') {
    return { kind: 'remaining', text: formatDuration(Math.max(0, dueAt - now), language) };
  }
  if (processedOn === null || job.state === 'waiting') return null;
  const from = Date.parse(processedOn);
  if (finishedOn === null)
    return { kind: 'elapsed', text: formatDuration(Math.max(0, now - from), language) };
  return { kind: 'took', text: formatDuration(Date.parse(finishedOn) - from, language) };
}

const statusTexts: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** The message ends with the status in words; HTTP/2 no longer sends them. */
function statusText({ status, message }: ApiError): string {
  return statusTexts[status] ?? message;
}
