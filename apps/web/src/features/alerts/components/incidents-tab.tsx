import {
  alertKinds,
  type Incident,
  incidentStates,
  incidentsPerPage,
  type listIncidents,
  type ResponseOf,
} from '@ludus/contract';
import { Button } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationChip, IntegrationName } from '../../../components/display/entity-label.tsx';
import { CalmLine } from '../../../components/feedback/calm-line.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choiceFilter, choicesFilter } from '../../../components/form/picker-filter.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { formatDuration, formatInstant } from '../../../lib/format.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import {
  type AlertsText,
  deviationText,
  expectedText,
  kindText,
  placeText,
  stateTones,
  valueText,
} from '../incident-texts.ts';
import { hasFilters, isNeverEvaluated, kindsIn, statesIn } from '../query.ts';
import type { AlertsSearch } from '../search.ts';
import { Elsewhere, useElsewhere } from './elsewhere.tsx';
import { EvaluateNow } from './evaluate-now.tsx';

interface IncidentsTabProps {
  query: UseQueryResult<ResponseOf<typeof listIncidents>>;
  search: AlertsSearch;
  onSearch: (search: AlertsSearch) => void;
}

/** How long an incident lasts, or has lasted. */
export const ageMsOf = ({ openedAt, closedAt }: Pick<Incident, 'openedAt' | 'closedAt'>): number =>
  Math.max(0, (closedAt === null ? Date.now() : Date.parse(closedAt)) - Date.parse(openedAt));

export function IncidentsTab({ query, search, onSearch }: IncidentsTabProps) {
  const { t, i18n } = useTranslation('alerts');
  const isLaptop = useMedia(breakpoints.laptop);
  const columns = useMemo<DataColumn<Incident>[]>(
    () => [
      {
        id: 'what',
        header: t('what'),
        cell: (incident) => (
          <TwoLines second={incident.acknowledgedBy && t('takenBy', { username: incident.acknowledgedBy })}>
            {kindText(incident, t)}
          </TwoLines>
        ),
      },
      {
        id: 'integration',
        header: t('integration'),
        cell: ({ integration }) =>
          integration === null ? (
            t('allIntegrations')
          ) : (
            <IntegrationName name={integration.name} number={integration.id} />
          ),
      },
      {
        id: 'figure',
        header: t('figure'),
        cell: (incident) => <Figure incident={incident} t={t} />,
      },
      {
        id: 'state',
        header: t('state'),
        width: 130,
        fit: true,
        cell: ({ state }) => <StateBadge state={state} />,
      },
      ...(isLaptop
        ? []
        : [
            {
              id: 'alerts',
              header: t('alerts'),
              width: 100,
              fit: true,
              cell: ({ openParts, parts }: Incident) => t('partsOf', { open: openParts, count: parts }),
            },
          ]),
      {
        id: 'age',
        header: t('age'),
        width: 170,
        fit: true,
        cell: (incident) => (
          <TwoLines second={<DateTime value={incident.openedAt} format="minutes" />}>
            {formatDuration(ageMsOf(incident), i18n.language)}
          </TwoLines>
        ),
      },
    ],
    [t, i18n.language, isLaptop],
  );
  const elsewhere = useElsewhere();
  const count = query.data?.count;
  const isFirst = isNeverEvaluated(query.data, search);
  const hasNone = count === 0 && !hasFilters(search) && !query.isPlaceholderData;
  if (elsewhere === undefined || query.isLoading) {
    return <DataTable label={t('table')} columns={columns} rows={[]} rowId={String} rowHeight={48} loading />;
  }
  const isCalm = hasNone && elsewhere.length > 0;
  return (
    <>
      {/* What needs someone comes before the word that nothing here does. */}
      {isCalm && <Elsewhere waiting={elsewhere} />}
      {!hasNone && (
        <IncidentFilters
          search={search}
          onChange={(part) => onSearch({ ...search, ...part, page: undefined })}
        />
      )}
      <QueryView query={query} filtersKept>
        {hasNone && !isFirst ? (
          <Panel label={t('table')}>
            <CalmLine title={t('empty')}>{t('emptyYet')}</CalmLine>
          </Panel>
        ) : (
          <DataTable
            label={t('table')}
            columns={columns}
            rows={query.data?.rows ?? []}
            rowId={({ id }) => String(id)}
            rowHeight={48}
            onRowClick={({ id }) => onSearch({ ...search, incident: id, part: undefined })}
            rowLabel={(incident) =>
              t('open', { name: `${kindText(incident, t)}, ${placeText(incident, t)}` })
            }
            selectedId={search.incident === undefined ? null : String(search.incident)}
            loading={!query.data}
            stale={query.isPlaceholderData}
            phoneRow={(incident) => ({
              art: incident.integration && (
                <IntegrationChip
                  name={incident.integration.name}
                  number={incident.integration.id}
                  size={24}
                />
              ),
              title: kindText(incident, t),
              sub: placeText(incident, t),
              value: <StateBadge state={incident.state} />,
              note: incident.lead
                ? valueText(incident.kind, incident.lead, t)
                : formatInstant(incident.openedAt, 'minutes'),
            })}
            empty={
              <EmptyState
                title={t(isFirst ? 'emptyFirstTitle' : 'empty')}
                actions={
                  isFirst ? (
                    <EvaluateNow filled />
                  ) : (
                    hasFilters(search) && (
                      <Button variant="default" onClick={() => onSearch({})}>
                        {t('clearFilters')}
                      </Button>
                    )
                  )
                }
              >
                {t(isFirst ? 'emptyYet' : 'emptyFilters')}
              </EmptyState>
            }
          />
        )}
        {count !== undefined && count > incidentsPerPage && (
          <Pagination
            page={search.page ?? 1}
            pageSize={incidentsPerPage}
            total={count}
            onChange={(page) => onSearch({ ...search, page: page === 1 ? undefined : page })}
          />
        )}
      </QueryView>
      {!isCalm && <Elsewhere waiting={elsewhere} />}
    </>
  );
}

export function StateBadge({ state }: Pick<Incident, 'state'>) {
  const { t } = useTranslation('alerts');
  return (
    <Badge tone={stateTones[state]} ring={state === 'closed'}>
      {t(`states.${state}`)}
    </Badge>
  );
}

function Figure({ incident: { kind, lead }, t }: { incident: Incident; t: AlertsText }) {
  if (lead === null) return null;
  const [deviation, expected] = [deviationText(lead), expectedText(lead, t)];
  const second = [deviation, expected].filter((text) => text !== null).join(', ');
  return <TwoLines second={second || null}>{valueText(kind, lead, t)}</TwoLines>;
}

interface IncidentFiltersProps {
  search: AlertsSearch;
  onChange: (part: Pick<AlertsSearch, 'states' | 'kinds' | 'integration'>) => void;
}

function IncidentFilters({ search, onChange }: IncidentFiltersProps) {
  const { t } = useTranslation('alerts');
  const integrations = useQuery(integrationsQuery());
  const items: FilterItem[] = [
    choicesFilter({
      id: 'states',
      label: t('state'),
      width: 180,
      options: incidentStates.map((state) => ({ value: state, label: t(`states.${state}`) })),
      value: statesIn(search),
      onChange: (states) => onChange({ states: states.join(',') || undefined }),
    }),
    choicesFilter({
      id: 'kinds',
      label: t('kind'),
      width: 220,
      options: alertKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
      value: kindsIn(search),
      onChange: (kinds) => onChange({ kinds: kinds.join(',') || undefined }),
    }),
    choiceFilter({
      id: 'integration',
      label: t('integration'),
      width: 220,
      options: (integrations.data?.rows ?? []).map(({ id, name }) => ({
        value: id,
        label: name,
        art: <IntegrationChip name={name} number={id} size={16} />,
      })),
      value: search.integration,
      onChange: (integration) => onChange({ integration }),
      error: integrations.isError ? t('integrationsFailed') : undefined,
    }),
  ];
  return (
    <FilterBar
      items={items}
      activeCount={items.filter(({ isActive }) => isActive).length}
      onClear={() => onChange({ states: undefined, kinds: undefined, integration: undefined })}
    />
  );
}
