import type { IntegrationDetail } from '@ludus/contract';
import { IconBuildingStore, IconEye, IconPencil, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { hint } from '../../../components/hint.ts';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { PendingChanges } from '../../../domain/approval/pending-changes.tsx';
import { integrationQuery } from '../../../domain/integration/manage-integrations.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { useCan } from '../../../lib/auth/index.ts';
import type { Day } from '../../../lib/days.ts';
import { latePart } from '../../../lib/late-part.ts';
import { useIsNarrow, useIsPhone } from '../../../lib/use-screen.ts';
import { DeleteIntegration } from '../components/delete-integration.tsx';
import { GamesPanel } from '../components/games-panel.tsx';
import { InternationalMark } from '../components/international-mark.tsx';
import { JurisdictionsPanel } from '../components/jurisdictions-panel.tsx';
import { MaintenancesPanel } from '../components/maintenances-panel.tsx';
import { NameForm } from '../components/name-form.tsx';
import { PeoplePanel } from '../components/people-panel.tsx';
import { ServiceCards } from '../components/service-cards.tsx';
import { SessionsPanel } from '../components/sessions-panel.tsx';
import type { IntegrationSearch } from '../search.ts';
import { useSync } from '../use-sync.ts';
import styles from './integration-page.module.css';

const Conformance = latePart(
  async () => (await import('../../../domain/conformance/conformance-view.tsx')).Conformance,
);
const Scorecard = latePart(async () => (await import('../components/scorecard.tsx')).Scorecard);

interface IntegrationPageProps {
  id: number;
  search: IntegrationSearch;
  onSearch: (search: IntegrationSearch) => void;
  onDeleted: () => void;
  onManageSessions: ((day: Day) => void) | null;
  onViewAs: () => void;
}

/** One operator platform: its services, and what it plays. */
export function IntegrationPage(props: IntegrationPageProps) {
  const { t } = useTranslation('integrations');
  const query = useQuery(integrationQuery(props.id));
  const back = { to: '/integrations', label: t('back') } as const;
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  if (query.data) {
    const freshness = !isMissing && <QueryView query={query} />;
    return <Loaded {...props} integration={query.data} back={back} freshness={freshness} />;
  }
  return (
    <>
      <PageHeader title={isMissing ? t('notFound') : t('integration')} back={back} />
      <PageBody>
        {isMissing ? (
          <EmptyState title={t('notFound')}>{t('notFoundHelp')}</EmptyState>
        ) : (
          <QueryView query={query} text={t('serverError')}>
            <Skeleton />
          </QueryView>
        )}
      </PageBody>
    </>
  );
}

interface LoadedProps extends IntegrationPageProps {
  integration: IntegrationDetail;
  back: { to: '/integrations'; label: string };
  /** Says when the integration could not be refreshed. */
  freshness: ReactNode;
}

function Loaded({
  integration,
  back,
  freshness,
  search,
  onSearch,
  onDeleted,
  onManageSessions,
  onViewAs,
}: LoadedProps) {
  const { t } = useTranslation('integrations');
  const [isRenaming, setRenaming] = useState(false);
  const sync = useSync(integration.id);
  const mayView = useCan('integrations:view-as');
  const isPhone = useIsPhone();
  return (
    <>
      <PageHeader
        title={integration.name}
        back={back}
        context={
          <span className={styles.context}>
            <IntegrationChip name={integration.name} number={integration.id} size={16} />
            <span {...hint(t('versionHint'))}>{t('interfaceOf', { version: integration.version })}</span>
            <InternationalMark version={integration.version} />
          </span>
        }
        actions={
          <>
            {mayView && (
              <HeaderButton
                label={t('viewAs')}
                hint={t('viewAsHint', { name: integration.name })}
                icon={<IconEye size={16} stroke={1.5} />}
                onClick={onViewAs}
              />
            )}
            <HeaderButton
              label={t('editName')}
              icon={<IconPencil size={16} stroke={1.5} />}
              onClick={() => setRenaming(true)}
            />
            <DeleteIntegration integration={integration} onDeleted={onDeleted} />
          </>
        }
        primary={
          <HeaderButton
            filled
            label={t('sync')}
            hint={t('syncHint')}
            icon={<IconRefresh size={16} stroke={1.75} />}
            onClick={() => sync.mutate()}
            loading={sync.isPending}
          />
        }
      />
      <PageBody>
        {freshness}
        <PendingChanges subject={`integration/${integration.id}`} />
        {isRenaming && <NameForm integration={integration} onClose={() => setRenaming(false)} />}
        <div>
          <SegmentedSwitch
            fullWidth={isPhone}
            label={t('view')}
            value={search.view ?? 'setup'}
            onChange={(view) =>
              onSearch({ ...search, view: view === 'setup' ? undefined : view, run: undefined })
            }
            options={[
              { value: 'setup', label: t('views.setup') },
              { value: 'scorecard', label: t('views.scorecard') },
              { value: 'conformance', label: t('views.conformance') },
            ]}
          />
        </div>
        {search.view !== undefined ? (
          <Suspense fallback={<SkeletonLine width="40%" height={20} />}>
            {search.view === 'scorecard' ? (
              <Scorecard integration={integration} />
            ) : (
              <Conformance
                integration={integration}
                run={search.run}
                onRun={(run) => onSearch({ ...search, run })}
              />
            )}
          </Suspense>
        ) : (
          <>
            <div className={styles.services}>
              <ServiceCards integration={integration} />
            </div>
            <div className={styles.columns}>
              <SessionsPanel
                integrationId={integration.id}
                day={search.day}
                onDay={(day) => onSearch({ ...search, day })}
                onManage={onManageSessions}
              />
              <GamesPanel
                integration={integration}
                shown={search.games}
                onShown={(games) => onSearch({ ...search, games })}
              />
              <div className={styles.column}>
                <PeoplePanel
                  title={t('operators')}
                  searchLabel={t('searchIn.operators')}
                  icon={<IconBuildingStore size={16} stroke={1.5} />}
                  entries={(integration.operators ?? []).map(({ id, name }) => ({ key: id, name }))}
                />
                <PeoplePanel
                  title={t('users')}
                  searchLabel={t('searchIn.users')}
                  entries={(integration.users ?? []).map(({ username, email }) => ({
                    key: username,
                    name: username,
                    email,
                  }))}
                />
              </div>
            </div>
            <JurisdictionsPanel integrationId={integration.id} />
            <MaintenancesPanel integration={integration} />
          </>
        )}
      </PageBody>
    </>
  );
}

function Skeleton() {
  const { t } = useTranslation('common');
  const showSkeleton = useDelayed(true);
  const isNarrow = useIsNarrow();
  const lines = (count: number) =>
    showSkeleton &&
    Array.from({ length: count }, (_unused, index) => `line-${index}`).map((key) => (
      <SkeletonLine key={key} my={10} />
    ));
  return (
    <>
      <div className={styles.awaitedSwitch} />
      <div className={styles.services} role="status" aria-label={t('loading')}>
        {['gaming', 'data', 'play', 'launch'].map((service) => (
          <Panel key={service} className={styles.awaitedCard}>
            {lines(isNarrow ? 1 : 4)}
          </Panel>
        ))}
      </div>
      <div className={styles.columns}>
        {['sessions', 'games', 'people'].map((part) => (
          <Panel key={part} className={styles.awaitedPart}>
            {lines(9)}
          </Panel>
        ))}
      </div>
    </>
  );
}
