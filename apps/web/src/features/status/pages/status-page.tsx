import { type IntegrationStatus, services } from '@ludus/contract';
import { Button, Tabs } from '@mantine/core';
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonChart } from '../../../components/feedback/skeletons.tsx';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { choiceFilter } from '../../../components/form/picker-filter.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import tabStyles from '../../../components/layout/page-tabs.module.css';
import { Panel } from '../../../components/layout/panel.tsx';
import { statusListQuery, statusPageQuery } from '../../../domain/integration/status.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { download } from '../../../lib/download.ts';
import { latePart } from '../../../lib/late-part.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { OngoingOutage } from '../components/ongoing-outage.tsx';
import { UpdateModal } from '../components/outage-actions.tsx';
import { OutagePanel } from '../components/outage-panel.tsx';
import { OverallState } from '../components/overall-state.tsx';
import { DaysLegend, ServiceDays } from '../components/service-days.tsx';
import styles from '../components/status.module.css';
import { type OutageOfRow, OutagesTable, StatusTable, useDaysPerBar } from '../components/status-tables.tsx';
import { UpcomingMaintenances } from '../components/upcoming-maintenances.tsx';
import { checkedDays, knownSince } from '../outages.ts';
import type { StatusSearch } from '../search.ts';
import { statusCsv, statusListCsv } from '../status-csv.ts';

const Conformance = latePart(
  async () => (await import('../../../domain/conformance/conformance-view.tsx')).Conformance,
);

interface StatusPageProps {
  search: StatusSearch;
  onSearch: (search: StatusSearch) => void;
}

/** How the services of an integration are and were. The provider begins with all integrations, an integration with its own. */
export function StatusPage({ search, onSearch }: StatusPageProps) {
  const { t } = useTranslation('status');
  const isProvider = useCan('integrations:manage');
  const list = useQuery(statusListQuery());
  const rows = list.data?.rows;
  const mayManage = useCan('outages:manage');
  const [writingTo, setWritingTo] = useState<OutageOfRow | null>(null);
  const integration = isProvider ? search.integration : rows?.[0]?.integration.id;
  return (
    <>
      {integration === undefined ? (
        <PageHeader
          title={t('title')}
          context={
            rows?.[0]?.checkedAt ? (
              <OverallState
                states={rows.flatMap(({ services }) => services.map(({ state }) => state))}
                checkedAt={rows[0].checkedAt}
                nextCheckAt={rows[0].nextCheckAt}
              />
            ) : null
          }
          actions={
            <CsvButton
              text={rows && rows.length > 0 ? () => statusListCsv(rows) : null}
              name={`status-${rows?.[0]?.days[0]?.day}-${rows?.[0]?.days.at(-1)?.day}.csv`}
            />
          }
        />
      ) : (
        <StatusHeader integrationId={integration} />
      )}
      <PageBody>
        {isProvider && (
          <FilterBar
            items={[
              choiceFilter({
                id: 'integration',
                label: t('integration'),
                width: 240,
                options: (rows ?? []).map(({ integration: { id, name } }) => ({
                  value: id,
                  label: name,
                  art: <IntegrationChip name={name} number={id} size={16} />,
                })),
                value: search.integration,
                onChange: (chosen) => onSearch({ integration: chosen }),
                error: list.isError ? t('integrationsFailed') : undefined,
              }),
            ]}
            activeCount={search.integration === undefined ? 0 : 1}
            onClear={() => onSearch({})}
          />
        )}
        {integration === undefined ? (
          <QueryView query={list} filtersKept>
            <StatusTable
              rows={rows}
              onChoose={(chosen) => onSearch({ integration: chosen })}
              onWrite={mayManage ? setWritingTo : undefined}
            />
            {rows && rows.length > 0 && <Notes rows={rows} />}
          </QueryView>
        ) : (
          <OwnTabs own={isProvider ? undefined : rows?.[0]?.integration} search={search} onSearch={onSearch}>
            <OfIntegration integrationId={integration} search={search} onSearch={onSearch} />
          </OwnTabs>
        )}
      </PageBody>
      {writingTo !== null && <UpdateModal {...writingTo} onClose={() => setWritingTo(null)} />}
      {search.outage !== undefined && (
        <OutagePanel
          key={search.outage}
          id={search.outage}
          onClose={() => onSearch({ ...search, outage: undefined })}
        />
      )}
    </>
  );
}

interface OwnTabsProps extends StatusPageProps {
  /** Undefined for the provider, who has the checks on the page of the integration. */
  own: IntegrationStatus['integration'] | undefined;
  /** How the services are. */
  children: ReactNode;
}

/** For people of an integration: how its services are, and whether its platform keeps to the operator API. */
function OwnTabs({ own, search, onSearch, children }: OwnTabsProps) {
  const { t } = useTranslation('status');
  if (own === undefined) return children;
  return (
    <Tabs
      className={tabStyles.tabs}
      value={search.view ?? 'services'}
      onChange={(value) => onSearch({ view: value === 'conformance' ? value : undefined })}
      keepMounted={false}
    >
      <Tabs.List aria-label={t('tabs')}>
        <Tabs.Tab value="services">{t('services')}</Tabs.Tab>
        <Tabs.Tab value="conformance">{t('conformance')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="services" className={tabStyles.panel}>
        {children}
      </Tabs.Panel>
      <Tabs.Panel value="conformance" className={tabStyles.panel}>
        <Suspense fallback={<SkeletonChart height={320} />}>
          <Conformance
            integration={own}
            run={search.run}
            onRun={(run) => onSearch({ view: 'conformance', run })}
          />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

/** What the services do, and what days without a state are. */
function Notes({ rows }: { rows: readonly IntegrationStatus[] }) {
  const { t } = useTranslation('status');
  // A phone shows days from the second one on.
  const shownFrom = useIsPhone() ? 2 : 0;
  const perBar = useDaysPerBar();
  return (
    <div className={`hub-caption ${styles.notes}`}>
      <DaysLegend days={rows.flatMap(({ days }) => days)} />
      {perBar > 1 && <p>{t('perBar', { count: perBar })}</p>}
      <p>
        {t('servicesNote')}:{' '}
        {services.map((service) => `${t(`service.${service}`)} (${t(`serviceNote.${service}`)})`).join(', ')}.
      </p>
      {rows.some(({ days }) => knownSince(days) !== null && checkedDays(days) >= shownFrom) && (
        <p>{t('historyNote')}</p>
      )}
    </div>
  );
}

/** Downloads the days or the sums that a screen shows; null while there are none. */
function CsvButton({ text, name }: { text: (() => string) | null; name: string }) {
  return (
    <Button
      variant="default"
      disabled={text === null}
      leftSection={<IconDownload size={16} stroke={1.5} />}
      onClick={() => text && download(new Blob([text()], { type: 'text/csv;charset=utf-8' }), name)}
    >
      CSV
    </Button>
  );
}

function StatusHeader({ integrationId }: { integrationId: number }) {
  const { t, i18n } = useTranslation('status');
  const { data } = useQuery(statusPageQuery(integrationId));
  return (
    <PageHeader
      title={t('title')}
      context={
        data?.checkedAt ? (
          <OverallState
            states={data.services.map(({ state }) => state)}
            checkedAt={data.checkedAt}
            nextCheckAt={data.nextCheckAt}
          />
        ) : null
      }
      actions={
        <>
          <CsvButton
            text={data ? () => statusCsv(data) : null}
            name={`status-${data?.integration.name.toLowerCase()}-${data?.from}-${data?.to}.csv`}
          />
          {data && (
            <Button
              component="a"
              href={data.files[i18n.language === 'it' ? 'it' : 'en']}
              download
              variant="default"
              leftSection={<IconFileTypePdf size={16} stroke={1.5} />}
              aria-label={t('report')}
            >
              PDF
            </Button>
          )}
        </>
      }
    />
  );
}

interface OfIntegrationProps extends StatusPageProps {
  integrationId: number;
}

function OfIntegration({ integrationId, search, onSearch }: OfIntegrationProps) {
  const { t } = useTranslation('status');
  const query = useQuery(statusPageQuery(integrationId));
  const page = query.data;
  const ongoing = page?.outages.find(({ closedAt }) => closedAt === null);
  return (
    <QueryView query={query} filtersKept>
      {page ? (
        <>
          {ongoing && (
            <OngoingOutage
              key={ongoing.id}
              outage={ongoing}
              onOpen={() => onSearch({ ...search, outage: ongoing.id })}
            />
          )}
          <UpcomingMaintenances integrationId={integrationId} />
          <ServiceDays page={page} />
          <Panel title={t('outages')} flush ruled>
            <OutagesTable
              outages={page.outages}
              chosen={search.outage}
              onChoose={(outage) => onSearch({ ...search, outage })}
            />
          </Panel>
        </>
      ) : (
        <SkeletonChart height={320} />
      )}
    </QueryView>
  );
}
