import {
  comparisonOf,
  type DailyStatistics,
  type DashboardPeriod,
  type DashboardStatistics,
  type MetricId,
  type Statistics,
  type StatisticsRequest,
  sessionTypes,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import {
  addDays,
  type Calendar,
  type Clock,
  calendarOf,
  parsePeriod,
  romeCalendar,
  romeDay,
  startOfRomeDay,
} from '../../infra/clock/index.ts';
import {
  type Freshness,
  type FreshnessOf,
  integrationName,
  type ReferenceData,
  type References,
} from '../integrations/index.ts';
import {
  type AggregatesRow,
  addAggregates,
  type Dimension,
  type Grain,
  noAggregates,
  type Period,
  type SessionStore,
  type SessionStoreState,
} from '../session-store/index.ts';
import { axisOf } from './statistics.buckets.ts';
import { refuseOversized, requireFewBuckets } from './statistics.limits.ts';
import { grandTotalsOf, totalsSeriesOf } from './statistics.mapper.ts';
import { dashboardPeriodsAt } from './statistics.periods.ts';
import { seesNetAndDue, visibleMetrics } from './statistics.policy.ts';
import { gameSeries, goneName, integrationSeries, operatorSeries, type Split } from './statistics.series.ts';

export interface StatisticsDeps {
  sessionStore: Pick<SessionStore, 'queryAggregates' | 'querySeriesWithTotals' | 'state'>;
  referenceData: Pick<ReferenceData, 'read'>;
  freshness: FreshnessOf;
  clock: Clock;
}

export interface StatisticsService {
  /** Sums of the sessions created in a period. @throws ValidationError for a bad period or too many steps */
  statistics(actor: Actor, request: StatisticsRequest): Promise<Statistics>;
  /** Today by hour, with counters and the three games with the greatest bet. */
  daily(actor: Actor): Promise<DailyStatistics>;
  /** Yesterday by day. */
  yesterday(actor: Actor): Promise<DashboardStatistics>;
  /** From the start of the day three months ago to the end of today, by month. */
  trimester(actor: Actor): Promise<DashboardStatistics>;
}

/** A request with its period and grain resolved. */
interface ResolvedRequest {
  period: Period;
  grain: Grain;
  /** Whose hours, days and months the grain means. */
  calendar: Calendar;
  sessionType: 1 | 4 | null;
  integrations?: readonly number[] | null | undefined;
  operators?: readonly number[] | null | undefined;
  games?: readonly number[] | null | undefined;
  isOpen?: boolean | null | undefined;
  stats?: readonly MetricId[] | undefined;
  datasets: { totals: boolean; games: boolean; integrations: boolean; operators: boolean; types: boolean };
}

type QueryBy = (by: readonly Dimension[], perBucket: boolean, players: boolean) => Promise<AggregatesRow[]>;

const dashboardStats: readonly MetricId[] = [
  'bet',
  'win',
  'grosswin',
  'netwin',
  'due',
  'rounds',
  'sessionsTotal',
];
const topGames = 3;

const beforeAnySession = startOfRomeDay('2000-01-01');
/** All time up to the end of the first day of a period. */
const throughFirstDay = ({ from }: Period): Period => ({
  from: beforeAnySession,
  to: startOfRomeDay(addDays(romeDay(from), 1)),
});

export function createStatisticsService({
  sessionStore,
  referenceData,
  freshness,
  clock,
}: StatisticsDeps): StatisticsService {
  async function compute(
    actor: Actor,
    request: ResolvedRequest,
    state: SessionStoreState,
    known?: Freshness,
  ): Promise<Statistics> {
    const { period, grain, calendar, datasets } = request;
    requireFewBuckets(period, grain);
    const scope = integrationScope(actor);
    const wanted = visibleMetrics(actor, request.stats);
    const { sessionType, integrations, operators, games, isOpen } = request;
    const filter = { sessionType, integrations, operators, games, isOpen, periods: [period] };
    const queryBy: QueryBy = (by, perBucket, players) =>
      sessionStore.queryAggregates(
        { ...filter, by, players, ...(perBucket ? { grain, timeZone: calendar.zone } : {}) },
        scope,
        state,
      );
    const totalsByType = () =>
      sessionStore.queryAggregates(
        { ...filter, sessionType: null, byType: true, by: ['integration'], players: true },
        scope,
        state,
      );
    const figures = async () => {
      if (datasets.totals && !datasets.types) {
        return sessionStore.querySeriesWithTotals(
          { ...filter, grain, timeZone: calendar.zone, players: wanted.has('usersCount') },
          scope,
          state,
        );
      }
      const [totals, series] = await Promise.all([
        datasets.types ? totalsByType() : queryBy(['integration'], false, true),
        datasets.totals ? queryBy([], true, wanted.has('usersCount')) : null,
      ]);
      return { totals, series };
    };
    const [names, fresh, { totals, series }, ...splits] = await Promise.all([
      referenceData.read(),
      known ?? freshness(actor, integrations),
      figures(),
      datasets.games ? split(queryBy, ['game'], wanted) : null,
      datasets.integrations ? split(queryBy, ['integration'], wanted) : null,
      datasets.operators ? split(queryBy, ['integration', 'operator'], wanted) : null,
    ]);
    const [byGame, byIntegration, byOperator] = splits;
    const axis = axisOf(period, grain, clock.now(), calendar);
    const ofType = (type: number) => totals.filter((row) => row.sessionType === type);
    // With every type in the rows, the requested aggregates are the rows of one type; 0 stands for all.
    const requested = datasets.types ? ofType(sessionType ?? 0) : totals;
    const grand = addAggregates(requested);
    const withNet = seesNetAndDue(actor);
    return {
      labels: axis.map(({ label }) => label),
      buckets: axis.map(({ bucket }) => bucket),
      datasets: {
        ...(series ? { totals: totalsSeriesOf(axis, series, grand, wanted) } : {}),
        ...(byGame ? { games: gameSeries(axis, byGame, wanted, names) } : {}),
        ...(byIntegration ? { integrations: integrationSeries(axis, byIntegration, wanted, names) } : {}),
        ...(byOperator ? { operators: operatorSeries(axis, byOperator, wanted, names) } : {}),
      },
      grandTotals: grandTotalsOf(grand, withNet),
      integration: coveredIntegration(actor, integrations, names),
      integrations: requested
        .map((row) => ({
          integrationId: row.integrationId,
          integrationName: integrationName(names, row.integrationId),
          grandTotals: grandTotalsOf(row, withNet),
        }))
        .sort((a, b) => b.grandTotals.bet - a.grandTotals.bet || a.integrationId - b.integrationId),
      ...(datasets.types
        ? {
            byType: {
              real: grandTotalsOf(addAggregates(ofType(sessionTypes.real)), withNet),
              fun: grandTotalsOf(addAggregates(ofType(sessionTypes.fun)), withNet),
            },
          }
        : {}),
      coverage: {
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        zone: calendar.zone,
        ...fresh,
        openSessions: Number(grand.open),
      },
    };
  }

  async function dashboard(
    actor: Actor,
    main: DashboardPeriod,
    grain: Grain,
    tilePeriods: readonly DashboardPeriod[],
    stats: readonly MetricId[],
    state: SessionStoreState,
  ): Promise<DashboardStatistics> {
    const fresh = await freshness(actor);
    const periods = dashboardPeriodsAt(clock.now(), fresh.asOf === null ? null : new Date(fresh.asOf));
    const tiles = tilePeriods.map((name) => periods[name]);
    const [statistics, sums, begun] = await Promise.all([
      compute(
        actor,
        {
          period: periods[main].whole,
          grain,
          calendar: romeCalendar,
          sessionType: sessionTypes.real,
          stats,
          datasets: { totals: true, games: false, integrations: false, operators: false, types: false },
        },
        state,
        fresh,
      ),
      sessionStore.queryAggregates(
        {
          periods: tiles.flatMap(({ whole, before }) => [whole, before]),
          sessionType: sessionTypes.real,
          players: true,
        },
        integrationScope(actor),
        state,
      ),
      sessionStore.queryAggregates(
        {
          periods: tiles.map(({ before }) => throughFirstDay(before)),
          sessionType: sessionTypes.real,
        },
        integrationScope(actor),
        state,
      ),
    ]);
    const sumOf = (index: number) => sums.find(({ bucket }) => bucket === index) ?? noAggregates;
    const withNet = seesNetAndDue(actor);
    return {
      ...statistics,
      tiles: tiles.map(({ period, whole, before, knownMs }, index) => {
        const current = sumOf(index * 2);
        return {
          period,
          coverage: {
            ...statistics.coverage,
            from: whole.from.toISOString(),
            to: whole.to.toISOString(),
            openSessions: Number(current.open),
          },
          grandTotals: grandTotalsOf(current, withNet),
          comparedWith: { from: before.from.toISOString(), to: before.to.toISOString() },
          previous: grandTotalsOf(sumOf(index * 2 + 1), withNet),
          comparison: comparisonOf({
            sessionsUntil: Number(begun.find(({ bucket }) => bucket === index)?.sessions ?? 0n),
            knownMs,
          }),
        };
      }),
    };
  }

  async function topGamesOf(actor: Actor, period: Period, state: SessionStoreState) {
    const [names, rows] = await Promise.all([
      referenceData.read(),
      sessionStore.queryAggregates(
        { periods: [period], sessionType: sessionTypes.real, by: ['game'] },
        integrationScope(actor),
        state,
      ),
    ]);
    return rows
      .toSorted((a, b) => Number(b.bet - a.bet) || a.gameId - b.gameId)
      .slice(0, topGames)
      .map((row) => {
        const game = names.games.get(row.gameId);
        const { bet, win, grosswin, rtp } = grandTotalsOf(row, false);
        return {
          gameId: row.gameId,
          name: game?.summary.name ?? goneName('Game', row.gameId),
          sub_name: game?.summary.sub_name ?? null,
          slug: game?.slug ?? '',
          isCatalog: game?.summary.isCatalog ?? false,
          miniBannerUrl: game?.miniBannerUrl ?? null,
          totalBet: bet,
          totalWin: win,
          totalGrossWin: grosswin,
          totalRtp: rtp,
        };
      });
  }

  return {
    async statistics(actor, request) {
      const { datasetGames, datasetIntegrations, datasetOperators, datasetTotals } = request;
      const split = datasetGames || datasetIntegrations || datasetOperators || request.datasetTypes;
      const calendar = calendarOf(request.timeZone);
      const resolved: ResolvedRequest = {
        period: parsePeriod(request, calendar),
        calendar,
        grain: request.key ?? 'day',
        sessionType: request.sessionTypeId ?? null,
        integrations: request.integrations,
        operators: request.operators,
        games: request.games,
        isOpen: request.isOpen,
        stats: request.stats,
        datasets: {
          totals: datasetTotals ?? !split,
          games: datasetGames ?? false,
          integrations: datasetIntegrations ?? false,
          operators: datasetOperators ?? false,
          types: request.datasetTypes ?? false,
        },
      };
      return refuseOversized(async () => compute(actor, resolved, await sessionStore.state()));
    },

    async daily(actor) {
      const state = await sessionStore.state();
      const { today } = dashboardPeriodsAt(clock.now(), null);
      const [statistics, top] = await Promise.all([
        dashboard(actor, 'today', 'hour', ['today'], [...dashboardStats, 'usersCount'], state),
        topGamesOf(actor, today.whole, state),
      ]);
      const { sessionsTotal, sessionsOpen, sessionsClosed, usersCount } = statistics.grandTotals;
      return {
        ...statistics,
        sessionsCount: {
          all: sessionsTotal,
          open: sessionsOpen,
          closed: sessionsClosed,
          players: usersCount,
        },
        topGames: top,
      };
    },

    yesterday: async (actor) =>
      dashboard(actor, 'yesterday', 'day', ['yesterday'], dashboardStats, await sessionStore.state()),

    trimester: async (actor) =>
      dashboard(
        actor,
        'trimester',
        'month',
        ['thisMonth', 'lastMonth', 'trimester'],
        dashboardStats,
        await sessionStore.state(),
      ),
  };
}

/** Returns sums per step and key; players of the whole period per key only where they are requested. */
async function split(
  queryBy: QueryBy,
  by: readonly Dimension[],
  wanted: ReadonlySet<MetricId>,
): Promise<Split> {
  const players = wanted.has('usersCount');
  const [rows, totals] = await Promise.all([
    queryBy(by, true, players),
    players ? queryBy(by, false, true) : Promise.resolve([]),
  ]);
  return { rows, totals };
}

function coveredIntegration(
  actor: Actor,
  requestedIds: readonly number[] | null | undefined,
  names: References,
): string | null {
  const scope = integrationScope(actor);
  if (scope.kind === 'one') return integrationName(names, scope.id);
  return scope.kind === 'all' && requestedIds?.length === 1 && requestedIds[0] !== undefined
    ? integrationName(names, requestedIds[0])
    : null;
}
