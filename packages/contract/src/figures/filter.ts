import type { SessionTypeId } from '../common.ts';
import type { QueryInput } from '../endpoint.ts';
import { type MetricId, metrics } from '../metrics.ts';
import type { Scope } from '../roles.ts';
import type { listSessions } from '../sessions/endpoints.ts';
import type { StatisticsRequestInput } from '../statistics/schema.ts';

/** The sessions behind a figure, whatever screen it stands on. Empty lists are no filter. */
export interface FigureFilter {
  /** Days of Rome, both included. */
  from: string;
  to: string;
  /** Within these days only the hour that begins at this instant, such as `2026-11-20T13:00:00.000Z`. */
  hour?: string | undefined;
  /** Null: real and fun. */
  sessionTypeId: SessionTypeId | null;
  isOpen?: boolean | undefined;
  integrations?: readonly number[] | undefined;
  operators?: readonly number[] | undefined;
  games?: readonly number[] | undefined;
  /** With one integration: the sessions of one player, whose totals have a call of their own (`getPlayer`). */
  userId?: string | undefined;
}

const some = (ids: readonly number[] | undefined) => (ids && ids.length > 0 ? [...ids] : undefined);

const hourMs = 3_600_000;

/** The ends of an hour, the second one outside. */
export const endsOfHour = (hour: string): { from: string; to: string } => ({
  from: new Date(hour).toISOString(),
  to: new Date(Date.parse(hour) + hourMs).toISOString(),
});

const periodOf = ({ from, to, hour }: FigureFilter) => (hour === undefined ? { from, to } : endsOfHour(hour));

/** Asks only for the totals of the filter, without series. */
export function figureRequest(filter: FigureFilter): StatisticsRequestInput {
  const { sessionTypeId, isOpen } = filter;
  return {
    ...periodOf(filter),
    sessionTypeId,
    integrations: some(filter.integrations),
    operators: some(filter.operators),
    games: some(filter.games),
    ...(isOpen === undefined ? {} : { isOpen }),
    datasetTotals: false,
    key: 'month',
  };
}

/** Whether a metric counts only open or only closed sessions; undefined for both. */
const stateOf: Partial<Record<MetricId, boolean>> = { sessionsOpen: true, sessionsClosed: false };

/**
 * The filter of the sessions list whose rows are behind a figure: those without rounds too, and of open or closed sessions only
 * where the metric counts no others. Null where the two exclude each other, so that there is none.
 */
export function figureList(filter: FigureFilter, metric: MetricId): FigureFilter | null {
  const own = stateOf[metric];
  if (own === undefined) return filter;
  if (filter.isOpen !== undefined && filter.isOpen !== own) return null;
  return { ...filter, isOpen: own };
}

/** The same for the call of the list. */
export function figureListQuery(filter: FigureFilter): QueryInput<typeof listSessions> {
  const { sessionTypeId, isOpen, userId } = filter;
  return {
    ...periodOf(filter),
    userId,
    sessionTypeId: sessionTypeId ?? undefined,
    isOpen,
    gameIds: some(filter.games),
    filter: { integrationId: some(filter.integrations), operatorId: some(filter.operators) },
  };
}

/** Whether someone with these rights may have a metric explained: whoever may not see it learns nothing about it. */
export function mayExplain(metric: MetricId, scopes: ReadonlySet<Scope>): boolean {
  const { scope } = metrics[metric];
  return scopes.has('statistics:read') && (scope === null || scopes.has(scope));
}
