import { type GameRequestDecision, type GameRequestRow, maxDecidedRequests } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconHeartPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choiceFilter } from '../../../components/form/picker-filter.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { ActionBar, actionBarPage } from '../../../components/layout/action-bar.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { requestsPerPage, requestsQuery, useDecideRequests } from '../../../domain/game/game-requests.ts';
import { requestList } from '../../../domain/game/request-list.ts';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { type Decided, DecisionResults } from '../components/decision-results.tsx';
import { RequestDecision } from '../components/request-decision.tsx';
import { RequestPanel } from '../components/request-panel.tsx';
import { RequestsTable } from '../components/requests-table.tsx';
import { hasFilters, type RequestsSearch, type StateFilter, stateFilters } from '../search.ts';

interface RequestsPageProps {
  search: RequestsSearch;
  onSearch: (search: RequestsSearch) => void;
}

const none: ReadonlyMap<number, GameRequestRow> = new Map();

/** What integrations ask for: the queue of the provider, and for an integration its own requests with their answers. */
export function RequestsPage({ search, onSearch }: RequestsPageProps) {
  const { t } = useTranslation('requests');
  const isProvider = useCan('integrations:manage');
  const mayDecide = useCan('requests:decide');
  // Guests have what they have asked for themselves; the Catalog shows what anyone of the integration has asked for.
  const isOwn = !useCan('requests:read-all');
  const mayOpenCatalog = useCan('catalog:read');
  const mayAsk = useCan('games:ask') && mayOpenCatalog && !isProvider;
  const isPhone = useIsPhone();
  const page = search.page ?? 1;
  const requests = useQuery(
    requestsQuery({
      ...(search.state === undefined ? {} : { state: search.state }),
      ...(search.integration === undefined ? {} : { integrationId: search.integration }),
      limit: requestsPerPage,
      offset: (page - 1) * requestsPerPage,
    }),
  );

  const [selected, setSelected] = useState(none);
  const [decided, setDecided] = useState<Decided | null>(null);
  // What is no longer in the list must not be decided with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => setSelected(none), [search.state, search.integration]);
  const onToggle = useCallback(
    (toggled: readonly GameRequestRow[], isSelected: boolean) =>
      setSelected((before) => {
        const next = new Map(before);
        for (const row of toggled) {
          if (!isSelected) next.delete(row.id);
          else if (next.size < maxDecidedRequests) next.set(row.id, row);
        }
        return next;
      }),
    [],
  );
  const selection = useMemo(
    () => (mayDecide && !isPhone ? { ids: new Set(selected.keys()), onToggle } : null),
    [mayDecide, isPhone, selected, onToggle],
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          requests.data
            ? requests.data.open === 0
              ? t('noneOpen')
              : hasFilters(search) || requests.data.count <= requests.data.open
                ? t('context', { count: requests.data.open })
                : t('contextOf', { count: requests.data.open, all: requests.data.count })
            : null
        }
        actions={
          mayAsk && (
            <Button
              leftSection={<IconHeartPlus size={16} stroke={1.75} aria-hidden="true" />}
              // What was ticked before and not sent stays ticked.
              onClick={() => requestList.set((before) => before ?? [])}
              renderRoot={(props) => <Link {...props} to="/catalog" />}
            >
              {t('askForGames')}
            </Button>
          )
        }
      />
      <PageBody fill className={selected.size > 0 ? actionBarPage : undefined}>
        {decided && <DecisionResults decided={decided} onHide={() => setDecided(null)} />}
        <RequestFilters
          search={search}
          hasIntegrations={isProvider}
          onChange={(part) => onSearch({ ...search, ...part, page: undefined })}
        />
        {isOwn && <p className="hub-caption">{t('ownOnly')}</p>}
        <RequestsTable
          query={requests}
          pageSize={requestsPerPage}
          search={search}
          onSearch={onSearch}
          selection={selection}
          hasIntegrations={isProvider}
          isFiltered={hasFilters(search)}
          empty={{
            title: t('empty'),
            text: t(
              hasFilters(search)
                ? 'emptyFilters'
                : isProvider
                  ? 'emptyProvider'
                  : isOwn
                    ? 'emptyOwn'
                    : 'emptyIntegration',
            ),
            action: !isProvider && mayOpenCatalog && (
              <InternalLink href="/catalog">{t('toCatalog')}</InternalLink>
            ),
          }}
        />
        {selection && selected.size > 0 && (
          <SelectionBar
            selected={[...selected.values()]}
            onClear={() => setSelected(none)}
            onDecided={(result) => {
              setSelected(none);
              setDecided(result);
            }}
          />
        )}
      </PageBody>
      {search.id !== undefined && (
        <RequestPanel key={search.id} id={search.id} onClose={() => onSearch({ ...search, id: undefined })} />
      )}
    </>
  );
}

interface RequestFiltersProps {
  search: RequestsSearch;
  hasIntegrations: boolean;
  onChange: (part: Pick<RequestsSearch, 'state' | 'integration'>) => void;
}

function RequestFilters({ search, hasIntegrations, onChange }: RequestFiltersProps) {
  const { t } = useTranslation('requests');
  const integrations = useQuery({ ...integrationsQuery(), enabled: hasIntegrations });
  const items: FilterItem[] = [
    choiceFilter<StateFilter>({
      id: 'state',
      label: t('filterState'),
      width: 180,
      placeholder: t('anyState'),
      options: stateFilters.map((state) => ({ value: state, label: t(`states.${state}`) })),
      value: search.state,
      onChange: (state) => onChange({ state }),
    }),
    ...(hasIntegrations
      ? [
          choiceFilter<number>({
            id: 'integration',
            label: t('filterIntegration'),
            width: 220,
            placeholder: t('anyIntegration'),
            options: (integrations.data?.rows ?? []).map(({ id, name }) => ({
              value: id,
              label: name,
              art: <IntegrationChip name={name} number={id} size={16} />,
            })),
            value: search.integration,
            onChange: (integration) => onChange({ integration }),
            error: integrations.isError ? t('integrationsFailed') : undefined,
          }),
        ]
      : []),
  ];
  return (
    <FilterBar
      items={items}
      activeCount={items.filter(({ isActive }) => isActive).length}
      onClear={() => onChange({ state: undefined, integration: undefined })}
    />
  );
}

interface SelectionBarProps {
  selected: readonly GameRequestRow[];
  onClear: () => void;
  onDecided: (decided: Decided) => void;
}

/** Answers the selected requests in one go. */
function SelectionBar({ selected, onClear, onDecided }: SelectionBarProps) {
  const { t } = useTranslation('requests');
  const [decision, setDecision] = useState<GameRequestDecision | null>(null);
  const decide = useDecideRequests();
  const send = (made: GameRequestDecision, reason: string, refuse: (error: unknown) => boolean) =>
    decide.mutate(
      { ids: selected.map(({ id }) => id), decision: made, reason },
      {
        onSuccess: ({ rows }) => {
          setDecision(null);
          const failures = new Map(rows.map(({ id, failure }) => [id, failure]));
          onDecided({
            decision: made,
            rows: selected.map((request) => ({ request, failure: failures.get(request.id) ?? null })),
          });
        },
        onError: (error) => {
          if (!refuse(error)) toast('error', error.message, { error });
        },
      },
    );
  return (
    <ActionBar label={t('selection')} status={t('selected', { count: selected.length })}>
      <Button variant="subtle" onClick={onClear}>
        {t('clearSelection')}
      </Button>
      <Button variant="default" onClick={() => setDecision('refuse')}>
        {t('refuse')}
      </Button>
      <Button onClick={() => setDecision('grant')}>{t('grant')}</Button>
      {decision !== null && (
        <RequestDecision
          requests={selected}
          decision={decision}
          pending={decide.isPending}
          onDecide={(reason, refuse) => send(decision, reason, refuse)}
          onClose={() => setDecision(null)}
        />
      )}
    </ActionBar>
  );
}
