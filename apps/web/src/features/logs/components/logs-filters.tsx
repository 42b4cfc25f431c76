import { type LogRow, logTypeNames, type PickedUser } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MultiPicker, type PickerOption } from '../../../components/form/multi-picker.tsx';
import { SearchField } from '../../../components/form/search-field.tsx';
import { usersQuery } from '../../../domain/user/people.ts';
import type { LogsSearch } from '../search.ts';
import styles from './logs-filters.module.css';

interface LogsFiltersProps {
  search: LogsSearch;
  /** Every change starts at page 1. */
  onChange: (part: Pick<LogsSearch, 'search' | 'type' | 'user'>) => void;
  rows: readonly LogRow[];
}

/** What the log is searched for, and which types and people it shows. */
export function LogsFilters({ search, onChange, rows }: LogsFiltersProps) {
  const { t } = useTranslation('logs');
  const users = useQuery(usersQuery(null));
  const people = useMemo(
    () => peopleOf(users.data?.rows ?? [], rows, search.user),
    [users.data, rows, search.user],
  );
  return (
    <div className={styles.controls}>
      <SearchField
        className={styles.search}
        label={t('search')}
        placeholder={t('searchHint')}
        value={search.search}
        onSearch={(text) => onChange({ search: text })}
      />
      <MultiPicker
        single
        label={t('type')}
        placeholder={t('allTypes')}
        options={logTypeNames.map((value) => ({ value, label: t(`types.${value}`) }))}
        value={search.type === undefined ? [] : [search.type]}
        onChange={([value]) => onChange({ type: logTypeNames.find((name) => name === value) })}
      />
      <MultiPicker
        single
        label={t('user')}
        placeholder={t('allUsers')}
        options={people}
        value={search.user === undefined ? [] : [search.user]}
        onChange={([value]) => onChange({ user: value })}
        error={users.isError ? t('usersFailed') : undefined}
      />
    </div>
  );
}

/** Who can have written entries: people with an account, and whoever the address names. */
function peopleOf(users: readonly PickedUser[], rows: readonly LogRow[], chosen: string | undefined) {
  const people: PickerOption[] = users.flatMap(({ userId, username }) =>
    userId === null ? [] : [{ value: userId, label: username }],
  );
  if (chosen !== undefined && !people.some(({ value }) => value === chosen)) {
    const known = rows.find(({ user }) => user?.id === chosen)?.user;
    people.push({ value: chosen, label: known?.username ?? chosen });
  }
  return people;
}
