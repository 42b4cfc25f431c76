import { getIntegration, type IntegrationDetail } from '@ludus/contract';
import { IconBuildingStore, IconPencil, IconRefresh, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/identity.tsx';
import { PageBody, PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SkeletonLine, useDelayed } from '../../../components/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { ApiError, queryFor } from '../../../lib/api/index.ts';
import type { Day } from '../../../lib/days.ts';
import { DeleteIntegration } from '../components/delete-integration.tsx';
import { GamesPanel } from '../components/games-panel.tsx';
import { HeaderButton } from '../components/header-button.tsx';
import { InternationalMark } from '../components/international-mark.tsx';
import { MaintenancesPanel } from '../components/maintenances-panel.tsx';
import { NameForm } from '../components/name-form.tsx';
import { PeoplePanel } from '../components/people-panel.tsx';
import { ServiceCards } from '../components/service-cards.tsx';
import { SessionsPanel } from '../components/sessions-panel.tsx';
import type { IntegrationSearch } from '../search.ts';
import { useSync } from '../use-sync.ts';
import styles from './integration-page.module.css';

interface IntegrationPageProps {
  id: number;
  search: IntegrationSearch;
  onSearch: (search: IntegrationSearch) => void;
  onDeleted: () => void;
  onManageSessions: ((day: Day) => void) | null;
}

/** One operator platform: its services, and what it plays (INT-13 to INT-27). */
export function IntegrationPage(props: IntegrationPageProps) {
  const { t } = useTranslation('integrations');
  const query = useQuery(queryFor(getIntegration, { params: { id: props.id } }));
  const back = { to: '/integrations', label: t('back') } as const;
  if (query.data) return <Loaded {...props} integration={query.data} back={back} />;
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <>
      <PageHeader title={isMissing ? t('notFound') : t('integration')} back={back} />
      <PageBody>
        {isMissing ? (
          <EmptyState title={t('notFound')}>{t('notFoundHelp')}</EmptyState>
        ) : query.isError ? (
          <ErrorState
            text={t('serverError')}
            onReload={() => void query.refetch()}
            reloading={query.isFetching}
          />
        ) : (
          <Skeleton />
        )}
      </PageBody>
    </>
  );
}

interface LoadedProps extends IntegrationPageProps {
  integration: IntegrationDetail;
  back: { to: '/integrations'; label: string };
}

function Loaded({ integration, back, search, onSearch, onDeleted, onManageSessions }: LoadedProps) {
  const { t } = useTranslation('integrations');
  const [isRenaming, setRenaming] = useState(false);
  const sync = useSync(integration.id);
  return (
    <>
      <PageHeader
        title={integration.name}
        back={back}
        context={
          <span className={styles.context}>
            <IntegrationChip name={integration.name} number={integration.id} size={16} />
            {integration.version}
            <InternationalMark version={integration.version} />
          </span>
        }
        actions={
          <>
            <HeaderButton
              label={t('editName')}
              icon={<IconPencil size={16} stroke={1.5} />}
              onClick={() => setRenaming(true)}
            />
            <DeleteIntegration integration={integration} onDeleted={onDeleted} />
            <HeaderButton
              filled
              label={t('sync')}
              icon={<IconRefresh size={16} stroke={1.75} />}
              onClick={() => sync.mutate()}
              loading={sync.isPending}
            />
          </>
        }
      />
      <PageBody>
        {isRenaming && <NameForm integration={integration} onClose={() => setRenaming(false)} />}
        <div className={styles.services}>
          <ServiceCards integration={integration} />
        </div>
        <div className={styles.columns}>
          <SessionsPanel
            integrationId={integration.id}
            day={search.day}
            onDay={(day) => onSearch({ day })}
            onManage={onManageSessions}
          />
          <GamesPanel integration={integration} />
          <div className={styles.column}>
            <PeoplePanel
              title={t('operators')}
              icon={<IconBuildingStore size={16} stroke={1.5} />}
              entries={(integration.operators ?? []).map(({ id, name }) => ({ key: id, name }))}
            />
            <PeoplePanel
              title={t('users')}
              icon={<IconUser size={16} stroke={1.5} />}
              entries={(integration.users ?? []).map(({ username, email }) => ({
                key: username,
                name: username,
                note: email,
              }))}
            />
            <MaintenancesPanel integration={integration} />
          </div>
        </div>
      </PageBody>
    </>
  );
}

function Skeleton() {
  const { t } = useTranslation('common');
  const isDue = useDelayed(true);
  const lines = (count: number) =>
    isDue &&
    Array.from({ length: count }, (_unused, index) => `line-${index}`).map((key) => (
      <SkeletonLine key={key} my={10} />
    ));
  return (
    <>
      <div className={styles.services} role="status" aria-label={t('loading')}>
        {['gaming', 'data', 'play', 'launch'].map((service) => (
          <Panel key={service}>{lines(4)}</Panel>
        ))}
      </div>
      <div className={styles.columns}>
        {['sessions', 'games', 'people'].map((part) => (
          <Panel key={part}>{lines(9)}</Panel>
        ))}
      </div>
    </>
  );
}
