import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { type AggregatesDeps, queryAggregates } from './aggregates.clickhouse.ts';
import { addAggregates } from './aggregates.types.ts';
import type { SessionStoreState } from './dirty-buckets.repo.ts';
import {
  type ChangeDays,
  countByChangeDay,
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
  page(
    compiled: CompiledFilter,
    order: SessionsOrder,
    position: PagePosition,
    limit: number,
    state: SessionStoreState,
  ): Promise<SessionRecord[]>;
  count(compiled: CompiledFilter, state: SessionStoreState): Promise<number>;
}

interface SessionListsDeps extends AggregatesDeps {
  clickhouse: ClickHouse;
  days: SessionDays;
}

const maxRemembered = 500;

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

  return {
    count: ({ filter, where }, state) =>
      counts(where, state, async () =>
        hasOnlyDimensions(filter)
          ? countFromAggregates(filter, state)
          : (await changeDaysOf(where, state)).reduce((sum, { sessions }) => sum + sessions, 0),
      ),

    async page({ filter, where }, order, position, limit, state) {
      // Only the order by last change needs no read of every session that matches the filter.
      if (order.field !== 'externalUpdatedAt') return pageRecords(clickhouse, where, order, position, limit);
      const [allDays, estimate] = await Promise.all([days.read(state.dataVersion), estimates.current(state)]);
      const inRange = allDays.filter(
        ({ fromMs, toMs }) => fromMs < filter.to.getTime() && toMs > filter.from.getTime(),
      );
      // Where every session is read to be counted, the count by day places a page further down. The first page does not wait
      // for it.
      if ('page' in position && position.page > 1 && !hasOnlyDimensions(filter)) {
        const counted = await changeDaysOf(where, state);
        const offset = (position.page - 1) * limit;
        const found = await pageOfChangeDays(
          clickhouse,
          where,
          order.direction,
          offset,
          limit,
          counted,
          inRange,
        );
        if (found !== null) return found;
      }
      // A low guess is safe: a window that turns out too wide only costs time, one that is too narrow is widened.
      const expected = estimate.sessionsIn(filter, filter.integrations) / 4;
      return pageByChange(clickhouse, where, order.direction, position, limit, inRange, expected);
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
