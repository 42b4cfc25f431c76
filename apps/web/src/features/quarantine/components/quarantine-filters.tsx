import type { QuarantinedRow } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { MultiPicker, type PickerOption } from '../../../components/form/multi-picker.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import type { QuarantineSearch } from '../search.ts';
import styles from './quarantine-filters.module.css';

interface QuarantineFiltersProps {
  search: QuarantineSearch;
  onChange: (part: Pick<QuarantineSearch, 'integration' | 'job'>) => void;
  /** Rows on the screen: they name their integrations and fetches. */
  rows: readonly QuarantinedRow[];
}

export function QuarantineFilters({ search, onChange, rows }: QuarantineFiltersProps) {
  const { t } = useTranslation('quarantine');
  const integrations = useQuery(integrationsQuery());
  const places = useMemo(() => {
    const names = new Map(integrations.data?.rows.map(({ id, name }) => [id, name]));
    // Those of deleted integrations as well.
    for (const { integrationId, integrationName } of rows) names.set(integrationId, integrationName);
    return [...names].map(
      ([id, name]): PickerOption => ({
        value: String(id),
        label: name,
        art: <IntegrationChip name={name} number={id} />,
      }),
    );
  }, [integrations.data, rows]);
  const sourceOf = useSourceText();
  const sources = useMemo(() => {
    const options = new Map<string, PickerOption>();
    for (const { jobId, receivedAt } of rows) {
      if (!options.has(jobId)) options.set(jobId, { value: jobId, label: sourceOf(jobId, receivedAt) });
    }
    const { job } = search;
    if (job !== undefined && !options.has(job)) options.set(job, { value: job, label: sourceOf(job) });
    return [...options.values()];
  }, [rows, search, sourceOf]);
  return (
    <div className={styles.controls}>
      <MultiPicker
        single
        label={t('integration')}
        placeholder={t('allIntegrations')}
        options={places}
        value={search.integration === undefined ? [] : [String(search.integration)]}
        onChange={([id]) => onChange({ integration: id === undefined ? undefined : Number(id) })}
        error={integrations.isError ? t('integrationsFailed') : undefined}
      />
      <MultiPicker
        single
        label={t('source')}
        placeholder={t('allSources')}
        options={sources}
        value={search.job === undefined ? [] : [search.job]}
        onChange={([job]) => onChange({ job })}
      />
    </div>
  );
}

/** The words for where a row came from: a fetch by the time it received the row, or what is no job. */
export function useSourceText() {
  const { t } = useTranslation('quarantine');
  return useMemo(
    () =>
      (jobId: string, receivedAt?: string): string => {
        if (jobId === 'import' || jobId === 'single session') return t(`sources.${jobId}`);
        return receivedAt === undefined
          ? t('sources.unknownFetch')
          : t('sources.fetch', { time: receivedAt });
      },
    [t],
  );
}
