import type { FetchState } from '@ludus/contract';
import { type Actor, integrationScope, visibleIntegrations } from '../../../infra/access/index.ts';
import { type Clock, minuteText } from '../../../infra/clock/index.ts';
import type { Settings } from '../../../infra/config/settings.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { findFetches, findFreshness } from '../integrations.repo.ts';

/** How far the session store of some integrations reach. */
export interface Freshness {
  /** ISO; every integration that has ever been fetched was fetched then or later. Null before the first fetch. */
  asOf: string | null;
  /** Integrations among them that have never been fetched. */
  notFetched: number;
}

/** Of the integrations that are asked for, or else of all active ones, as far as the actor sees them. */
export type FreshnessOf = (actor: Actor, requestedIds?: readonly number[] | null) => Promise<Freshness>;

export function createFreshness({ db }: Pick<Postgres, 'db'>): FreshnessOf {
  return async (actor, requestedIds) => {
    const scope = integrationScope(actor);
    if (scope.kind === 'none') return { asOf: null, notFetched: 0 };
    const some = requestedIds && requestedIds.length > 0 ? requestedIds : null;
    const ids = scope.kind === 'one' ? [scope.id] : some;
    const { as_of, not_fetched } = await findFreshness(db, ids);
    return { asOf: as_of?.toISOString() ?? null, notFetched: Number(not_fetched) };
  };
}

const lateAfterIntervals = 3;

/**
 * Each integration is fetched by a job of its own, some minutes apart: only one without a fetch for this long is late. Where
 * nothing is scheduled it is 0.
 */
export function fetchLateAfterMs({ fetchIntervalMinutes }: Pick<Settings, 'fetchIntervalMinutes'>): number {
  return lateAfterIntervals * fetchIntervalMinutes * 60_000;
}

/** Whether a platform that was last read to its end at this time is behind its schedule. */
export function isFetchLate(
  readAt: Date,
  now: Date,
  settings: Pick<Settings, 'fetchIntervalMinutes'>,
): boolean {
  const allowedMs = fetchLateAfterMs(settings);
  return allowedMs > 0 && now.getTime() - readAt.getTime() > allowedMs;
}

/** Up to when the session store holds the sessions of one integration. */
export interface IntegrationFetch {
  integrationId: number;
  integrationName: string;
  /** Null before the first fetch. */
  asOf: Date | null;
  state: FetchState;
}

/** Lists the integrations that are asked for, or else all active ones, as far as the actor sees them, by name. */
export type FetchesOf = (
  actor: Actor,
  requestedIds: readonly number[] | null | undefined,
  /** The end of the period that the figures are of. */
  until: Date,
) => Promise<IntegrationFetch[]>;

export function createFetches(
  { db }: Pick<Postgres, 'db'>,
  clock: Clock,
  settings: Pick<Settings, 'fetchIntervalMinutes'>,
): FetchesOf {
  return async (actor, requestedIds, until) => {
    const rows = await findFetches(db, visibleIntegrations(actor, requestedIds));
    const now = clock.now();
    const isOver = until <= now;
    const stateOf = (asOf: Date | null, isActive: boolean): FetchState => {
      if (asOf === null) return 'neverFetched';
      // A period that was fetched whole stays so, however long ago that was.
      if (isOver && asOf >= until) return 'upToDate';
      // Nothing is scheduled for one that is not active: what it lacks of a period that is over, it lacks for good.
      if (!isActive || fetchLateAfterMs(settings) === 0) return isOver ? 'late' : 'upToDate';
      return isFetchLate(asOf, isOver ? until : now, settings) ? 'late' : 'upToDate';
    };
    return rows.map(({ id, name, is_active, completed_at }) => ({
      integrationId: id,
      integrationName: name,
      asOf: completed_at,
      state: stateOf(completed_at, is_active),
    }));
  };
}

/** For a sheet or a mail, in Rome's time: `20/11/2026 12:50`, and what is missing. */
export function freshnessText({ asOf, notFetched }: Freshness): string {
  if (asOf === null) return 'never fetched';
  const time = minuteText(new Date(asOf));
  if (notFetched === 0) return time;
  return `${time}, without ${notFetched} ${notFetched === 1 ? 'integration' : 'integrations'} not fetched yet`;
}
