import type { Job, ReportDelivery } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { useJobLabels } from '../../domain/job/job-labels.ts';
import { errorText, progressText } from '../../domain/job/job-messages.ts';
import { mailedTypes } from '../../domain/job/reports.ts';
import { reasonText } from '../../lib/messages.ts';
import { integrationsOf } from './board.ts';

/** The texts of a job's card in the reader's language; the search of the board looks through them. */
export function useJobTexts(names: ReadonlyMap<number, string>) {
  const { t } = useTranslation('settings');
  const { nameOf } = useJobLabels();

  const titleOf = ({ name, data }: Pick<Job, 'name' | 'data'>): string => {
    const type = mailedTypes.find((one) => one === data.type);
    return nameOf(name) + (type === undefined ? '' : `, ${t(`jobTypes.${type}`)}`);
  };
  /** What no person has asked for comes from the hub itself. */
  const creatorOf = ({ username, data }: Pick<Job, 'username' | 'data'>): string =>
    data.userId === 'system' ? t('theHub') : username;
  const integrationsText = (job: Pick<Job, 'data'>): string => {
    const ids = integrationsOf(job);
    if (ids === null) return t('allIntegrations');
    return ids.map((id) => names.get(id) ?? t('unknownIntegration', { id })).join(', ');
  };
  const allOf = (job: Job, deliveries: readonly ReportDelivery[]): string[] => [
    titleOf(job),
    creatorOf(job),
    progressText(job.progress),
    errorText(job) ?? '',
    job.id,
    integrationsText(job),
    ...job.integrations.flatMap((part) => [part.integrationName, errorText(part) ?? '']),
    ...deliveries.flatMap((delivery) => [
      delivery.recipient,
      t(`outcomes.${delivery.outcome}`),
      reasonText(delivery) ?? '',
    ]),
  ];
  return { titleOf, creatorOf, integrationsText, allOf };
}
