import {
  queryAggregates,
  queryAggregatesByLevel,
  querySeriesWithTotals,
  type Route,
  type SeriesWithTotals,
} from './aggregates.clickhouse.ts';
import type { AggregatesRequest, AggregatesRow, Dimension, Grain } from './aggregates.types.ts';
import { createCellCache } from './cell-cache.ts';
import { createChanges, type ReadChanges } from './changes.clickhouse.ts';
import { type ClosedSessions, createClosedSessions } from './closed-sessions.clickhouse.ts';
import { createFetchCoverage, type FetchCoverage } from './coverage.clickhouse.ts';
import { createDirtyBuckets, type DirtyBucket, type SessionStoreState } from './dirty-buckets.repo.ts';
import { createFilterCompiler } from './filter-compiler.ts';
import { ingestRows } from './ingest.clickhouse.ts';
import { type ListSums, noListSums } from './list-sums.clickhouse.ts';
import { findByAnyId, findById, findByPlayers } from './lookup.clickhouse.ts';
import { createOpenSessions, type OpenSessions } from './open.clickhouse.ts';
import { createPlayerRanking, type RankPlayers } from './player-ranking.clickhouse.ts';
import { createPlayerSums, type PlayerSumsQueries } from './player-sums.clickhouse.ts';
import { createPlayers } from './players.repo.ts';
import { createResultCache } from './result-cache.ts';
import {
  emptyRollup,
  findDaysWithSessions,
  type RebuildProgress,
  refreshBuckets,
} from './rollup.clickhouse.ts';
import { createRowCountEstimates } from './row-count-estimates.clickhouse.ts';
import { createSessionClosings } from './session-closings.ts';
import { createSessionDays } from './session-days.repo.ts';
import { sessionIdOf } from './session-id.ts';
import { createSessionLists } from './session-lists.ts';
import type {
  IngestOptions,
  IngestResult,
  IngestRow,
  IntegrationScope,
  ListedSession,
  PagePosition,
  SessionStoreDeps,
  SessionsCount,
  SessionsFilter,
  SessionsOrder,
  SessionsPage,
  StoredSession,
} from './session-store.types.ts';
import { streamSessions } from './session-stream.clickhouse.ts';
import { createSessionWrites } from './session-writes.repo.ts';
import { type SessionRecord, storedSession } from './sessions.clickhouse.ts';
import { createStakeSums, type StakeSumsQueries } from './stake-sums.clickhouse.ts';
import { createStoredIds } from './stored-ids.clickhouse.ts';

/** Stores sessions and computes every sum over them. */
export interface SessionStore {
  /** What was fetched of each integration. */
  readonly coverage: FetchCoverage;
  /** Sums over stakes, which the rollup does not have. */
  readonly stakes: StakeSumsQueries;
  /** Those that are open, by their age. */
  readonly open: OpenSessions;
  /** Sums over the sessions of one player. */
  readonly playerSums: PlayerSumsQueries;
  /** Players by what they played in two periods; reads every session of both. */
  readonly rankPlayers: RankPlayers;
  readonly closed: ClosedSessions;
  /** Stores checked rows of one integration; the same rows twice change nothing. Best with 10,000 to 50,000 at once. */
  ingest(integrationId: number, rows: readonly IngestRow[], options?: IngestOptions): Promise<IngestResult>;
  /** Stores one row and returns the stored session, which is a newer state when there was one already. */
  upsertOne(
    integrationId: number,
    row: IngestRow,
    options?: IngestOptions,
  ): Promise<{ session: StoredSession; result: IngestResult }>;
  /** Recomputes the dirty buckets of the rollup. Queries need not wait for it: they are exact before, too, only slower. */
  refreshDirty(): Promise<void>;
  /** Empties the rollup and computes it again from the base. Queries stay exact in the meantime. */
  rebuildRollup(reportProgress?: RebuildProgress): Promise<void>;
  /** Fills in the latest change of each day where it is missing; before the first list is read. */
  prepare(): Promise<void>;
  /** By the hub's id; null when there is none in the scope. */
  find(scope: IntegrationScope, id: string): Promise<StoredSession | null>;
  /** One page and the count of all; ties in the order of ids. */
  list(
    scope: IntegrationScope,
    filter: SessionsFilter,
    order: SessionsOrder,
    position: PagePosition,
    limit: number,
  ): Promise<SessionsPage>;
  /** One page without its count, which needs no read of every session. */
  page(
    scope: IntegrationScope,
    filter: SessionsFilter,
    order: SessionsOrder,
    position: PagePosition,
    limit: number,
  ): Promise<StoredSession[]>;
  count(scope: IntegrationScope, filter: SessionsFilter): Promise<SessionsCount>;
  /** What all sessions of a list add up to, by type; apart from its rows, which need no read of every session. */
  sumList(scope: IntegrationScope, filter: SessionsFilter): Promise<ListSums>;
  /** Those of one integration, in the order of their storing. */
  readonly changes: ReadChanges;
  /** By ticket id, external session id, platform session id or hub id; newest update first. */
  searchById(scope: IntegrationScope, id: string): Promise<StoredSession[]>;
  /** A page of the sessions of a user id, newest update first; pages start at 1. */
  searchByUser(
    scope: IntegrationScope,
    userId: string,
    page?: { page: number; limit: number },
  ): Promise<StoredSession[]>;
  /** Streams the sessions of a filter in an order, from one snapshot, in batches, at constant memory. */
  stream(
    scope: IntegrationScope,
    filter: SessionsFilter,
    order: SessionsOrder,
  ): AsyncIterable<readonly ListedSession[]>;
  /** Sums over sessions; see {@link AggregatesRequest}. Pass one `state` to calls whose results must fit together. */
  queryAggregates(
    request: AggregatesRequest,
    scope: IntegrationScope,
    state?: SessionStoreState,
    route?: Route,
  ): Promise<AggregatesRow[]>;
  /** The aggregates of several sets of dimensions, one list of rows for each, in the order of `levels`. */
  queryAggregatesByLevel(
    request: Omit<AggregatesRequest, 'by'>,
    levels: readonly (readonly Dimension[])[],
    scope: IntegrationScope,
    state?: SessionStoreState,
    route?: Route,
  ): Promise<AggregatesRow[][]>;
  /** The rows of a grain, and the totals of the whole period by integration, with their players. */
  querySeriesWithTotals(
    request: AggregatesRequest & { grain: Grain },
    scope: IntegrationScope,
    state?: SessionStoreState,
    route?: Route,
  ): Promise<SeriesWithTotals>;
  /** Waits for running refreshes and cancels the scheduled one. */
  waitForRefreshes(): Promise<void>;
  /** The data version and the dirty buckets. */
  state(): Promise<SessionStoreState>;
}

type DirtyGrain = DirtyBucket['grain'];

/** Rows written after which days are refreshed while a long fetch is running. */
const rowsPerRefresh = 400_000;
/** Time without a write after which the rollup is refreshed: a fetch writes page after page. */
const quietMs = 1000;
/** Shortest time between refreshes that are started because someone reads aggregates. */
const readerRefreshMs = 5000;
const defaultResultCacheBytes = 32 * 1024 * 1024;

export function createSessionStore(deps: SessionStoreDeps): SessionStore {
  const { clickhouse, postgres, log, refreshesByItself = true } = deps;
  const players = createPlayers({ postgres, clickhouse, maxCached: deps.maxCachedPlayers });
  const dirtyBuckets = createDirtyBuckets(postgres);
  const days = createSessionDays(postgres);
  const writes = createSessionWrites(postgres);
  const storedIds = createStoredIds(clickhouse);
  const estimates = createRowCountEstimates(clickhouse);
  const queryIntegers = createResultCache(clickhouse, deps.resultCacheBytes ?? defaultResultCacheBytes);
  const closings = createSessionClosings(deps);
  const ingestDeps = { ...deps, players, dirtyBuckets, days, writes, storedIds, closings };
  const cells = createCellCache(clickhouse, deps.clock);
  const aggregatesDeps = { queryIntegers, estimates, cells };
  const lists = createSessionLists({ clickhouse, days, ...aggregatesDeps });
  const compileFilter = createFilterCompiler(clickhouse, players.findNumbers);
  let refreshing: Promise<void> | undefined;
  /** The running one, and those that wait for it. */
  const refreshes = new Set<Promise<void>>();
  let writtenSinceRefresh = 0;
  let readerRefreshAt = Number.NEGATIVE_INFINITY;
  let scheduledRefresh: NodeJS.Timeout | undefined;

  const refreshDirty = (grains?: readonly DirtyGrain[]): Promise<void> => track(waitAndRefresh(grains));

  function track(work: Promise<void>): Promise<void> {
    const refresh = work.finally(() => refreshes.delete(refresh));
    refreshes.add(refresh);
    return refresh;
  }

  async function waitAndRefresh(grains: readonly DirtyGrain[] = ['day', 'month']): Promise<void> {
    // A running refresh may have read its dirty buckets before the latest rows were written.
    await refreshing?.catch(() => {});
    refreshing ??= refreshAll(grains).finally(() => {
      refreshing = undefined;
    });
    await refreshing;
  }

  async function refreshAll(grains: readonly DirtyGrain[]): Promise<void> {
    writtenSinceRefresh = 0;
    await dirtyBuckets.runExclusively(() => refreshNow(grains));
  }

  async function refreshNow(grains: readonly DirtyGrain[], reportProgress?: RebuildProgress): Promise<void> {
    const found = await dirtyBuckets.findRefreshable();
    await refresh(
      found.filter(({ grain }) => grains.includes(grain)),
      reportProgress,
    );
  }

  /** Only while no one else refreshes: of two overlapping refreshes, the older could clear buckets that the newer still computes. */
  async function refresh(
    refreshable: readonly DirtyBucket[],
    reportProgress?: RebuildProgress,
  ): Promise<void> {
    if (refreshable.length === 0) return;
    const started = performance.now();
    await refreshBuckets(clickhouse, dirtyBuckets, refreshable, reportProgress);
    // A killed writer has not advanced the data version: this drops cached results that include its half-written rows.
    await dirtyBuckets.nextDataVersion();
    log.debug(
      { buckets: refreshable.length, ms: Math.round(performance.now() - started) },
      'rollup refreshed',
    );
  }

  /** Months wait for the end of the fetch: it would make them dirty again at once, and their days serve in the meantime. */
  function refreshDaysInBackground(): void {
    if (refreshing === undefined && refreshesByItself) refreshDirty(['day']).catch(logFailedRefresh);
  }

  async function stateForReaders(given: SessionStoreState | undefined): Promise<SessionStoreState> {
    const state = given ?? (await dirtyBuckets.readState());
    // Someone reads buckets that are still dirty; the next read should be fast.
    if (state.dirtyDays.size > 0 || state.dirtyMonths.size > 0) refreshForReaders();
    return state;
  }

  /**
   * Refreshes what a killed writer left dirty. The writers that live refresh their own buckets, and of all processes with
   * readers only one refreshes: the others would only repeat its work.
   */
  function refreshForReaders(): void {
    if (refreshing !== undefined || !refreshesByItself) return;
    if (performance.now() - readerRefreshAt < readerRefreshMs) return;
    readerRefreshAt = performance.now();
    refreshing = track(
      dirtyBuckets.runUnlessRefreshing(async () => refresh(await dirtyBuckets.findAbandoned())),
    ).finally(() => {
      refreshing = undefined;
    });
    refreshing.catch(logFailedRefresh);
  }

  const logFailedRefresh = (error: unknown) => log.error({ err: error }, 'the rollup could not be refreshed');

  async function ingest(integrationId: number, rows: readonly IngestRow[], options?: IngestOptions) {
    clearTimeout(scheduledRefresh);
    const result = await ingestRows(ingestDeps, integrationId, rows, options);
    const written = result.added + result.changed;
    writtenSinceRefresh += written;
    if (writtenSinceRefresh >= rowsPerRefresh) refreshDaysInBackground();
    clearTimeout(scheduledRefresh);
    if (refreshesByItself) {
      scheduledRefresh = setTimeout(() => void refreshDirty().catch(logFailedRefresh), quietMs).unref();
    }
    return result;
  }

  async function withUserIds(records: readonly SessionRecord[]): Promise<StoredSession[]> {
    const userIds = await players.findUserIds(records.map(({ user_id }) => user_id));
    return records.map((record) => storedSession(record, userIds));
  }

  return {
    coverage: createFetchCoverage(clickhouse),
    stakes: createStakeSums(queryIntegers, stateForReaders),
    open: createOpenSessions(clickhouse, withUserIds),
    playerSums: createPlayerSums(clickhouse, players.findNumbers),
    rankPlayers: createPlayerRanking({
      queryIntegers,
      readState: stateForReaders,
      findUserIds: players.findUserIds,
    }),
    closed: createClosedSessions(clickhouse),
    ingest,

    async upsertOne(integrationId, row, options) {
      const result = await ingest(integrationId, [row], options);
      const id = sessionIdOf(integrationId, row.sessionId);
      const record = await findById(clickhouse, id, { kind: 'one', id: integrationId });
      if (record === undefined) throw new Error(`The session ${id} that was just stored is missing`);
      const [session] = await withUserIds([record]);
      if (session === undefined) throw new Error(`The session ${id} has no player`);
      return { session, result };
    },

    refreshDirty: () => refreshDirty(),

    rebuildRollup: (reportProgress) =>
      // Only while nothing refreshes: emptied during a refresh, the rollup would miss the cells that it has written.
      dirtyBuckets.runExclusively(async () => {
        const found = await findDaysWithSessions(clickhouse);
        await days.raise(found);
        await dirtyBuckets.mark(found.keys());
        await emptyRollup(clickhouse);
        await refreshNow(['day', 'month'], reportProgress);
      }),

    async prepare() {
      const { dataVersion } = await dirtyBuckets.readState();
      if ((await days.read(dataVersion)).length === 0)
        await days.raise(await findDaysWithSessions(clickhouse));
    },

    changes: createChanges(clickhouse, writes, withUserIds),

    async find(scope, id) {
      const record = await findById(clickhouse, id, scope);
      return record === undefined ? null : ((await withUserIds([record]))[0] ?? null);
    },

    async list(scope, filter, order, position, limit) {
      const found = await compileFilter(filter, scope);
      if (found === null) return { rows: [], count: 0, withoutRounds: 0 };
      const state = await dirtyBuckets.readState();
      const { records, sessions, withoutRounds } = await lists.pageWithCount(
        found,
        order,
        position,
        limit,
        state,
      );
      return { rows: await withUserIds(records), count: sessions, withoutRounds };
    },

    async page(scope, filter, order, position, limit) {
      const found = await compileFilter(filter, scope);
      if (found === null) return [];
      return withUserIds(await lists.page(found, order, position, limit, await dirtyBuckets.readState()));
    },

    async count(scope, filter) {
      const found = await compileFilter(filter, scope);
      if (found === null) return { count: 0, withoutRounds: 0 };
      const { sessions, withoutRounds } = await lists.count(found, await dirtyBuckets.readState());
      return { count: sessions, withoutRounds };
    },

    async sumList(scope, filter) {
      const found = await compileFilter(filter, scope);
      return found === null ? noListSums : lists.sums(found, await dirtyBuckets.readState());
    },

    searchById: async (scope, id) => withUserIds(await findByAnyId(clickhouse, id, scope)),

    async searchByUser(scope, userId, page = { page: 1, limit: 500 }) {
      return withUserIds(await findByPlayers(clickhouse, await players.findNumbers(userId), scope, page));
    },

    async *stream(scope, filter, order) {
      const found = await compileFilter(filter, scope);
      if (found === null) return;
      for await (const batch of streamSessions(clickhouse, found.where, order)) {
        const userIds = await players.findUserIds(batch.map(({ playerNumber }) => playerNumber));
        yield batch.map(({ playerNumber, session }) => {
          session.userId = userIds.get(playerNumber) ?? '';
          return session;
        });
      }
    },

    queryAggregates: async (request, scope, state, route) =>
      queryAggregates(aggregatesDeps, request, scope, await stateForReaders(state), route),

    queryAggregatesByLevel: async (request, levels, scope, state, route) =>
      queryAggregatesByLevel(aggregatesDeps, request, levels, scope, await stateForReaders(state), route),

    querySeriesWithTotals: async (request, scope, state, route) =>
      querySeriesWithTotals(aggregatesDeps, request, scope, await stateForReaders(state), route),

    async waitForRefreshes() {
      clearTimeout(scheduledRefresh);
      while (refreshes.size > 0) await Promise.allSettled(refreshes);
    },

    state: () => dirtyBuckets.readState(),
  };
}
