import { type LogRow, logTypeNames, type PickedUser } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choiceFilter, type FilterOption } from '../../../components/form/picker-filter.tsx';
import { SearchField } from '../../../components/form/search-field.tsx';
import { usersQuery } from '../../../domain/user/people.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import type { LogsSearch } from '../search.ts';

interface LogsFiltersProps {
  search: LogsSearch;
  /** Every change starts at page 1. */
  onChange: (part: Pick<LogsSearch, 'search' | 'type' | 'user'>) => void;
  rows: readonly LogRow[];
}

/** What the log is searched for, and which types and people it shows. */
export function LogsFilters({ search, onChange, rows }: LogsFiltersProps) {
  const { t } = useTranslation('logs');
  // On a tablet, too, all of them stand in the row.
  const isTablet = useMedia(breakpoints.tablet);
  const users = useQuery(usersQuery(null));
  const people = useMemo(
    () => peopleOf(users.data?.rows ?? [], rows, search.user),
    [users.data, rows, search.user],
  );
  const items: FilterItem[] = [
    {
      id: 'search',
      label: t('search'),
      width: isTablet ? 200 : 300,
      isActive: search.search !== undefined,
      control: (
        <SearchField
          compact
          label={t('search')}
          placeholder={t(isTablet ? 'searchHintShort' : 'searchHint')}
          value={search.search}
          onSearch={(text) => onChange({ search: text })}
        />
      ),
    },
    choiceFilter({
      id: 'type',
      label: t('type'),
      width: isTablet ? 164 : 190,
      options: logTypeNames.map((value) => ({ value, label: t(`types.${value}`) })),
      value: search.type,
      onChange: (type) => onChange({ type }),
    }),
    choiceFilter({
      id: 'user',
      label: t('user'),
      width: isTablet ? 172 : 210,
      options: people,
      value: search.user,
      onChange: (user) => onChange({ user }),
      error: users.isError ? t('usersFailed') : undefined,
    }),
  ];
  return (
    <FilterBar
      items={items}
      activeCount={items.filter(({ isActive }) => isActive).length}
      onClear={() => onChange({ search: undefined, type: undefined, user: undefined })}
    />
  );
}

/** Who can have written entries: people with an account, and whoever the address names. */
function peopleOf(users: readonly PickedUser[], rows: readonly LogRow[], chosen: string | undefined) {
  const people: FilterOption<string>[] = users.flatMap(({ userId, username }) =>
    userId === null ? [] : [{ value: userId, label: username }],
  );
  if (chosen !== undefined && !people.some(({ value }) => value === chosen)) {
    const known = rows.find(({ user }) => user?.id === chosen)?.user;
    people.push({ value: chosen, label: known?.username ?? chosen });
  }
  return people;
}
