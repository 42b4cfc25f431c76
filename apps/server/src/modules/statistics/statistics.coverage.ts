import {
  type FiguresCoverage,
  type getCoverage,
  maxCountedQuarantineRows,
  maxQuarantineDays,
  maxUnreconciledDays,
  type QueryOf,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { type Clock, calendarOf, parsePeriod, romeDay } from '../../infra/clock/index.ts';
import type { FetchesOf } from '../integrations/index.ts';
import type { SessionStore } from '../session-store/index.ts';

export interface CoverageDeps {
  sessionStore: Pick<SessionStore, 'queryAggregates'>;
  fetches: FetchesOf;
  /** Quarantined rows by integration and day of a zone; `cut` are the integrations that have more than `limit`. */
  countQuarantinedDays(given: {
    integrationIds: readonly number[];
    from: Date;
    to: Date;
    zone: string;
    limit: number;
  }): Promise<{ days: { integrationId: number; day: string; rows: number }[]; cut: number[] }>;
  /** Days whose last comparison with the platform found differences, the newest first; both ends included. */
  findUnreconciledDays(
    days: { from: string; to: string },
    integrationIds: readonly number[],
  ): Promise<{ integrationId: number; day: string }[]>;
  clock: Clock;
}

/**
 * Returns how complete the figures of a period are, of the integrations that the actor sees.
 * @throws ValidationError for a bad period
 */
export type CoverageOf = (actor: Actor, query: QueryOf<typeof getCoverage>) => Promise<FiguresCoverage>;

export function createCoverage({
  sessionStore,
  fetches,
  countQuarantinedDays,
  findUnreconciledDays,
  clock,
}: CoverageDeps): CoverageOf {
  return async (actor, query) => {
    const { sessionTypeId, isOpen, integrations, operators, games } = query;
    const calendar = calendarOf(query.timeZone);
    const period = parsePeriod(query, calendar);
    const [listed, sums] = await Promise.all([
      fetches(actor, integrations, period.to),
      // Not restricted to open or closed ones: the rollup has both sums, and such a question is read from every session.
      sessionStore.queryAggregates(
        {
          periods: [period],
          sessionType: sessionTypeId,
          integrations,
          operators,
          games,
          by: ['integration'],
        },
        integrationScope(actor),
      ),
    ]);
    const integrationIds = listed.map(({ integrationId }) => integrationId);
    const [quarantined, unreconciled] = await Promise.all([
      countQuarantinedDays({
        ...period,
        integrationIds,
        zone: calendar.zone,
        limit: maxCountedQuarantineRows,
      }),
      // Platforms give totals of days in Rome: every one that the period touches.
      findUnreconciledDays(
        { from: romeDay(period.from), to: romeDay(new Date(period.to.getTime() - 1)) },
        integrationIds,
      ),
    ]);
    const counts = new Map(
      sums.map((row) => [row.integrationId, countsOf(Number(row.sessions), Number(row.open), isOpen)]),
    );
    const daysOf = Map.groupBy(quarantined.days, ({ integrationId }) => integrationId);
    const unreconciledOf = Map.groupBy(unreconciled, ({ integrationId }) => integrationId);
    const cut = new Set(quarantined.cut);
    const rows = listed.map(({ integrationId, integrationName, asOf, state }) => {
      const days = daysOf.get(integrationId) ?? [];
      const differing = unreconciledOf.get(integrationId) ?? [];
      return {
        integrationId,
        integrationName,
        asOf: asOf?.toISOString() ?? null,
        state,
        ...(counts.get(integrationId) ?? { sessions: 0, openSessions: 0 }),
        quarantinedRows: days.reduce((total, day) => total + day.rows, 0),
        hasMoreQuarantinedRows: cut.has(integrationId),
        quarantinedDays: days
          .slice(0, maxQuarantineDays)
          .map(({ day, rows: count }) => ({ day, rows: count })),
        unreconciledDays: differing.length,
        latestUnreconciledDays: differing.slice(0, maxUnreconciledDays).map(({ day }) => day),
      };
    });
    const times = rows.flatMap(({ asOf }) => asOf ?? []).sort();
    // Of all integrations, also those that are no longer active: their sessions are in the figures.
    const all = [...counts.values()];
    return {
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      zone: calendar.zone,
      asOf: times[0] ?? null,
      notFetched: rows.filter(({ state }) => state === 'neverFetched').length,
      sessions: all.reduce((total, { sessions }) => total + sessions, 0),
      openSessions: all.reduce((total, { openSessions }) => total + openSessions, 0),
      isRunning: period.to > clock.now(),
      integrations: rows,
    };
  };
}

/** Of all sessions, or of those in one state. */
function countsOf(sessions: number, open: number, isOpen: boolean | null | undefined) {
  if (isOpen === true) return { sessions: open, openSessions: open };
  if (isOpen === false) return { sessions: sessions - open, openSessions: 0 };
  return { sessions, openSessions: open };
}
