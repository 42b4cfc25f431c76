import { overallStatus } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/identity.tsx';
import { MultiPicker } from '../../../components/multi-picker.tsx';
import { PageBody, PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SegmentedSwitch } from '../../../components/segmented-switch.tsx';
import { SkeletonLine, useDelayed } from '../../../components/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { formatCount } from '../../../lib/format.ts';
import { readIds } from '../../../lib/search.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { maintenancesQuery, reachableQuery } from '../api/maintenances.ts';
import { shownMaintenances } from '../arrange.ts';
import { LastMaintenances } from '../components/last-maintenances.tsx';
import { NewMaintenance } from '../components/new-maintenance.tsx';
import { type MaintenancesSearch, viewNames } from '../search.ts';
import { useDraft } from '../use-draft.ts';
import styles from './maintenances-page.module.css';

interface MaintenancesPageProps {
  search: MaintenancesSearch;
  onSearch: (search: MaintenancesSearch) => void;
}

/** Announce a maintenance at the left, read what integrations answered at the right; on phones one of the two. */
export function MaintenancesPage({ search, onSearch }: MaintenancesPageProps) {
  const { t } = useTranslation('maintenances');
  const isPhone = useIsPhone();
  const { data } = useQuery(maintenancesQuery());
  // What was typed belongs to the page: a phone shows the form and the list in turns.
  const form = useDraft(({ id }) => onSearch({ view: 'last', id }));
  const view = search.view ?? (search.id === undefined ? 'new' : 'last');
  const pending = data?.filter((one) => overallStatus(one) === 'pending').length ?? 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          data &&
          (pending === 0 ? t('noPending') : t('pending', { count: pending, shown: formatCount(pending) }))
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
        <div className={styles.split}>
          {(!isPhone || view === 'new') && <NewMaintenance form={form} />}
          {(!isPhone || view === 'last') && <LastPanel search={search} onSearch={onSearch} />}
        </div>
      </PageBody>
    </>
  );
}

function LastPanel({ search, onSearch }: MaintenancesPageProps) {
  const { t } = useTranslation('maintenances');
  const common = useTranslation('common');
  const { data, isError, isFetching, refetch } = useQuery(maintenancesQuery());
  const integrations = useQuery(reachableQuery()).data?.rows ?? [];
  const showsSkeleton = useDelayed(!data && !isError);
  if (isError && !data) {
    return (
      <Panel title={t('lastTitle')}>
        <ErrorState text={t('failed')} onReload={() => void refetch()} reloading={isFetching} />
      </Panel>
    );
  }
  const shown = shownMaintenances(data ?? [], integrations, search);
  const isUnknown = data && search.id !== undefined && !data.some(({ id }) => id === search.id);
  const operators = integrations
    .filter(({ id }) => search.integrations?.includes(id) ?? true)
    .flatMap((integration) => integration.operators ?? []);
  return (
    <Panel title={t('lastTitle')} ruled flush>
      {data && data.length > 0 && (
        <div className={styles.filters}>
          <MultiPicker
            label={t('filterIntegrations')}
            placeholder={t('any')}
            value={(search.integrations ?? []).map(String)}
            onChange={(chosen) => onSearch({ ...search, id: undefined, integrations: readIds(chosen) })}
            options={integrations.map(({ id, name }) => ({
              value: String(id),
              label: name,
              art: <IntegrationChip name={name} number={id} size={16} />,
            }))}
          />
          <MultiPicker
            label={t('filterOperators')}
            placeholder={t('any')}
            value={(search.operators ?? []).map(String)}
            onChange={(chosen) => onSearch({ ...search, id: undefined, operators: readIds(chosen) })}
            options={operators.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </div>
      )}
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
      {shown.length > 0 && <LastMaintenances maintenances={shown} search={search} />}
    </Panel>
  );
}

function SkeletonEntries() {
  return [48, 62, 40, 56].map((width) => (
    <div key={width} className={styles.skeleton} aria-hidden="true">
      <SkeletonLine width="32%" />
      <SkeletonLine width={`${width}%`} />
      <SkeletonLine width="70%" height={20} />
    </div>
  ));
}
