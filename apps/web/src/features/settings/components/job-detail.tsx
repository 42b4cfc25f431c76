import type { Job, ReportDelivery } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { useJobLabels } from '../../../domain/job/job-labels.ts';
import { errorText, progressText } from '../../../domain/job/job-messages.ts';
import { shownSummary } from '../../../domain/job/jobs.ts';
import { isDay } from '../../../lib/days.ts';
import { formatCount, formatDay, formatInstant } from '../../../lib/format.ts';
import { reasonText } from '../../../lib/messages.ts';
import { useJobTexts } from '../use-job-texts.ts';
import styles from './job-card.module.css';

interface JobDetailProps {
  job: Job;
  deliveries: readonly ReportDelivery[];
  names: ReadonlyMap<number, string>;
}

/** Times, progress and what the job has done. */
export function JobDetail({ job, deliveries, names }: JobDetailProps) {
  const { t } = useTranslation('settings');
  const { keyOf } = useJobLabels();
  const { integrationsText } = useJobTexts(names);
  const { dateStart, dateEnd } = job.data;
  const summary = shownSummary(job.summary);
  return (
    <div className={styles.detail}>
      <dl className={styles.facts}>
        <Fact inline label={t('creator')}>
          {job.username}
        </Fact>
        {typeof dateStart === 'string' && (
          <Fact inline label={t('from')}>
            {dayText(dateStart)}
          </Fact>
        )}
        {typeof dateEnd === 'string' && (
          <Fact inline label={t('to')}>
            {dayText(dateEnd)}
          </Fact>
        )}
        <Fact inline label={t('integrations')}>
          {integrationsText(job)}
        </Fact>
        {job.state !== 'active' && job.state !== 'waiting' && job.state !== 'delayed' && (
          <Fact inline label={t('progress')}>
            {Math.round(job.progress.percentage)}% {progressText(job.progress)}
          </Fact>
        )}
        <Fact inline label={t('requested')}>
          <DateTime value={job.timestamp} />
        </Fact>
        {job.processedOn && (
          <Fact inline label={t('started')}>
            <DateTime value={job.processedOn} />
          </Fact>
        )}
        {job.finishedOn && (
          <Fact inline label={t('finished')}>
            <DateTime value={job.finishedOn} />
          </Fact>
        )}
        {summary.map(([key, value]) => (
          <Fact inline key={key} label={keyOf(key)}>
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

const dayText = (text: string) => (isDay(text) ? formatDay(text) : formatInstant(text, 'minutes'));
