import type { QuarantinedRow } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choiceFilter, type FilterOption } from '../../../components/form/picker-filter.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import type { QuarantineSearch } from '../search.ts';

interface QuarantineFiltersProps {
  search: QuarantineSearch;
  onChange: (part: Pick<QuarantineSearch, 'integration' | 'job'>) => void;
  /** Rows on the screen: they name their integrations and fetches. */
  rows: readonly QuarantinedRow[];
}

/** The integration that rows came from and the fetch that received them, in one row. */
export function QuarantineFilters({ search, onChange, rows }: QuarantineFiltersProps) {
  const { t } = useTranslation('quarantine');
  const integrations = useQuery(integrationsQuery());
  const places = useMemo(() => {
    const names = new Map(integrations.data?.rows.map(({ id, name }) => [id, name]));
    // Those of deleted integrations as well.
    for (const { integrationId, integrationName } of rows) names.set(integrationId, integrationName);
    return [...names].map(
      ([id, name]): FilterOption<number> => ({
        value: id,
        label: name,
        art: <IntegrationChip name={name} number={id} size={16} />,
      }),
    );
  }, [integrations.data, rows]);
  const sourceOf = useSourceText();
  const sources = useMemo(() => {
    const options = new Map<string, FilterOption<string>>();
    for (const { jobId, receivedAt } of rows) {
      if (!options.has(jobId)) options.set(jobId, { value: jobId, label: sourceOf(jobId, receivedAt) });
    }
    const { job } = search;
    if (job !== undefined && !options.has(job)) options.set(job, { value: job, label: sourceOf(job) });
    return [...options.values()];
  }, [rows, search, sourceOf]);
  const items: FilterItem[] = [
    choiceFilter({
      id: 'integration',
      label: t('integration'),
      placeholder: t('any'),
      width: 220,
      options: places,
      value: search.integration,
      onChange: (integration) => onChange({ integration }),
      error: integrations.isError ? t('integrationsFailed') : undefined,
    }),
    choiceFilter({
      id: 'job',
      label: t('source'),
      placeholder: t('any'),
      width: 300,
      options: sources,
      value: search.job,
      onChange: (job) => onChange({ job }),
    }),
  ];
  return (
    <FilterBar
      items={items}
      activeCount={items.filter(({ isActive }) => isActive).length}
      onClear={() => onChange({ integration: undefined, job: undefined })}
    />
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
