import { documentTypes } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choiceFilter } from '../../../components/form/picker-filter.tsx';
import { SearchField } from '../../../components/form/search-field.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { formatCount } from '../../../lib/format.ts';
import type { DocumentsSearch } from '../search.ts';

interface DocumentsFiltersProps {
  search: DocumentsSearch;
  /** `typing` is true while someone types: the address then changes in place. */
  onSearch: (search: DocumentsSearch, typing: boolean) => void;
  /** How many rows a search would show; undefined while that is not known. */
  countOf: (search: DocumentsSearch) => number | undefined;
  /** Only staff of the provider choose an integration: no one else may read the list of them. */
  mayManage: boolean;
}

/** Text, integration, type and how documents are listed, in one row. Games without a certificate have no type. */
export function DocumentsFilters({ search, onSearch, countOf, mayManage }: DocumentsFiltersProps) {
  const { t } = useTranslation('documents');
  const integrations = useQuery({ ...integrationsQuery('platforms'), enabled: mayManage });
  const change = (part: DocumentsSearch) => onSearch({ ...search, game: undefined, ...part }, false);
  const isMissing = search.show === 'missing';
  const noteOf = (part: DocumentsSearch) => {
    const count = countOf({ ...search, ...part });
    return count === undefined ? {} : { note: formatCount(count) };
  };
  const items: (FilterItem | false)[] = [
    {
      id: 'find',
      label: t('find'),
      width: 270,
      isActive: search.find !== undefined,
      control: (
        <SearchField
          compact
          label={t('find')}
          placeholder={t('find')}
          value={search.find}
          onSearch={(find) => onSearch({ ...search, find }, true)}
        />
      ),
    },
    mayManage &&
      choiceFilter({
        id: 'integration',
        label: t('integration'),
        width: 210,
        options: (integrations.data?.rows ?? []).map(({ id, name }) => ({
          value: id,
          label: name,
          art: <IntegrationChip name={name} number={id} size={16} />,
          ...noteOf({ integration: id }),
        })),
        value: search.integration,
        onChange: (integration) => change({ integration }),
        error: integrations.isError ? t('failed') : undefined,
      }),
    !isMissing &&
      choiceFilter({
        id: 'type',
        label: t('type'),
        width: 200,
        options: documentTypes.map((type) => ({
          value: type,
          label: t(`types.${type}`),
          ...noteOf({ type }),
        })),
        value: search.type,
        onChange: (type) => change({ type }),
      }),
    !isMissing && {
      id: 'view',
      label: t('view'),
      control: (
        <SegmentedSwitch
          label={t('view')}
          value={search.view ?? 'table'}
          onChange={(view) => change({ view: view === 'games' ? 'games' : undefined })}
          options={[
            { value: 'table', label: t('asTable') },
            { value: 'games', label: t('byGame') },
          ]}
        />
      ),
    },
  ];
  const shown = items.filter((item) => item !== false);
  return (
    <FilterBar
      items={shown}
      activeCount={shown.filter(({ isActive }) => isActive).length}
      onClear={() => change({ find: undefined, integration: undefined, type: undefined })}
    />
  );
}
