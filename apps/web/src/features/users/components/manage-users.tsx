import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { PendingChanges } from '../../../domain/approval/pending-changes.tsx';
import { accountsQuery, useCanReadAccounts } from '../../../domain/user/users.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { searchUsers, type UsersSearch } from '../search.ts';
import { UserRows } from './user-rows.tsx';
import styles from './users.module.css';
import { UsersFilters } from './users-filters.tsx';

interface ManageUsersProps {
  search: UsersSearch;
  onSearch: (search: UsersSearch) => void;
  isProviderSide: boolean;
  isReadOnly: boolean;
}

/** Everyone the caller administers, by role and integration. */
export function ManageUsers({ search, onSearch, isProviderSide, isReadOnly }: ManageUsersProps) {
  const { t } = useTranslation('users');
  const users = useQuery({
    ...accountsQuery(search),
    placeholderData: keepPreviousData,
    enabled: useCanReadAccounts(),
  });
  const isLoading = useDelayed(users.isPending);
  const all = users.data;
  const found = useMemo(() => searchUsers(all ?? [], search.search), [all, search.search]);
  const filter = (part: UsersSearch) => onSearch({ ...search, ...part, user: undefined });
  const hasFilters = Boolean(search.search ?? search.integration ?? search.role);
  // The server names the reason when the identity provider is unreachable.
  const isAway = users.error instanceof ApiError && users.error.status === 502;
  return (
    <>
      <UsersFilters search={search} onChange={filter} isProviderSide={isProviderSide} />
      <PendingChanges subject="new-user" />
      <Panel label={t('list')} flush>
        <QueryView query={users} text={isAway ? users.error?.message : undefined} filtersKept={hasFilters}>
          {!all ? (
            <div className={styles.loading} aria-busy="true">
              {isLoading &&
                [62, 48, 70, 54, 66, 50].map((width) => (
                  <SkeletonLine key={width} width={`${width}%`} my={18} />
                ))}
            </div>
          ) : found.length === 0 ? (
            <EmptyState
              title={t('empty')}
              actions={
                hasFilters && (
                  <Button variant="default" onClick={() => onSearch({})}>
                    {t('clearFilters')}
                  </Button>
                )
              }
            >
              {t(hasFilters ? 'emptyHelp' : 'emptyYet')}
            </EmptyState>
          ) : (
            <UserRows
              users={found}
              isStale={users.isPlaceholderData}
              openKey={search.user}
              onOpen={(user) => onSearch({ ...search, user })}
              isProviderSide={isProviderSide}
              isReadOnly={isReadOnly}
            />
          )}
        </QueryView>
      </Panel>
    </>
  );
}
