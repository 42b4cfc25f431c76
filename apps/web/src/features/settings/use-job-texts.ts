import type { Job, ReportDelivery } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { useJobWords } from '../../components/job-words.ts';
import { mailedTypes } from './api/reports.ts';
import { integrationsOf } from './board.ts';

/** What the board says of a job, in the reader's language: the card shows it, and the search looks through it. */
export function useJobTexts(names: ReadonlyMap<number, string>) {
  const { t } = useTranslation('settings');
  const { nameOf, messageOf } = useJobWords();

  const titleOf = ({ name, data }: Pick<Job, 'name' | 'data'>): string => {
    const type = mailedTypes.find((one) => one === data.type);
    return nameOf(name) + (type === undefined ? '' : `, ${t(`jobTypes.${type}`)}`);
  };
  const integrationsText = (job: Pick<Job, 'data'>): string => {
    const ids = integrationsOf(job);
    if (ids === null) return t('allIntegrations');
    return ids.map((id) => names.get(id) ?? t('unknownIntegration', { id })).join(', ');
  };
  const allOf = (job: Job, deliveries: readonly ReportDelivery[]): string[] => [
    titleOf(job),
    job.username,
    messageOf(job.progress.message),
    job.error ?? '',
    job.id,
    integrationsText(job),
    ...job.integrations.flatMap((part) => [part.integrationName, part.error ?? '']),
    ...deliveries.flatMap(({ recipient, outcome, reason }) => [
      recipient,
      t(`outcomes.${outcome}`),
      messageOf(reason ?? ''),
    ]),
  ];
  return { titleOf, integrationsText, allOf };
}
