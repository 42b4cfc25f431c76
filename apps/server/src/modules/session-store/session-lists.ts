import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { type AggregatesDeps, queryAggregates } from './aggregates.clickhouse.ts';
import { addAggregates } from './aggregates.types.ts';
import type { SessionStoreState } from './dirty-buckets.repo.ts';
import {
  type ChangeDays,
  type Countable,
  countByChangeDay,
  countSessions,
  pageByChange,
  pageOfChangeDays,
  pageRecords,
  type SessionCount,
} from './list.clickhouse.ts';
import { type ListSums, sumSessions, sumsByType } from './list-sums.clickhouse.ts';
import type { SessionDays } from './session-days.repo.ts';
import type { PagePosition, SessionsFilter, SessionsOrder } from './session-store.types.ts';
import type { SessionRecord } from './sessions.clickhouse.ts';

/** A filter within its caller's scope, and the same as SQL: for the rows, and for counting them. */
export interface CompiledFilter {
  filter: SessionsFilter;
  where: string;
  counted: Countable;
}

/** Pages and counts of the list of sessions; what was counted is remembered until sessions are written. */
export interface SessionLists {
  page(
    compiled: CompiledFilter,
    order: SessionsOrder,
    position: PagePosition,
    limit: number,
    state: SessionStoreState,
  ): Promise<SessionRecord[]>;
  pageWithCount(
    compiled: CompiledFilter,
    order: SessionsOrder,
    position: PagePosition,
    limit: number,
    state: SessionStoreState,
  ): Promise<SessionCount & { records: SessionRecord[] }>;
  count(compiled: CompiledFilter, state: SessionStoreState): Promise<SessionCount>;
  sums(compiled: CompiledFilter, state: SessionStoreState): Promise<ListSums>;
}

interface SessionListsDeps extends AggregatesDeps {
  clickhouse: ClickHouse;
  days: SessionDays;
}

const maxRemembered = 500;
/** A page that begins after this many rows is placed by the count by day: to find it by its times, all before it are sorted. */
const minDeepOffset = 200;

export function createSessionLists(deps: SessionListsDeps): SessionLists {
  const { clickhouse, days, estimates } = deps;
  const counts = rememberedPerState<SessionCount>();
  const changeDays = rememberedPerState<ChangeDays>();
  const sums = rememberedPerState<ListSums>();
  const keyOf = ({ where, leavesOutUnplayed }: Countable) => `${leavesOutUnplayed} ${where}`;

  async function countFromAggregates(
    filter: SessionsFilter,
    state: SessionStoreState,
  ): Promise<SessionCount> {
    const { isOpen, nonZeroRounds, ...rest } = filter;
    const request = { ...rest, periods: [{ from: filter.from, to: filter.to }] };
    const sum = addAggregates(await queryAggregates(deps, request, { kind: 'all' }, state));
    const ofState = (all: bigint, open: bigint) =>
      Number(typeof isOpen !== 'boolean' ? all : isOpen ? open : all - open);
    const all = ofState(sum.sessions, sum.open);
    const withoutRounds = nonZeroRounds ? ofState(sum.zeroRound, sum.openZeroRound) : 0;
    return { sessions: all - withoutRounds, withoutRounds };
  }

  async function sumsFromAggregates(
    { from, to, nonZeroRounds: _all, ...filter }: SessionsFilter,
    state: SessionStoreState,
  ): Promise<ListSums> {
    const request = { ...filter, periods: [{ from, to }], byType: true, players: true };
    return sumsByType(await queryAggregates(deps, request, { kind: 'all' }, state));
  }

  const count = ({ filter, counted }: CompiledFilter, state: SessionStoreState) =>
    counts(keyOf(counted), state, () =>
      hasOnlyDimensions(filter) ? countFromAggregates(filter, state) : countSessions(clickhouse, counted),
    );

  async function page(
    { filter, where }: CompiledFilter,
    order: SessionsOrder,
    position: PagePosition,
    limit: number,
    state: SessionStoreState,
    counted: Promise<ChangeDays> | null = null,
  ): Promise<SessionRecord[]> {
    // Only the order by last change needs no read of every session that matches the filter.
    if (order.field !== 'externalUpdatedAt') return pageRecords(clickhouse, where, order, position, limit);
    const [allDays, estimate] = await Promise.all([days.read(state.dataVersion), estimates.current(state)]);
    const inRange = allDays.filter(
      ({ fromMs, toMs }) => fromMs < filter.to.getTime() && toMs > filter.from.getTime(),
    );
    if (counted !== null && 'page' in position) {
      const offset = (position.page - 1) * limit;
      const placed = await pageOfChangeDays(
        clickhouse,
        where,
        order.direction,
        offset,
        limit,
        await counted,
        inRange,
      );
      if (placed !== null) return placed;
    }
    // A low guess is safe: a window that turns out too wide only costs time, one that is too narrow is widened.
    const expected = estimate.sessionsIn(filter, filter.integrations) / 4;
    return pageByChange(clickhouse, where, order.direction, position, limit, inRange, expected);
  }

  return {
    count,
    page,

    sums: ({ filter, where }, state) =>
      sums(where, state, () =>
        // The rollup has the sums of all sessions, not of those with rounds apart.
        hasOnlyDimensions(filter) && !filter.nonZeroRounds
          ? sumsFromAggregates(filter, state)
          : sumSessions(clickhouse, where),
      ),

    async pageWithCount(compiled, order, position, limit, state) {
      const { filter, counted } = compiled;
      // Where every session is read to be counted, the same read can place a page far down.
      const isPlacedByCount =
        order.field === 'externalUpdatedAt' &&
        'page' in position &&
        (position.page - 1) * limit >= minDeepOffset &&
        !hasOnlyDimensions(filter);
      const byDay = isPlacedByCount
        ? changeDays(keyOf(counted), state, () => countByChangeDay(clickhouse, counted))
        : null;
      const [records, total] = await Promise.all([
        page(compiled, order, position, limit, state, byDay),
        byDay?.then(addCounts) ?? count(compiled, state),
      ]);
      return { records, ...total };
    },
  };
}

const addCounts = (counts: readonly SessionCount[]): SessionCount => ({
  sessions: counts.reduce((sum, { sessions }) => sum + sessions, 0),
  withoutRounds: counts.reduce((sum, { withoutRounds }) => sum + withoutRounds, 0),
});

/** Remembers results by condition and state; a failed one is computed again. */
function rememberedPerState<Value>() {
  const cache = new LRUCache<string, Promise<Value>>({ max: maxRemembered });
  return (condition: string, { dataVersion }: SessionStoreState, compute: () => Promise<Value>) => {
    const key = `${dataVersion} ${condition}`;
    const known = cache.get(key);
    if (known) return known;
    const value = compute();
    value.catch(() => cache.delete(key));
    cache.set(key, value);
    return value;
  };
}

/** Whether the rollup can count the sessions of a filter: it names only dimensions, type, state and rounds. */
function hasOnlyDimensions({ userId, bet, win, grossWin }: SessionsFilter): boolean {
  return !userId && bet === undefined && win === undefined && grossWin === undefined;
}
