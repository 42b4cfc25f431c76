import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { type AggregatesDeps, queryAggregates } from './aggregates.clickhouse.ts';
import { addAggregates } from './aggregates.types.ts';
import type { SessionStoreState } from './dirty-buckets.repo.ts';
import {
  type ChangeDays,
  countByChangeDay,
  countSessions,
  pageByChange,
  pageOfChangeDays,
  pageRecords,
} from './list.clickhouse.ts';
import type { SessionDays } from './session-days.repo.ts';
import type { PagePosition, SessionsFilter, SessionsOrder } from './session-store.types.ts';
import type { SessionRecord } from './sessions.clickhouse.ts';

/** A filter within its caller's scope, and the same as SQL. */
export interface CompiledFilter {
  filter: SessionsFilter;
  where: string;
}

/** Pages and counts of the list of sessions; what was counted is remembered until sessions are written. */
export interface SessionLists {
  pageWithCount(
    compiled: CompiledFilter,
    order: SessionsOrder,
    position: PagePosition,
    limit: number,
    state: SessionStoreState,
  ): Promise<{ records: SessionRecord[]; count: number }>;
  count(compiled: CompiledFilter, state: SessionStoreState): Promise<number>;
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
  const counts = rememberedPerState<number>();
  const changeDays = rememberedPerState<ChangeDays>();

  const changeDaysOf = (where: string, state: SessionStoreState) =>
    changeDays(where, state, () => countByChangeDay(clickhouse, where));

  async function countFromAggregates(filter: SessionsFilter, state: SessionStoreState): Promise<number> {
    const { isOpen, nonZeroRounds, ...rest } = filter;
    const request = { ...rest, periods: [{ from: filter.from, to: filter.to }] };
    const sum = addAggregates(await queryAggregates(deps, request, { kind: 'all' }, state));
    const all = nonZeroRounds ? sum.sessions - sum.zeroRound : sum.sessions;
    const open = nonZeroRounds ? sum.open - sum.openZeroRound : sum.open;
    return Number(typeof isOpen !== 'boolean' ? all : isOpen ? open : all - open);
  }

  const count = ({ filter, where }: CompiledFilter, state: SessionStoreState) =>
    counts(where, state, () =>
      hasOnlyDimensions(filter) ? countFromAggregates(filter, state) : countSessions(clickhouse, where),
    );

  async function page(
    { filter, where }: CompiledFilter,
    order: SessionsOrder,
    position: PagePosition,
    limit: number,
    state: SessionStoreState,
    counted: Promise<ChangeDays> | null,
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

    async pageWithCount(compiled, order, position, limit, state) {
      // Where every session is read to be counted, the same read can place a page far down.
      const isPlacedByCount =
        order.field === 'externalUpdatedAt' &&
        'page' in position &&
        (position.page - 1) * limit >= minDeepOffset &&
        !hasOnlyDimensions(compiled.filter);
      const counted = isPlacedByCount ? changeDaysOf(compiled.where, state) : null;
      const counting =
        counted?.then((found) => found.reduce((sum, { sessions }) => sum + sessions, 0)) ??
        count(compiled, state);
      const [records, total] = await Promise.all([
        page(compiled, order, position, limit, state, counted),
        counting,
      ]);
      return { records, count: total };
    },
  };
}

/** Remembers results by condition and state; a failed one is computed again. */
function rememberedPerState<Value>() {
  const cache = new LRUCache<string, Promise<Value>>({ max: maxRemembered });
  return (where: string, { dataVersion }: SessionStoreState, compute: () => Promise<Value>) => {
    const key = `${dataVersion} ${where}`;
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
