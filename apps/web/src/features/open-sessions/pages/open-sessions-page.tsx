import {
  mostOpenSessions,
  type OpenAge,
  openAges,
  type SessionRow,
  type SessionRunAction,
} from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choicesFilter } from '../../../components/form/picker-filter.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { ActionBar, actionBarPage } from '../../../components/layout/action-bar.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import {
  openCountsQuery,
  openSessionsQuery,
  useReadOpenIds,
  useStartSessionRun,
} from '../../../domain/session/open-sessions.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatAmount, formatInstant } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { isSettled, useOnce } from '../../../lib/use-once.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { useSingleFlight } from '../../../lib/use-single-flight.ts';
import { AgeMatrix, totalOf } from '../components/age-matrix.tsx';
import { OpenList, OpenTable } from '../components/open-table.tsx';
import { OutageFile } from '../components/outage-file.tsx';
import { RunResults } from '../components/run-results.tsx';
import { hasFilters, queryOf, searchOfSort, tableSortOf, typeIdOf } from '../query.ts';
import { type OpenSearch, typeNames } from '../search.ts';

interface OpenSessionsPageProps {
  search: OpenSearch;
  onSearch: (search: OpenSearch) => void;
  /** The other views of sessions. */
  onOpenView: (view: 'overall' | 'list') => void;
  onStarted: (jobId: string, action: SessionRunAction) => void;
  /** The button that opens the session search. */
  sessionSearch: ReactNode;
  /** The session box, as a popup over the list. */
  renderDetails: (sessionId: string, onClose: () => void) => ReactNode;
}

export const rowsPerPage = 25;
const noRows: readonly SessionRow[] = [];
const noIds: ReadonlySet<string> = new Set();

/** Open sessions by age and integration, and what can be done to many of them. Filters, order, page and results are the URL's. */
export function OpenSessionsPage({ search, onSearch, ...props }: OpenSessionsPageProps) {
  const { t } = useTranslation('openSessions');
  const isProvider = useCan('integrations:manage');
  const mayHaveFile = useCan('sessions:email');
  const isPhone = useIsPhone();
  const isCompact = useMedia(breakpoints.tablet);

  const page = search.page ?? 1;
  const query = queryOf(search);
  const counts = useQuery(openCountsQuery({ sessionTypeId: typeIdOf(search.type) }));
  const sessions = useQuery(openSessionsQuery({ ...query, page, limit: rowsPerPage }));
  const rows = sessions.data?.rows ?? noRows;
  const count = sessions.data?.count;

  const [chosen, setChosen] = useState(noIds);
  const filterKey = JSON.stringify([search.ages, search.integrations, search.type]);
  // What is no longer in the list must not be closed with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => setChosen(noIds), [filterKey]);
  const toggle = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (!isChosen) next.delete(id);
        else if (next.size < mostOpenSessions) next.add(id);
      }
      return next;
    });
  const narrow = (part: Partial<OpenSearch>) => onSearch({ ...search, ...part, page: undefined });

  // The same for as long as the address is: with another one the table makes every cell anew, and its boxes lose the focus.
  const onSort = useCallback(
    (sort: { id: string; desc: boolean }) => onSearch({ ...search, ...searchOfSort(sort), page: undefined }),
    [search, onSearch],
  );

  const integrations = useMemo(
    () => (counts.data?.rows ?? []).map(({ integration }) => integration),
    [counts.data],
  );
  const total = counts.data && totalOf(counts.data.rows);
  const isCounted = useOnce(isSettled(counts));
  const empty = (
    <EmptyState
      title={t('empty')}
      actions={
        hasFilters(search) && (
          <Button variant="default" onClick={() => onSearch({ job: search.job })}>
            {t('clearFilters')}
          </Button>
        )
      }
    >
      {t(hasFilters(search) ? 'emptyFilters' : 'emptyAll')}
    </EmptyState>
  );
  const table = {
    rows,
    at: sessions.data?.at,
    selection: { ids: chosen, onToggle: toggle },
    loading: !sessions.data,
    stale: sessions.isPlaceholderData,
    skeletonRows: 10,
    sort: tableSortOf(search),
    onSort,
    selectedId: search.session ?? null,
    onOpen: (row: SessionRow) => onSearch({ ...search, session: row.id }),
    empty,
  };
  const views = (
    <SegmentedSwitch
      label={t('view')}
      value="open"
      fullWidth={isPhone}
      onChange={(view) => view !== 'open' && props.onOpenView(view)}
      options={(['overall', 'list', 'open'] as const).map((value) => ({ value, label: t(value) }))}
    />
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          total && counts.data
            ? t('context', {
                count: total.count,
                bet: formatAmount(total.bet),
                time: formatInstant(counts.data.at, 'time'),
              })
            : null
        }
        actions={
          <>
            {props.sessionSearch}
            {mayHaveFile && <OutageFile integrations={integrations} ages={search.ages} compact={isCompact} />}
          </>
        }
        primary={!isPhone && views}
      />
      <PageBody fill className={chosen.size > 0 ? actionBarPage : undefined}>
        {isPhone && views}
        <QueryView query={counts}>
          <Panel flush title={t('matrix')} coverage={t('matrixCoverage')} hasLongCoverage>
            <AgeMatrix
              rows={counts.data?.rows}
              stale={counts.isPlaceholderData}
              search={search}
              onChoose={narrow}
            />
          </Panel>
        </QueryView>
        {search.job && (
          <RunResults
            jobId={search.job}
            onOpen={(session) => onSearch({ ...search, session })}
            onHide={() => onSearch({ ...search, job: undefined })}
          />
        )}
        {isCounted && (
          <>
            <OpenFilters search={search} onChange={narrow} integrations={isProvider ? integrations : null} />
            <QueryView query={sessions} filtersKept>
              {isPhone ? <OpenList {...table} /> : <OpenTable {...table} />}
              {count !== undefined && count > 0 && (
                <Pagination
                  page={page}
                  pageSize={rowsPerPage}
                  total={count}
                  onChange={(next) => onSearch({ ...search, page: next === 1 ? undefined : next })}
                />
              )}
            </QueryView>
          </>
        )}
        {chosen.size > 0 && (
          <SelectionBar
            ids={chosen}
            matching={count ?? 0}
            query={query}
            onChoose={(ids) => setChosen(new Set(ids))}
            onStarted={(jobId, action) => {
              setChosen(noIds);
              props.onStarted(jobId, action);
              onSearch({ ...search, job: jobId });
            }}
          />
        )}
      </PageBody>
      {search.session &&
        props.renderDetails(search.session, () => onSearch({ ...search, session: undefined }))}
    </>
  );
}

interface OpenFiltersProps {
  search: OpenSearch;
  onChange: (part: Partial<OpenSearch>) => void;
  /** Null for someone who sees only one. */
  integrations: readonly { id: number; name: string }[] | null;
}

/** Each applies as it is chosen; a cell of the matrix sets two of them. */
function OpenFilters({ search, onChange, integrations }: OpenFiltersProps) {
  const { t } = useTranslation('openSessions');
  const { ages, type = 'real' } = search;
  const items: FilterItem[] = [
    choicesFilter<OpenAge>({
      id: 'ages',
      label: t('ageFilter'),
      width: 200,
      options: openAges.map((age) => ({ value: age, label: t(`ages.${age}`) })),
      value: ages ?? [],
      onChange: (chosen) =>
        onChange({ ages: chosen.length > 0 ? openAges.filter((age) => chosen.includes(age)) : undefined }),
    }),
    ...(integrations === null
      ? []
      : [
          choicesFilter<number>({
            id: 'integrations',
            label: t('integrationFilter'),
            width: 220,
            options: integrations.map(({ id, name }) => ({
              value: id,
              label: name,
              art: <IntegrationChip name={name} number={id} size={16} />,
            })),
            value: search.integrations ?? [],
            onChange: (chosen) => onChange({ integrations: chosen.length > 0 ? chosen : undefined }),
          }),
        ]),
    {
      id: 'type',
      label: t('sessionType'),
      isActive: type !== 'real',
      control: (
        <SegmentedSwitch
          label={t('sessionType')}
          value={type}
          onChange={(chosen) => onChange({ type: chosen === 'real' ? undefined : chosen })}
          options={typeNames.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
      ),
    },
  ];
  return (
    <FilterBar
      items={items}
      activeCount={items.filter(({ isActive }) => isActive).length}
      onClear={() => onChange({ ages: undefined, integrations: undefined, type: undefined })}
    />
  );
}

interface SelectionBarProps {
  ids: ReadonlySet<string>;
  /** How many the filter has. */
  matching: number;
  query: ReturnType<typeof queryOf>;
  onChoose: (ids: readonly string[]) => void;
  onStarted: (jobId: string, action: SessionRunAction) => void;
}

/** What can be done to the chosen sessions, as one job. Closing asks first. */
function SelectionBar({ ids, matching, query, onChoose, onStarted }: SelectionBarProps) {
  const { t } = useTranslation('openSessions');
  const isPhone = useIsPhone();
  const mayRefresh = useCan('sessions:refresh');
  const mayClose = useCan('sessions:close');
  const [asksToClose, setAsksToClose] = useState(false);
  const once = useSingleFlight();
  const readIds = useReadOpenIds();
  const onFailed = (error: Error) => void toast('error', error.message, { error });
  const start = useStartSessionRun({ onStarted, onFailed });
  const run = (action: SessionRunAction) => start.mutate({ action, ids: [...ids] });
  const most = Math.min(matching, mostOpenSessions);
  const selectAll = () => readIds(query).then(onChoose, onFailed);
  const count = ids.size;
  return (
    <ActionBar label={t('selection')} status={t('selected', { count })}>
      {count < most && (
        <Button variant="subtle" onClick={() => once(selectAll)}>
          {matching > mostOpenSessions
            ? t('selectFirst', { count: most })
            : t('selectMatching', { count: most })}
        </Button>
      )}
      {!isPhone && (
        <Button variant="subtle" onClick={() => onChoose([])}>
          {t('clearSelection')}
        </Button>
      )}
      {mayClose && (
        <Button variant="default" disabled={start.isPending} onClick={() => setAsksToClose(true)}>
          {t('close')}
        </Button>
      )}
      {mayRefresh && (
        <Button loading={start.isPending && !asksToClose} onClick={() => run('refresh')}>
          {t('refresh')}
        </Button>
      )}
      <ConfirmModal
        opened={asksToClose}
        onClose={() => setAsksToClose(false)}
        onConfirm={() => run('close')}
        title={t('closeTitle', { count })}
        confirmLabel={t('close')}
        danger
        loading={start.isPending}
      >
        {t('closeText')}
      </ConfirmModal>
    </ActionBar>
  );
}
