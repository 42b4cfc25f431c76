import { type Game, type Integration, type SessionSortField, sessionSortKinds } from '@ludus/contract';
import { Anchor, Button, Loader } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTableButton } from '../../../components/copy-table-button.tsx';
import { ExportButton } from '../../../components/export-button.tsx';
import { NoSessions } from '../../../components/feedback/no-sessions.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { EmailListDialog } from '../../../components/form/email-list-dialog.tsx';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { PeriodPicker } from '../../../components/form/period-picker.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { gamesQuery } from '../../../domain/game/games.ts';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { lastFetchQuery, useFetching } from '../../../domain/session/fetching.ts';
import { sessionCountQuery, sessionsQuery, useMailSessions } from '../../../domain/session/sessions.ts';
import { HiddenMoneyLine } from '../../../domain/statement/hidden-money-line.tsx';
import { TrustStrip } from '../../../domain/statistics/coverage/trust-strip.tsx';
import { requestSessionsFile } from '../../../domain/statistics/exports.ts';
import { useCan, useUser } from '../../../lib/auth/index.ts';
import { useFirstTouched } from '../../../lib/first-screen.ts';
import { latePart } from '../../../lib/late-part.ts';
import { periodFor, rememberPeriod } from '../../../lib/shared-filters.ts';
import { toast } from '../../../lib/toast.tsx';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { useToday } from '../../../lib/use-today.ts';
import { hourItems, StateSwitch, TypeSwitch } from '../components/list-filters.tsx';
import { ListTable } from '../components/list-table.tsx';
import { copiedSessions } from '../list-copy.ts';
import {
  activeFilters,
  coverageFilterOf,
  filtersOf,
  type ListFilters,
  type ListSearch,
  type OverviewPreset,
  overviewOf,
  pageQueryOf,
  queryOf,
  rangeRefusals,
  searchOf,
  sortOf,
  usePageRows,
} from '../search.ts';
import styles from './sessions-list-page.module.css';

interface SessionsListPageProps {
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
  onOpenOverview: (preset: OverviewPreset) => void;
  /** The view of open sessions by their age. */
  onOpenOpen: (preset: Pick<ListSearch, 'integrations' | 'type'>) => void;
  /** The button that opens the session search. */
  sessionSearch: ReactNode;
  /** The session box, as a popup over the list. */
  renderDetails: (sessionId: string, onClose: () => void) => ReactNode;
}

const loadMoreFilters = async () => (await import('../components/more-filters.tsx')).MoreFilters;
const MoreFilters = latePart(loadMoreFilters);
const ListTotals = latePart(async () => (await import('../components/list-totals.tsx')).ListTotals, 'first');
const PlayerLinks = latePart(async () => (await import('../components/player-links.tsx')).PlayerLinks);

const noIntegrations: readonly Integration[] = [];
const noGames: readonly Game[] = [];

/** Take the width of the counts while they load. */
const typicalCount = 10_000;
const typicalWithoutRounds = 100;

/** The sessions that fit the filters, page by page (area LIST). Filters, order, page and open box are the URL's. */
export function SessionsListPage({ search, onSearch, ...props }: SessionsListPageProps) {
  const { t } = useTranslation('sessionsList');
  const { t: tc } = useTranslation('common');
  const isProvider = useCan('integrations:manage');
  const seesDue = useCan('money:net-and-due');
  const mayMail = useCan('sessions:email');
  const user = useUser();
  const isPhone = useIsPhone();
  // Too narrow for a line of a row, and for the words of the header's buttons.
  const hasTwoLines = useMedia(breakpoints.laptop);
  const isTablet = useMedia(breakpoints.tablet);
  // Beside a line that counts and orders the rows.
  const isNarrowHead = useMedia('(max-width: 95.99em)');
  const { rows: limit, rowHeight } = usePageRows(isPhone, hasTwoLines);
  const day = useToday();
  const period = periodFor(search, day);
  const { from, to } = period;
  const applied = useMemo(() => filtersOf(search, { from, to }), [search, from, to]);

  const [draft, setDraft] = useState(applied);
  const [mails, setMails] = useState(false);
  useEffect(() => setDraft(applied), [applied]);
  useEffect(() => rememberPeriod({ from, to }, day), [from, to, day]);
  const change = (part: Partial<ListFilters>) => setDraft((before) => ({ ...before, ...part }));

  const page = search.page ?? 1;
  const sort = sortOf(search, seesDue);
  // The first one is on its way already: the route begins it before this code is here.
  const pageQuery = pageQueryOf(applied, search, { limit, seesDue });
  const { page: _page, limit: _limit, counted: _counted, ...listQuery } = pageQuery;
  const sessions = useQuery(sessionsQuery(pageQuery));
  const isCountedApart = pageQuery.counted === false;
  const counting = useQuery({ ...sessionCountQuery(queryOf(applied)), enabled: isCountedApart });
  const { isFetching } = useFetching();
  const lastFetch = useQuery(lastFetchQuery());
  // The filters that no one has opened yet, and what can be chosen in them.
  const isTouched = useFirstTouched();
  useEffect(() => {
    if (isTouched) loadMoreFilters().catch(() => {});
  }, [isTouched]);
  const integrations = useQuery({ ...integrationsQuery('games', 'operators'), enabled: isTouched });
  const games = useQuery({ ...gamesQuery(), enabled: isTouched });
  const mail = useMailSessions({
    onSent: () => {
      toast('mail', t('emailSent'));
      setMails(false);
    },
    onFailed: (error) => void toast('error', error.message, { error }),
  });

  const submit = () => {
    const [refusal] = Object.values(rangeRefusals(draft));
    if (refusal) toast('error', refusal);
    else onSearch(searchOf(draft, search));
  };
  const clear = () => {
    const cleared = filtersOf({}, draft.period);
    setDraft(cleared);
    onSearch({ ...searchOf(cleared, search), figure: undefined });
  };
  const counted = isCountedApart ? counting.data : sessions.data;
  const count = counted?.count;
  const hidden = counted?.withoutRounds ?? 0;
  const shown = sessions.data?.rows.length ?? 0;
  const orderText = useOrderText(sort);
  // One line, on a tablet beside the buttons; the order stands above the rows too.
  const contextOf = (shown: number, without: number) => {
    if (isTablet && without > 0) return t('countBoth', { count: shown, without });
    if (isTablet) return t(applied.played ? 'countPlayed' : 'count', { count: shown });
    const context = t(applied.played ? 'contextPlayed' : 'context', { count: shown, order: orderText });
    return without > 0 ? `${context} · ${t('withoutRounds', { count: without })}` : context;
  };
  const views = (
    <SegmentedSwitch
      label={t('view')}
      value="list"
      fullWidth={isPhone}
      onChange={(view) => {
        if (view === 'overall') props.onOpenOverview(overviewOf(applied));
        if (view === 'open') props.onOpenOpen({ integrations: search.integrations, type: search.type });
      }}
      options={[
        { value: 'overall', label: t('overall') },
        { value: 'list', label: t('list') },
        {
          value: 'open',
          label: t('openSessions'),
          short: isNarrowHead && !isPhone ? t('openShort') : undefined,
        },
      ]}
    />
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          <TrustStrip filter={coverageFilterOf(applied)} withoutOpen>
            <span className={styles.context}>
              <span className={styles.words}>
                {count === undefined && (
                  // A second line of the head would push the whole page down when the count arrives.
                  <span className={styles.awaited} aria-hidden="true">
                    {contextOf(typicalCount, applied.played ? typicalWithoutRounds : 0)}
                  </span>
                )}
                <span className={styles.said}>
                  {counting.isError && count === undefined ? (
                    <CountFailed onRetry={() => void counting.refetch()} />
                  ) : count === undefined ? (
                    isTablet ? (
                      t('countingShort')
                    ) : (
                      t(applied.played ? 'countingPlayed' : 'counting', { order: orderText })
                    )
                  ) : (
                    contextOf(count, hidden)
                  )}
                </span>
              </span>
              {isFetching && (
                <span className={styles.fetching} role="status" title={t('fetching')}>
                  <Loader size={12} aria-hidden="true" />
                  <span className="hub-visually-hidden">{t('fetching')}</span>
                </span>
              )}
            </span>
          </TrustStrip>
        }
        actions={
          <>
            {props.sessionSearch}
            {/* A phone has no spreadsheet beside it, and its head has no room for more. */}
            {!isPhone && (
              <CopyTableButton
                disabled={!count}
                table={() => copiedSessions(sessions.data?.rows ?? [], { isProvider, seesDue }, t)}
              />
            )}
            {mayMail && (
              <ExportButton
                compact={hasTwoLines}
                disabled={!count}
                onExport={(format) => requestSessionsFile({ filter: listQuery, format })}
              />
            )}
            {mayMail && (
              <HeaderButton
                iconOn="laptop"
                label={t('emailCsv')}
                disabled={!count}
                icon={<IconMailForward size={16} stroke={1.5} />}
                onClick={() => setMails(true)}
              />
            )}
          </>
        }
        // At the same place on all three views: it does not move beneath the pointer.
        primary={!isPhone && views}
      />
      <PageBody fill>
        {isPhone && views}
        <FilterBar
          onSubmit={submit}
          onClear={clear}
          submitting={sessions.isPlaceholderData}
          isPending={JSON.stringify(draft) !== JSON.stringify(applied)}
          // What can be cleared is also what is only typed; the number on the button is of what the list shows.
          activeCount={Math.max(activeFilters(draft), activeFilters(applied))}
          moreCount={activeFilters(applied)}
          items={[
            {
              id: 'period',
              label: tc('period'),
              control: (
                <PeriodPicker
                  value={draft.period}
                  onChange={(chosen) => change({ period: chosen, hour: null })}
                />
              ),
            },
            ...hourItems({ filters: draft, onChange: change }, t('hour')),
            {
              id: 'state',
              label: t('sessionState'),
              caption: t('stateCaption'),
              control: <StateSwitch filters={draft} onChange={change} />,
            },
            {
              id: 'type',
              label: t('sessionType'),
              caption: t('typeCaption'),
              control: <TypeSwitch filters={draft} onChange={change} />,
            },
          ]}
          more={
            <Suspense fallback={<SkeletonLine height={32} />}>
              <MoreFilters
                filters={draft}
                onChange={change}
                isProvider={isProvider}
                integrations={integrations.data?.rows ?? noIntegrations}
                games={games.data?.rows ?? noGames}
              />
            </Suspense>
          }
        />
        <QueryView query={sessions} filtersKept>
          {count !== 0 && (
            <Suspense fallback={<div className={styles.totals} />}>
              <ListTotals
                filters={applied}
                figure={search.figure}
                enabled={sessions.data !== undefined && !sessions.isPlaceholderData}
              />
            </Suspense>
          )}
          <Suspense>{applied.user !== '' && <PlayerLinks rows={sessions.data?.rows ?? []} />}</Suspense>
          <ListTable
            rows={sessions.data?.rows ?? []}
            period={period}
            isProvider={isProvider}
            seesDue={seesDue}
            isOfFigure={search.figure !== undefined}
            loading={!sessions.data}
            stale={sessions.isPlaceholderData}
            skeletonRows={limit}
            rowHeight={rowHeight}
            hasTwoLines={hasTwoLines}
            sort={sort}
            onSort={(next) =>
              onSearch({
                ...search,
                page: undefined,
                sort: next.id as SessionSortField,
                direction: next.desc ? 'desc' : 'asc',
              })
            }
            selectedId={search.session ?? null}
            onOpen={(row) => onSearch({ ...search, session: row.id })}
            empty={
              activeFilters(applied) > 0 ? (
                <EmptyState
                  title={t('empty')}
                  actions={
                    <Button variant="default" onClick={clear}>
                      {t('clearFilters')}
                    </Button>
                  }
                >
                  {t('emptyHelp')}
                </EmptyState>
              ) : (
                <NoSessions
                  period={hidden > 0 ? null : period}
                  asOf={lastFetch.data?.dateTime ?? null}
                  onPeriod={(next) => onSearch(searchOf({ ...applied, period: next }, search))}
                  title={t('empty')}
                >
                  {t('emptyPeriodHelp')}
                </NoSessions>
              )
            }
          />
          {(count ?? shown) > 0 && (
            <Pagination
              page={page}
              pageSize={limit}
              total={count}
              shown={shown}
              onChange={(next) => onSearch({ ...search, page: next === 1 ? undefined : next })}
            />
          )}
        </QueryView>
        <HiddenMoneyLine />
      </PageBody>
      {search.session &&
        props.renderDetails(search.session, () => onSearch({ ...search, session: undefined }))}
      <EmailListDialog
        opened={mails}
        onClose={() => setMails(false)}
        title={t('emailTitle')}
        ownEmail={user.email}
        onSend={(emails) => mail.mutate({ ...listQuery, emails })}
        sending={mail.isPending}
      >
        <p className={styles.mailText}>{count === undefined ? null : t('emailText', { count })}</p>
      </EmailListDialog>
    </>
  );
}

/** The order in words. */
function useOrderText(sort: { id: SessionSortField; desc: boolean }): string {
  const { t } = useTranslation('sessionsList');
  const isTime = sessionSortKinds[sort.id] === 'instant';
  if (sort.id === 'externalUpdatedAt') return t(sort.desc ? 'newestFirst' : 'oldestFirst');
  const [first, last] = isTime
    ? (['newestFirst', 'oldestFirst'] as const)
    : (['highestFirst', 'lowestFirst'] as const);
  return t('orderedBy', { field: t(sort.id).toLowerCase(), direction: t(sort.desc ? first : last) });
}

/** In place of the count: the rows are there, only their number could not be read. */
function CountFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('sessionsList');
  return (
    <>
      {t('countFailed')}{' '}
      <Anchor component="button" type="button" inherit onClick={onRetry}>
        {t('countAgain')}
      </Anchor>
    </>
  );
}
