import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { useGames, useIntegrations } from '../../../domain/ticket/choices.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { useSearchText } from '../../../lib/use-search-text.ts';
import { countFilters, type TicketsSearch, ticketStates } from '../search.ts';

interface TicketsFiltersProps {
  search: TicketsSearch;
  /** `typing` is true while someone types: the address then changes in place. */
  onChange: (part: TicketsSearch, typing?: boolean) => void;
  onClear: () => void;
}

/** Text, status, integration (only for the provider), game and operator, in one row. */
export function TicketsFilters({ search, onChange, onClear }: TicketsFiltersProps) {
  const { t } = useTranslation('tickets');
  const isProvider = useCan('integrations:manage');
  const integrations = useIntegrations().rows;
  const { offered } = useGames(search.integration ?? null);
  const operators = integrations
    .filter(({ id }) => search.integration === undefined || search.integration === id)
    .flatMap((integration) => integration.operators ?? []);
  const { text, type } = useSearchText(search.find ?? '', (find) =>
    onChange({ find: find || undefined }, true),
  );
  const idOf = ([value]: string[]) => (value === undefined ? undefined : Number(value));
  const items: FilterItem[] = [
    {
      id: 'find',
      label: t('search'),
      width: 270,
      isActive: search.find !== undefined,
      control: (
        <SearchInput
          aria-label={t('search')}
          placeholder={t('searchHint')}
          value={text}
          maxLength={120}
          onType={type}
        />
      ),
    },
    {
      id: 'status',
      label: t('status'),
      width: 160,
      isActive: search.status !== undefined,
      control: (
        <MultiPicker
          single
          compact
          label={t('status')}
          placeholder={t('any')}
          options={ticketStates.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          value={search.status === undefined ? [] : [search.status]}
          onChange={([value]) => onChange({ status: ticketStates.find((status) => status === value) })}
        />
      ),
    },
    {
      id: 'integration',
      label: t('integration'),
      width: 200,
      isActive: search.integration !== undefined,
      control: (
        <MultiPicker
          single
          compact
          label={t('integration')}
          placeholder={t('any')}
          options={integrations.map(({ id, name }) => ({
            value: String(id),
            label: name,
            art: <IntegrationChip name={name} number={id} size={16} />,
          }))}
          value={search.integration === undefined ? [] : [String(search.integration)]}
          onChange={(value) => onChange({ integration: idOf(value), operator: undefined, game: undefined })}
        />
      ),
    },
    {
      id: 'game',
      label: t('game'),
      width: 200,
      isActive: search.game !== undefined,
      control: (
        <MultiPicker
          single
          compact
          label={t('game')}
          placeholder={t('any')}
          options={offered}
          value={search.game === undefined ? [] : [String(search.game)]}
          onChange={(value) => onChange({ game: idOf(value) })}
        />
      ),
    },
    {
      id: 'operator',
      label: t('operator'),
      width: 190,
      isActive: search.operator !== undefined,
      control: (
        <MultiPicker
          single
          compact
          label={t('operator')}
          placeholder={t('any')}
          options={operators.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={search.operator === undefined ? [] : [String(search.operator)]}
          onChange={(value) => onChange({ operator: idOf(value) })}
        />
      ),
    },
  ];
  return (
    <FilterBar
      items={items.filter(({ id }) => isProvider || id !== 'integration')}
      activeCount={countFilters(search)}
      onClear={onClear}
    />
  );
}
