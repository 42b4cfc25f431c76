import { asksAvailability, maintenanceState, overallStatus } from '@ludus/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { hasNoData, QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { choicesFilter } from '../../../components/form/picker-filter.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { DetailPanel } from '../../../components/overlay/detail-panel.tsx';
import { maintenancesQuery, reachableQuery } from '../../../domain/integration/maintenances.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { AnnouncedMaintenances } from '../components/announced-maintenances.tsx';
import { NewMaintenance } from '../components/new-maintenance.tsx';
import { NextByStart } from '../components/next-by-start.tsx';
import { filterMaintenances } from '../filter-maintenances.ts';
import { type MaintenancesSearch, viewNames } from '../search.ts';
import { useDraft } from '../use-draft.ts';
import { usePresent } from '../use-present.ts';
import styles from './maintenances-page.module.css';

interface MaintenancesPageProps {
  search: MaintenancesSearch;
  onSearch: (search: MaintenancesSearch) => void;
}

/** What is announced with the confirmations of integrations; a new one is written in a panel over it, on phones in its place. */
export function MaintenancesPage({ search, onSearch }: MaintenancesPageProps) {
  const { t } = useTranslation('maintenances');
  const isPhone = useIsPhone();
  const { data } = useQuery(maintenancesQuery());
  const now = usePresent();
  // What was typed belongs to the page: a phone shows the form and the list in turns.
  const form = useDraft(({ id }) => onSearch({ view: 'last', id }));
  const view = search.view ?? 'last';
  const isWriting = view === 'new';
  const pending =
    data?.filter(
      (one) => overallStatus(one) === 'pending' && asksAvailability(one, maintenanceState(one, now)),
    ).length ?? 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          data ? (
            <>
              <span>{pending === 0 ? t('noPending') : t('pending', { count: pending })}</span>
              <NextByStart maintenances={data} search={search} />
            </>
          ) : null
        }
        primary={
          // The tabs of a phone have it.
          isPhone ? (
            !isWriting && <MaintenanceFilters search={search} onSearch={onSearch} />
          ) : (
            <HeaderButton
              filled={!isWriting}
              label={t('newTitle')}
              icon={<IconPlus size={16} stroke={1.75} />}
              onClick={() => onSearch({ ...search, view: 'new' })}
            />
          )
        }
      />
      <PageBody>
        {isPhone && (
          <SegmentedSwitch
            label={t('view')}
            value={view}
            onChange={(next) => onSearch({ ...search, view: next })}
            options={viewNames.map((value) => ({ value, label: t(value) }))}
            fullWidth
          />
        )}
        {isPhone && isWriting ? (
          <Panel title={t('newTitle')}>
            <NewMaintenance form={form} />
          </Panel>
        ) : (
          <AnnouncedPanel search={search} onSearch={onSearch} />
        )}
      </PageBody>
      {!isPhone && isWriting && (
        <DetailPanel
          label={t('newTitle')}
          title={t('newTitle')}
          width={520}
          onClose={() => onSearch({ ...search, view: undefined })}
        >
          <NewMaintenance form={form} />
        </DetailPanel>
      )}
    </>
  );
}

function AnnouncedPanel({ search, onSearch }: MaintenancesPageProps) {
  const { t } = useTranslation('maintenances');
  const common = useTranslation('common');
  const isPhone = useIsPhone();
  const maintenances = useQuery(maintenancesQuery());
  const { data } = maintenances;
  const integrations = useQuery(reachableQuery()).data?.rows ?? [];
  const showsSkeleton = useDelayed(maintenances.isPending);
  if (hasNoData(maintenances)) {
    return (
      <Panel title={t('announcedTitle')}>
        <QueryView query={maintenances} text={t('failed')} />
      </Panel>
    );
  }
  const shown = filterMaintenances(data ?? [], integrations, search);
  const isUnknown = data && search.id !== undefined && !data.some(({ id }) => id === search.id);
  return (
    <>
      {!isPhone && <MaintenanceFilters search={search} onSearch={onSearch} />}
      <Panel label={t('announcedTitle')} flush>
        <QueryView query={maintenances} />
        {isUnknown && (
          <p className={styles.unknown} role="status">
            {t('unknownId')}
          </p>
        )}
        {!data && showsSkeleton && <SkeletonEntries />}
        {data?.length === 0 && <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
        {data && data.length > 0 && shown.length === 0 && (
          <EmptyState title={common.t('noResults')} compact>
            {t('nothingFound')}
          </EmptyState>
        )}
        {shown.length > 0 && <AnnouncedMaintenances maintenances={shown} search={search} />}
      </Panel>
    </>
  );
}

/** A phone has them in its header, behind one button. */
function MaintenanceFilters({ search, onSearch }: MaintenancesPageProps) {
  const { t } = useTranslation('maintenances');
  const isPhone = useIsPhone();
  const maintenances = useQuery(maintenancesQuery());
  const integrations = useQuery(reachableQuery()).data?.rows ?? [];
  const operators = integrations
    .filter(({ id }) => search.integrations?.includes(id) ?? true)
    .flatMap((integration) => integration.operators ?? []);
  if (hasNoData(maintenances) || maintenances.data?.length === 0) return null;
  return (
    <FilterBar
      folded={isPhone}
      activeCount={[search.integrations, search.operators].filter((chosen) => chosen !== undefined).length}
      onClear={() => onSearch({ ...search, id: undefined, integrations: undefined, operators: undefined })}
      items={[
        choicesFilter({
          id: 'integrations',
          label: t('filterIntegrations'),
          width: 260,
          value: search.integrations ?? [],
          onChange: (chosen) => onSearch({ ...search, id: undefined, integrations: someOf(chosen) }),
          options: integrations.map(({ id, name }) => ({
            value: id,
            label: name,
            art: <IntegrationChip name={name} number={id} size={16} />,
          })),
        }),
        choicesFilter({
          id: 'operators',
          label: t('filterOperators'),
          width: 260,
          value: search.operators ?? [],
          onChange: (chosen) => onSearch({ ...search, id: undefined, operators: someOf(chosen) }),
          options: operators.map(({ id, name }) => ({ value: id, label: name })),
        }),
      ]}
    />
  );
}

const someOf = (chosen: number[]) => (chosen.length === 0 ? undefined : chosen);

function SkeletonEntries() {
  return [48, 62, 40, 56].map((width) => (
    <div key={width} className={styles.skeleton} aria-hidden="true">
      <SkeletonLine width="32%" />
      <SkeletonLine width={`${width}%`} />
      <SkeletonLine width="70%" height={20} />
    </div>
  ));
}
