import type { ClickHouse } from '../../platform/clickhouse/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { rememberAnswers } from './answers.ts';
import { createBookDays } from './book-days.repo.ts';
import type {
  IngestOptions,
  IngestResult,
  IngestRow,
  IntegrationScope,
  PagePosition,
  SessionsFilter,
  SessionsOrder,
  SessionsPage,
  StoredSession,
} from './books.types.ts';
import { daysWithSessions, emptyCube, refreshBuckets } from './cube.books.ts';
import { createEstimates } from './estimates.books.ts';
import { figuresByLevel, figuresOf, type Route } from './figures.books.ts';
import { addFigures, type Dimension, type FiguresRequest, type FiguresRow } from './figures.types.ts';
import { ingestRows } from './ingest.books.ts';
import { countRecords, filterSql, pageByChange, pageRecords, streamRecords } from './list.books.ts';
import { findByAnyId, findById, findByPlayers } from './lookup.books.ts';
import { createPlayers } from './players.repo.ts';
import { sessionIdOf } from './session-id.ts';
import { type SessionRecord, storedSession } from './sessions.books.ts';
import { type BooksState, createStaleBuckets } from './stale-buckets.repo.ts';

export interface BooksDeps {
  clickhouse: ClickHouse;
  postgres: Postgres;
  clock: Clock;
  log: Log;
  /** How much of the figures that were asked for is remembered; 0 for the bench, which wants them worked out. */
  rememberedBytes?: number;
}

/** The store of the sessions and of every sum over them. */
export interface Books {
  /** Stores checked rows of one integration; the same rows twice change nothing. Best with 10,000 to 50,000 at once. */
  ingest(integrationId: number, rows: readonly IngestRow[], options?: IngestOptions): Promise<IngestResult>;
  /** Stores one row and answers the session as the books hold it then, which is a newer state when there was one. */
  upsertOne(
    integrationId: number,
    row: IngestRow,
    options?: IngestOptions,
  ): Promise<{ session: StoredSession; result: IngestResult }>;
  /** Brings the cube up to the base. Answers need not wait for it: they are exact before, too, only slower. */
  refreshDirty(): Promise<void>;
  /** Throws the cube away and computes it again from the base. Answers stay exact meanwhile. */
  rebuildCube(): Promise<void>;
  /** Finds out what lists go by, where the books are older than that; before the first question is answered. */
  prepare(): Promise<void>;
  /** By the hub's id; null when there is none or when the scope does not show it. */
  find(scope: IntegrationScope, id: string): Promise<StoredSession | null>;
  /** One page and the count of all; ties in the order of ids. */
  list(
    scope: IntegrationScope,
    filter: SessionsFilter,
    order: SessionsOrder,
    position: PagePosition,
    limit: number,
  ): Promise<SessionsPage>;
  count(scope: IntegrationScope, filter: SessionsFilter): Promise<number>;
  /** By ticket id, external session id, platform session id or hub id; newest update first (SRCH-02). */
  searchById(scope: IntegrationScope, id: string): Promise<StoredSession[]>;
  /** All sessions of a user id, newest update first. */
  searchByUser(scope: IntegrationScope, userId: string): Promise<StoredSession[]>;
  /** The sessions of a filter in an order, as one snapshot, in batches, at constant memory. */
  stream(
    scope: IntegrationScope,
    filter: SessionsFilter,
    order: SessionsOrder,
  ): AsyncIterable<readonly StoredSession[]>;
  /** Sums over sessions; see {@link FiguresRequest}. Pass one `state` to questions whose answers must fit together. */
  figures(
    request: FiguresRequest,
    scope: IntegrationScope,
    state?: BooksState,
    route?: Route,
  ): Promise<FiguresRow[]>;
  /** The figures of several sets of dimensions, one list of rows for each, in the order of `levels`. */
  figuresByLevel(
    request: Omit<FiguresRequest, 'by'>,
    levels: readonly (readonly Dimension[])[],
    scope: IntegrationScope,
    state?: BooksState,
    route?: Route,
  ): Promise<FiguresRow[][]>;
  /** Waits for a refresh that is under way and starts no other by itself. */
  settled(): Promise<void>;
  /** Version of the books and the buckets that are being refreshed. */
  state(): Promise<BooksState>;
}

type Grain = 'day' | 'month';

/** Rows written after which days are refreshed while a long fetch goes on. */
const rowsPerRefresh = 400_000;
/** Time without writing after which the cube is refreshed: a fetch writes page after page. */
const quietMs = 1000;
/** Shortest time between refreshes that are begun because somebody asks for figures. */
const readersMs = 5000;
const rememberedCounts = 500;
const defaultRememberedBytes = 32 * 1024 * 1024;

export function createBooks(deps: BooksDeps): Books {
  const { clickhouse, postgres, log } = deps;
  const players = createPlayers(postgres);
  const stale = createStaleBuckets(postgres);
  const days = createBookDays(postgres);
  const estimates = createEstimates(clickhouse);
  const ask = rememberAnswers(clickhouse, deps.rememberedBytes ?? defaultRememberedBytes);
  const figuresDeps = { ask, estimates };
  const counts = new Map<string, Promise<number>>();
  let refreshing: Promise<void> | undefined;
  /** The one under way, and those that wait for it to begin. */
  const refreshes = new Set<Promise<void>>();
  let writtenSinceRefresh = 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let quiet: NodeJS.Timeout | undefined;

  function refreshDirty(grains?: readonly Grain[]): Promise<void> {
    const refresh = refreshNext(grains).finally(() => refreshes.delete(refresh));
    refreshes.add(refresh);
    return refresh;
  }

  async function refreshNext(grains: readonly Grain[] = ['day', 'month']): Promise<void> {
    // A refresh that is under way may have taken its marks before the latest rows were written.
    await refreshing?.catch(() => {});
    refreshing ??= refreshAll(grains).finally(() => {
      refreshing = undefined;
    });
    await refreshing;
  }

  async function refreshAll(grains: readonly Grain[]): Promise<void> {
    writtenSinceRefresh = 0;
    await stale.exclusively(() => refreshTaken(grains));
  }

  /** Only within `exclusively`: of two refreshes that overlap, the older one could clear the marks of the younger. */
  async function refreshTaken(grains: readonly Grain[]): Promise<void> {
    const started = performance.now();
    const taken = (await stale.take()).filter(({ grain }) => grains.includes(grain));
    if (taken.length === 0) return;
    await refreshBuckets(clickhouse, stale, taken);
    // A writer that was killed has not raised the generation: what was read of its half-written rows is forgotten here.
    await stale.nextGeneration();
    log.debug({ buckets: taken.length, ms: Math.round(performance.now() - started) }, 'cube refreshed');
  }

  /** Months wait while a fetch goes on: it would make them stale again at once, and days answer for them. */
  function refreshInBackground(): void {
    if (refreshing !== undefined) return;
    const isWriting = performance.now() - writtenAt < quietMs;
    refreshDirty(isWriting ? ['day'] : undefined).catch(notRefreshed);
  }

  async function stateForReaders(given: BooksState | undefined): Promise<BooksState> {
    const state = given ?? (await stale.state());
    // Somebody looks at figures that the cube does not hold yet; the next look should be fast.
    if (state.staleDays.size > 0 || state.staleMonths.size > 0) refreshForReaders();
    return state;
  }

  /** Another process may be writing; then every look would find stale days, and refresh them once more. */
  function refreshForReaders(): void {
    if (performance.now() - lookedAt < readersMs) return;
    lookedAt = performance.now();
    refreshInBackground();
  }

  function notRefreshed(error: unknown): void {
    log.error({ err: error }, 'the cube could not be refreshed');
  }

  async function ingest(integrationId: number, rows: readonly IngestRow[], options?: IngestOptions) {
    clearTimeout(quiet);
    const result = await ingestRows({ ...deps, players, stale, days }, integrationId, rows, options);
    const written = result.added + result.changed;
    if (written > 0) writtenAt = performance.now();
    writtenSinceRefresh += written;
    if (writtenSinceRefresh >= rowsPerRefresh) refreshInBackground();
    clearTimeout(quiet);
    quiet = setTimeout(() => void refreshDirty().catch(notRefreshed), quietMs).unref();
    return result;
  }

  async function named(records: readonly SessionRecord[]): Promise<StoredSession[]> {
    const userIds = await players.userIdsOf(records.map(({ user_id }) => user_id));
    return records.map((record) => storedSession(record, userIds));
  }

  /** The filter within the scope as SQL; null when it cannot find anything. */
  async function compiled(filter: SessionsFilter, scope: IntegrationScope) {
    const own = scopedFilter(filter, scope);
    if (own === null || own.from >= own.to) return null;
    const numbers = own.userId ? await players.findNumbers(own.userId) : null;
    if (numbers !== null && numbers.length === 0) return null;
    return { filter: own, where: filterSql(own, numbers) };
  }

  function counted(own: SessionsFilter, where: string, state: BooksState): Promise<number> {
    const key = `${state.generation} ${where}`;
    const known = counts.get(key);
    if (known) return known;
    const count = isDimensional(own) ? countFromFigures(own, state) : countRecords(clickhouse, where);
    count.catch(() => counts.delete(key));
    if (counts.size >= rememberedCounts) counts.clear();
    counts.set(key, count);
    return count;
  }

  /** Only the order by last change can do without reading every session that the filter finds. */
  async function pageOf(
    own: SessionsFilter,
    where: string,
    order: SessionsOrder,
    position: PagePosition,
    limit: number,
    state: BooksState,
  ): Promise<SessionRecord[]> {
    if (order.field !== 'externalUpdatedAt') {
      return pageRecords(clickhouse, where, order, position, limit);
    }
    const [known, estimate] = await Promise.all([days.days(state.generation), estimates.current(state)]);
    const inRange = known.filter(
      ({ fromMs, toMs }) => fromMs < own.to.getTime() && toMs > own.from.getTime(),
    );
    // A guess, and it may be a bad one: a window that is too narrow is tried in vain and widened.
    const expected = estimate.sessionsIn(own, own.integrations) / 4;
    return pageByChange(clickhouse, where, order.direction, position, limit, inRange, expected);
  }

  async function countFromFigures(own: SessionsFilter, state: BooksState): Promise<number> {
    const { isOpen, nonZeroRounds, ...rest } = own;
    const request = { ...rest, periods: [{ from: own.from, to: own.to }] };
    const sum = addFigures(await figuresOf(figuresDeps, request, { kind: 'all' }, state));
    const all = nonZeroRounds ? sum.sessions - sum.idle : sum.sessions;
    const open = nonZeroRounds ? sum.open - sum.openIdle : sum.open;
    return Number(typeof isOpen !== 'boolean' ? all : isOpen ? open : all - open);
  }

  return {
    ingest,

    async upsertOne(integrationId, row, options) {
      const result = await ingest(integrationId, [row], options);
      const id = sessionIdOf(integrationId, row.sessionId);
      const record = await findById(clickhouse, id, { kind: 'one', id: integrationId });
      if (record === undefined)
        throw new Error(`The books do not hold the session ${id} they have just stored`);
      const [session] = await named([record]);
      if (session === undefined) throw new Error(`Session ${id} is lost`);
      return { session, result };
    },

    refreshDirty: () => refreshDirty(),

    rebuildCube: () =>
      // Only while nothing refreshes: emptied in the middle of a refresh, the cube would miss what that has written.
      stale.exclusively(async () => {
        const found = await daysWithSessions(clickhouse);
        await days.raise(found);
        await stale.whileWriting(found.keys(), async () => {});
        await emptyCube(clickhouse);
        await refreshTaken(['day', 'month']);
      }),

    async prepare() {
      const { generation } = await stale.state();
      if ((await days.days(generation)).length === 0) await days.raise(await daysWithSessions(clickhouse));
    },

    async find(scope, id) {
      const record = await findById(clickhouse, id, scope);
      return record === undefined ? null : ((await named([record]))[0] ?? null);
    },

    async list(scope, filter, order, position, limit) {
      const found = await compiled(filter, scope);
      if (found === null) return { rows: [], count: 0 };
      const now = await stale.state();
      const counting = counted(found.filter, found.where, now);
      const [records, count] = await Promise.all([
        pageOf(found.filter, found.where, order, position, limit, now),
        counting,
      ]);
      return { rows: await named(records), count };
    },

    async count(scope, filter) {
      const found = await compiled(filter, scope);
      return found === null ? 0 : counted(found.filter, found.where, await stale.state());
    },

    searchById: async (scope, id) => named(await findByAnyId(clickhouse, id, scope)),

    async searchByUser(scope, userId) {
      return named(await findByPlayers(clickhouse, await players.findNumbers(userId), scope));
    },

    async *stream(scope, filter, order) {
      const found = await compiled(filter, scope);
      if (found === null) return;
      for await (const records of streamRecords(clickhouse, found.where, order)) yield named(records);
    },

    figures: async (request, scope, state, route) =>
      figuresOf(figuresDeps, request, scope, await stateForReaders(state), route),

    figuresByLevel: async (request, levels, scope, state, route) =>
      figuresByLevel(figuresDeps, request, levels, scope, await stateForReaders(state), route),

    async settled() {
      clearTimeout(quiet);
      while (refreshes.size > 0) await Promise.allSettled(refreshes);
    },

    state: () => stale.state(),
  };
}

function scopedFilter(filter: SessionsFilter, scope: IntegrationScope): SessionsFilter | null {
  if (scope.kind === 'all') return filter;
  if (scope.kind === 'none') return null;
  const { integrations } = filter;
  if (integrations && integrations.length > 0 && !integrations.includes(scope.id)) return null;
  return { ...filter, integrations: [scope.id] };
}

/** Whether a filter asks for nothing but what the cube's cells tell apart. */
function isDimensional(filter: SessionsFilter): boolean {
  const { userId, bet, win, grossWin } = filter;
  return !userId && bet === undefined && win === undefined && grossWin === undefined;
}
