import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choiceFilter } from '../../../components/form/picker-filter.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { useGames, useIntegrations } from '../../../domain/ticket/choices.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
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
  const isPhone = useIsPhone();
  const isProvider = useCan('integrations:manage');
  const integrations = useIntegrations().rows;
  const { offered } = useGames(search.integration ?? null);
  const operators = integrations
    .filter(({ id }) => search.integration === undefined || search.integration === id)
    .flatMap((integration) => integration.operators ?? []);
  const { text, type } = useSearchText(search.find ?? '', (find) =>
    onChange({ find: find || undefined }, true),
  );
  const items: FilterItem[] = [
    {
      id: 'find',
      label: t('search'),
      width: 270,
      isActive: search.find !== undefined,
      control: (
        <SearchInput
          aria-label={t('search')}
          placeholder={t(isPhone ? 'searchHintShort' : 'searchHint')}
          value={text}
          maxLength={120}
          onType={type}
        />
      ),
    },
    choiceFilter({
      id: 'status',
      label: t('status'),
      width: 184,
      options: ticketStates.map((value) => ({ value, label: t(`statuses.${value}`) })),
      value: search.status,
      onChange: (status) => onChange({ status }),
    }),
    choiceFilter({
      id: 'integration',
      label: t('integration'),
      width: 200,
      options: integrations.map(({ id, name }) => ({
        value: id,
        label: name,
        art: <IntegrationChip name={name} number={id} size={16} />,
      })),
      value: search.integration,
      onChange: (integration) => onChange({ integration, operator: undefined, game: undefined }),
    }),
    choiceFilter({
      id: 'game',
      label: t('game'),
      width: 200,
      options: offered.map(({ value, label }) => ({ value: Number(value), label })),
      value: search.game,
      onChange: (game) => onChange({ game }),
    }),
    choiceFilter({
      id: 'operator',
      label: t('operator'),
      width: 190,
      options: operators.map(({ id, name }) => ({ value: id, label: name })),
      value: search.operator,
      onChange: (operator) => onChange({ operator }),
    }),
  ];
  return (
    <FilterBar
      items={items.filter(({ id }) => isProvider || id !== 'integration')}
      activeCount={countFilters(search)}
      onClear={onClear}
    />
  );
}
