import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import tabStyles from '../../../components/layout/page-tabs.module.css';
import { accountsQuery, identityProviderQuery, useCanReadAccounts } from '../../../domain/user/users.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { CreateUser } from '../components/create-user.tsx';
import { ManageUsers } from '../components/manage-users.tsx';
import { SyncUsers } from '../components/sync-users.tsx';
import { searchUsers, type UsersSearch } from '../search.ts';
import styles from './users-page.module.css';

interface UsersPageProps {
  search: UsersSearch;
  onSearch: (search: UsersSearch) => void;
}

/** Who may sign in, and as what (area USER). Tab, filters and the open row are the URL's. */
export function UsersPage({ search, onSearch }: UsersPageProps) {
  const { t } = useTranslation('users');
  // Only staff of the provider see every integration.
  const isProviderSide = useCan('integrations:manage');
  const { data: identityProvider } = useQuery({ ...identityProviderQuery(), enabled: useCanReadAccounts() });
  const isReadOnly = identityProvider?.kind === 'other';
  const tab = isReadOnly ? 'manage' : (search.tab ?? 'manage');
  return (
    <>
      <PageHeader
        title={t('title')}
        context={<UserCount search={search} />}
        actions={!isReadOnly && isProviderSide && identityProvider && <SyncUsers />}
        primary={
          !isReadOnly &&
          tab === 'manage' && (
            <Button
              leftSection={<IconPlus size={16} stroke={1.75} />}
              onClick={() => onSearch({ ...search, tab: 'create' })}
            >
              {t('newUser')}
            </Button>
          )
        }
      />
      <PageBody>
        <Tabs
          className={tabStyles.tabs}
          value={tab}
          onChange={(value) => onSearch({ ...search, tab: value === 'create' ? 'create' : undefined })}
          keepMounted={false}
        >
          <Tabs.List aria-label={t('tabs')}>
            <Tabs.Tab value="manage">{t('manage')}</Tabs.Tab>
            {!isReadOnly && <Tabs.Tab value="create">{t('create')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="manage" className={tabStyles.panel}>
            {isReadOnly && (
              <p className={styles.notice} role="status">
                {t('readOnly')}
              </p>
            )}
            <ManageUsers
              search={search}
              onSearch={onSearch}
              isProviderSide={isProviderSide}
              isReadOnly={isReadOnly}
            />
          </Tabs.Panel>
          <Tabs.Panel value="create" className={tabStyles.panel}>
            <CreateUser isProviderSide={isProviderSide} />
          </Tabs.Panel>
        </Tabs>
      </PageBody>
    </>
  );
}

/** How many people there are, and how many of them the filters leave. */
function UserCount({ search }: Pick<UsersPageProps, 'search'>) {
  const { t } = useTranslation('users');
  const { data } = useQuery({
    ...accountsQuery(search),
    placeholderData: keepPreviousData,
    enabled: useCanReadAccounts(),
  });
  if (data === undefined) return null;
  const { length: total } = data;
  const { length: shown } = searchUsers(data, search.search);
  return shown === total ? t('count', { count: total }) : t('found', { shown, total });
}
