import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { useGames, useIntegrations } from '../../../domain/ticket/choices.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { useSearchText } from '../../../lib/use-search-text.ts';
import { type TicketsSearch, ticketStates } from '../search.ts';
import styles from './tickets-filters.module.css';

interface TicketsFiltersProps {
  search: TicketsSearch;
  /** `typing` is true while someone types: the address then changes in place. */
  onChange: (part: TicketsSearch, typing?: boolean) => void;
}

/** Status, integration (only for the provider), game and operator. */
export function TicketsFilters({ search, onChange }: TicketsFiltersProps) {
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
  return (
    <div className={styles.controls} data-all={isProvider || undefined}>
      <SearchInput
        className={styles.search}
        label={t('search')}
        placeholder={t('searchHint')}
        value={text}
        maxLength={120}
        onType={type}
      />
      <MultiPicker
        single
        label={t('status')}
        placeholder={t('any')}
        options={ticketStates.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        value={search.status === undefined ? [] : [search.status]}
        onChange={([value]) => onChange({ status: ticketStates.find((status) => status === value) })}
      />
      {isProvider && (
        <MultiPicker
          single
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
      )}
      <MultiPicker
        single
        label={t('game')}
        placeholder={t('any')}
        options={offered}
        value={search.game === undefined ? [] : [String(search.game)]}
        onChange={(value) => onChange({ game: idOf(value) })}
      />
      <MultiPicker
        single
        label={t('operator')}
        placeholder={t('any')}
        options={operators.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={search.operator === undefined ? [] : [String(search.operator)]}
        onChange={(value) => onChange({ operator: idOf(value) })}
      />
    </div>
  );
}
