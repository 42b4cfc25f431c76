import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choiceFilter } from '../../../components/form/picker-filter.tsx';
import { SearchField } from '../../../components/form/search-field.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { rolesFor, type UsersSearch } from '../search.ts';

interface UsersFiltersProps {
  search: UsersSearch;
  onChange: (part: Pick<UsersSearch, 'search' | 'integration' | 'role'>) => void;
  isProviderSide: boolean;
}

/** Text, integration (only for the provider) and role, in one row. */
export function UsersFilters({ search, onChange, isProviderSide }: UsersFiltersProps) {
  const { t } = useTranslation('users');
  // On a tablet, too, all of them stand in the row.
  const isTablet = useMedia(breakpoints.tablet);
  const integrations = useQuery({ ...integrationsQuery('platforms'), enabled: isProviderSide });
  const items: FilterItem[] = [
    {
      id: 'search',
      label: t('search'),
      width: isTablet ? 200 : 270,
      isActive: search.search !== undefined,
      control: (
        <SearchField
          compact
          label={t('search')}
          placeholder={t('searchHint')}
          value={search.search}
          onSearch={(text) => onChange({ search: text })}
        />
      ),
    },
    choiceFilter({
      id: 'integration',
      label: t('integration'),
      width: isTablet ? 168 : 210,
      options: (integrations.data?.rows ?? []).map(({ id, name }) => ({
        value: id,
        label: name,
        art: <IntegrationChip name={name} number={id} size={16} />,
      })),
      value: search.integration,
      onChange: (integration) => onChange({ integration }),
    }),
    choiceFilter({
      id: 'role',
      label: t('role'),
      width: isTablet ? 168 : 210,
      options: rolesFor(isProviderSide).map((value) => ({ value, label: t(`roles.${value}`) })),
      value: search.role,
      onChange: (role) => onChange({ role }),
    }),
  ];
  const shown = items.filter(({ id }) => isProviderSide || id !== 'integration');
  return (
    <FilterBar
      items={shown}
      activeCount={shown.filter(({ isActive }) => isActive).length}
      onClear={() => onChange({ search: undefined, integration: undefined, role: undefined })}
    />
  );
}
