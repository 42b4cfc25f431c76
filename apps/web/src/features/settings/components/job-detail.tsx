import type { Job, ReportDelivery } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { Facts, PanelPart } from '../../../components/overlay/detail-panel.tsx';
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

/** What an opened card holds: times, progress and what the job has done, a line each. */
export function JobDetail({ job, deliveries, names }: JobDetailProps) {
  const { t } = useTranslation('settings');
  const { creatorOf, integrationsText } = useJobTexts(names);
  return (
    <div className={styles.detail}>
      <dl className={styles.facts}>
        <Fact inline label={t('creator')}>
          {creatorOf(job)}
        </Fact>
        <JobPeriod job={job} inline />
        <Fact inline label={t('integrations')}>
          {integrationsText(job)}
        </Fact>
        <JobTimes job={job} inline />
        <Summary job={job} inline />
      </dl>
      <Deliveries deliveries={deliveries} />
      <Integrations job={job} />
    </div>
  );
}

/** The same in a panel, each part under its title. */
export function JobParts({ job, deliveries }: Omit<JobDetailProps, 'names'>) {
  const { t } = useTranslation('settings');
  return (
    <>
      {shownSummary(job.summary).length > 0 && (
        <PanelPart title={t('result')}>
          <Facts>
            <Summary job={job} />
          </Facts>
        </PanelPart>
      )}
      {deliveries.length > 0 && (
        <PanelPart title={t('recipients')}>
          <Deliveries deliveries={deliveries} />
        </PanelPart>
      )}
      {job.integrations.length > 0 && (
        <PanelPart title={t('byIntegration')}>
          <Integrations job={job} />
        </PanelPart>
      )}
    </>
  );
}

interface FactsProps {
  job: Job;
  /** Values at the right of their labels. */
  inline?: boolean;
}

/** The days that a job is about: with labels of their own on a card, as one period in a panel. */
export function JobPeriod({ job, inline = false }: FactsProps) {
  const { t } = useTranslation('settings');
  const { dateStart, dateEnd } = job.data;
  if (!inline && typeof dateStart === 'string' && typeof dateEnd === 'string') {
    const [from, to] = [dayText(dateStart), dayText(dateEnd)];
    return <Fact label={t('range')}>{from === to ? from : `${from} – ${to}`}</Fact>;
  }
  return (
    <>
      {typeof dateStart === 'string' && (
        <Fact inline={inline} label={t('from')}>
          {dayText(dateStart)}
        </Fact>
      )}
      {typeof dateEnd === 'string' && (
        <Fact inline={inline} label={t('to')}>
          {dayText(dateEnd)}
        </Fact>
      )}
    </>
  );
}

/** How far a job got, and when. */
export function JobTimes({ job, inline = false }: FactsProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      {job.state !== 'active' && job.state !== 'waiting' && job.state !== 'delayed' && (
        <Fact inline={inline} label={t('progress')}>
          {Math.round(job.progress.percentage)}% {inline && progressText(job.progress)}
        </Fact>
      )}
      <Fact inline={inline} label={t('requested')}>
        <DateTime value={job.timestamp} format={inline ? 'seconds' : 'minutes'} />
      </Fact>
      {job.processedOn && (
        <Fact inline={inline} label={t('started')}>
          <DateTime value={job.processedOn} format={inline ? 'seconds' : 'minutes'} />
        </Fact>
      )}
      {job.finishedOn && (
        <Fact inline={inline} label={t('finished')}>
          <DateTime value={job.finishedOn} format={inline ? 'seconds' : 'minutes'} />
        </Fact>
      )}
    </>
  );
}

function Summary({ job, inline = false }: FactsProps) {
  const { keyOf } = useJobLabels();
  return shownSummary(job.summary).map(([key, value]) => (
    <Fact inline={inline} key={key} label={keyOf(key)}>
      {typeof value === 'number' ? formatCount(value) : value}
    </Fact>
  ));
}

function Deliveries({ deliveries }: Pick<JobDetailProps, 'deliveries'>) {
  const { t } = useTranslation('settings');
  if (deliveries.length === 0) return null;
  return (
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
  );
}

function Integrations({ job }: { job: Job }) {
  const { keyOf } = useJobLabels();
  return job.integrations.map((part) => (
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
  ));
}

const dayText = (text: string) => (isDay(text) ? formatDay(text) : formatInstant(text, 'minutes'));
