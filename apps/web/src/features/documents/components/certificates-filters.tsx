import { coverageOrders, documentTypes, jurisdictionName, neededJurisdictions } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choiceFilter } from '../../../components/form/picker-filter.tsx';
import { SearchField } from '../../../components/form/search-field.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { SortControl } from '../../../components/table/sort-control.tsx';
import { catalogWithCoversQuery } from '../../../domain/game/games.ts';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { readerLanguage } from '../../../lib/language-names.ts';
import { jurisdictionFilters, jurisdictionOf, neededOf } from '../certificates-query.ts';
import type { CertificatesSearch } from '../certificates-search.ts';
import { searchGames } from '../search-games.ts';

/** Within how many days documents end. */
const ends = [30, 60, 90];

interface CertificatesFiltersProps {
  search: CertificatesSearch;
  /** `typing` is true while someone types: the address then changes in place. */
  onChange: (part: Partial<CertificatesSearch>, typing?: boolean) => void;
  /** Only staff of the provider choose an integration. */
  mayManage: boolean;
}

/** The view, and what narrows it down. */
export function CertificatesFilters({ search, onChange, mayManage }: CertificatesFiltersProps) {
  const { t, i18n } = useTranslation('documents');
  const reader = readerLanguage(i18n.language);
  const integrations = useQuery({ ...integrationsQuery('platforms'), enabled: mayManage });
  const seesCatalog = useCan('catalog:read');
  const catalog = useQuery({ ...catalogWithCoversQuery(), enabled: seesCatalog });
  const games = useMemo(
    () =>
      searchGames(catalog.data?.rows ?? [], '').map(({ id, name, sub_name }) => ({
        value: id,
        label: sub_name ? `${name} ${sub_name}` : name,
      })),
    [catalog.data],
  );
  const { t: common } = useTranslation('common');
  const isCoverage = search.view === 'coverage';
  const isList = search.view === undefined;
  const order = search.order ?? 'urgency';
  const items: (FilterItem | false)[] = [
    {
      id: 'view',
      label: t('view'),
      control: (
        <SegmentedSwitch
          label={t('view')}
          value={search.view ?? ('list' as const)}
          onChange={(view) => onChange({ view: view === 'list' ? undefined : view })}
          options={[
            { value: 'list', label: t('asList') },
            { value: 'action', label: t('needsAction') },
            { value: 'coverage', label: t('asCoverage') },
          ]}
        />
      ),
    },
    isCoverage && {
      id: 'order',
      label: common('sorting.by'),
      control: (
        <>
          <SortControl
            framed="named"
            options={coverageOrders.map((id) => ({ id, label: t(`order.${id}`) }))}
            sort={{ id: order }}
            onSort={({ id }) => onChange({ order: id === 'urgency' ? undefined : id })}
          />
          <p className="hub-visually-hidden">{t(`orderNote.${order}`)}</p>
        </>
      ),
    },
    {
      id: 'find',
      label: t(isList ? 'find' : 'findGames'),
      width: 220,
      isActive: search.find !== undefined,
      control: (
        <SearchField
          key={search.view}
          compact
          label={t(isList ? 'find' : 'findGames')}
          placeholder={t(isList ? 'find' : 'findGames')}
          value={search.find}
          onSearch={(find) => onChange({ find }, true)}
        />
      ),
    },
    isList &&
      choiceFilter({
        id: 'within',
        label: t('expiresWithin'),
        // For "Expires within 60 days" with the button that clears it.
        width: 240,
        options: ends.map((days) => ({ value: days, label: t('withinDays', { count: days }) })),
        placeholder: t('anyEnd'),
        value: search.within,
        onChange: (within) => onChange({ within }),
      }),
    choiceFilter({
      id: 'jurisdiction',
      label: t('jurisdiction'),
      width: 200,
      options: (isList ? jurisdictionFilters : neededJurisdictions).map((code) => ({
        value: code,
        label: code === 'none' ? t('withoutJurisdiction') : jurisdictionName(code, reader),
      })),
      value: isList ? jurisdictionOf(search) : neededOf(search),
      onChange: (jurisdiction) => onChange({ jurisdiction }),
    }),
    isCoverage && {
      id: 'gaps',
      label: t('gamesShown'),
      isActive: search.gaps === true,
      control: (
        <SegmentedSwitch
          label={t('gamesShown')}
          value={search.gaps === true ? 'gaps' : 'all'}
          onChange={(shown) => onChange({ gaps: shown === 'gaps' || undefined })}
          options={[
            { value: 'all', label: t('allGames') },
            { value: 'gaps', label: t('onlyGaps') },
          ]}
        />
      ),
    },
    isList &&
      choiceFilter({
        id: 'type',
        label: t('type'),
        width: 170,
        options: documentTypes.map((type) => ({ value: type, label: t(`types.${type}`) })),
        value: search.type,
        onChange: (type) => onChange({ type }),
      }),
    mayManage &&
      choiceFilter({
        id: 'integration',
        label: t('integration'),
        width: 200,
        options: (integrations.data?.rows ?? []).map(({ id, name }) => ({
          value: id,
          label: name,
          art: <IntegrationChip name={name} number={id} size={16} />,
        })),
        value: search.integration,
        onChange: (integration) => onChange({ integration }),
        error: integrations.isError ? t('failed') : undefined,
      }),
    seesCatalog &&
      choiceFilter({
        id: 'game',
        label: t('game'),
        width: 200,
        options: games,
        value: search.game,
        onChange: (game) => onChange({ game }),
        error: catalog.isError ? t('failed') : undefined,
      }),
  ];
  const shown = items.filter((item) => item !== false);
  return (
    <FilterBar
      items={shown}
      activeCount={shown.filter(({ isActive }) => isActive).length}
      onClear={() => onChange(noFilters)}
    />
  );
}

/** Of any view; the state is chosen above them. */
export const noFilters = {
  type: undefined,
  jurisdiction: undefined,
  integration: undefined,
  game: undefined,
  within: undefined,
  find: undefined,
  gaps: undefined,
  need: undefined,
} satisfies CertificatesSearch;
