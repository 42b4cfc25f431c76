import { type Ticket, ticketTypes } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choiceFilter } from '../../../components/form/picker-filter.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { useGames, useIntegrations } from '../../../domain/ticket/choices.ts';
import { ticketAssigneesQuery } from '../../../domain/ticket/ticket-work.ts';
import { useCan, useUser } from '../../../lib/auth/index.ts';
import { useSearchText } from '../../../lib/use-search-text.ts';
import {
  assigneeChoices,
  countFilters,
  ratingChoices,
  type TicketsSearch,
  ticketStates,
  ticketTurns,
} from '../search.ts';
import { useTurnNames } from './turn.tsx';

interface TicketsFiltersProps {
  search: TicketsSearch;
  /** The tickets that the server has found. */
  tickets: readonly Ticket[];
  /** `typing` is true while someone types: the address then changes in place. */
  onChange: (part: TicketsSearch, typing?: boolean) => void;
  onClear: () => void;
}

/** Text, status, type, whose turn it is, assignee, rating, integration (only for the provider), game and operator, in one row. */
export function TicketsFilters({ search, tickets, onChange, onClear }: TicketsFiltersProps) {
  const { t } = useTranslation('tickets');
  const isProvider = useCan('integrations:manage');
  const canManage = useCan('tickets:manage');
  const assigneeOptions = useAssigneeOptions(tickets);
  const turnNames = useTurnNames();
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
      width: 224,
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
    choiceFilter({
      id: 'status',
      label: t('status'),
      width: 144,
      options: ticketStates.map((value) => ({ value, label: t(`statuses.${value}`) })),
      value: search.status,
      onChange: (status) => onChange({ status }),
    }),
    choiceFilter({
      id: 'type',
      label: t('type'),
      width: 168,
      options: ticketTypes.map((value) => ({ value, label: t(`types.${value}`) })),
      value: search.type,
      onChange: (type) => onChange({ type }),
    }),
    choiceFilter({
      id: 'turn',
      label: t('turn'),
      width: 176,
      options: ticketTurns
        .filter((value) => value !== 'late' || canManage)
        .map((value) => ({ value, label: value === 'late' ? t('turns.late') : turnNames[value] })),
      value: search.turn,
      onChange: (turn) => onChange({ turn }),
    }),
    choiceFilter({
      id: 'assignee',
      label: t('assignee'),
      width: 168,
      options: assigneeOptions,
      value: search.assignee,
      onChange: (assignee) => onChange({ assignee }),
    }),
    choiceFilter({
      id: 'rating',
      label: t('rating.title'),
      width: 152,
      options: ratingChoices.map((value) => ({ value, label: t(`rating.${value}`) })),
      value: search.rating,
      onChange: (rating) => onChange({ rating }),
    }),
    choiceFilter({
      id: 'integration',
      label: t('integration'),
      width: 170,
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
      width: 170,
      options: offered.map(({ value, label }) => ({ value: Number(value), label })),
      value: search.game,
      onChange: (game) => onChange({ game }),
    }),
    choiceFilter({
      id: 'operator',
      label: t('operator'),
      width: 170,
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

/** Whoever reads where they can be assigned tickets, no one, and the others: all who can be chosen, or those of the tickets. */
function useAssigneeOptions(tickets: readonly Ticket[]) {
  const { t } = useTranslation('tickets');
  const canManage = useCan('tickets:manage');
  const { userId } = useUser();
  const known = useQuery({ ...ticketAssigneesQuery(), enabled: canManage }).data?.rows ?? [];
  const people = new Map(
    [...known, ...tickets.flatMap(({ assignee }) => assignee ?? [])].map(({ id, username }) => [
      id,
      username,
    ]),
  );
  people.delete(userId);
  return [
    ...assigneeChoices
      .filter((value) => value !== 'me' || canManage)
      .map((value) => ({ value: value as string, label: t(`assignees.${value}`) })),
    ...[...people]
      .map(([value, label]) => ({ value, label }))
      .toSorted((a, b) => (a.label < b.label ? -1 : 1)),
  ];
}
