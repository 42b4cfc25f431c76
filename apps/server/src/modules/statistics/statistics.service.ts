import {
  type DailyStatistics,
  type DashboardPeriod,
  type DashboardStatistics,
  gameLabel,
  type MetricId,
  type Statistics,
  type StatisticsRequest,
  sessionTypes,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../platform/access/index.ts';
import { ClickHouseError } from '../../platform/clickhouse/index.ts';
import { type Clock, parsePeriod, zone } from '../../platform/clock/index.ts';
import { ValidationError } from '../../platform/errors/index.ts';
import {
  addFigures,
  type Books,
  type BooksState,
  type Dimension,
  type FiguresRow,
  type Grain,
  noFigures,
  type Period,
} from '../books/index.ts';
import {
  type Freshness,
  type FreshnessOf,
  integrationName,
  type ReferenceDirectory,
  type References,
} from '../integrations/index.ts';
import { type AxisBucket, axisOf, mostBuckets, tooManyBuckets } from './statistics.buckets.ts';
import { grandTotalsOf, splitSeriesOf, totalsSeriesOf } from './statistics.mapper.ts';
import { dashboardPeriodsAt } from './statistics.periods.ts';
import { seesNetAndDue, visibleMetrics } from './statistics.policy.ts';

export interface StatisticsDeps {
  books: Pick<Books, 'figures' | 'state'>;
  directory: Pick<ReferenceDirectory, 'read'>;
  freshness: FreshnessOf;
  clock: Clock;
}

export interface StatisticsService {
  /** Sums of the sessions created in a period. @throws ValidationError for a bad period or too many steps */
  statistics(actor: Actor, request: StatisticsRequest): Promise<Statistics>;
  /** Today by hour, with counters and the three games with the greatest bet (API-088, OPEN-73). */
  daily(actor: Actor): Promise<DailyStatistics>;
  /** Yesterday by day (API-089). */
  yesterday(actor: Actor): Promise<DashboardStatistics>;
  /** From the start of the day three months ago to the end of today, by month (API-090). */
  trimester(actor: Actor): Promise<DashboardStatistics>;
}

/** A question with its period and grain settled. */
interface Question {
  period: Period;
  grain: Grain;
  sessionType: 1 | 4 | null;
  integrations?: readonly number[] | null | undefined;
  operators?: readonly number[] | null | undefined;
  games?: readonly number[] | null | undefined;
  isOpen?: boolean | null | undefined;
  stats?: readonly MetricId[] | undefined;
  datasets: { totals: boolean; games: boolean; integrations: boolean; operators: boolean; types: boolean };
}

type Ask = (by: readonly Dimension[], perBucket: boolean, players: boolean) => Promise<FiguresRow[]>;

/** DASH-12. */
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

export function createStatisticsService({
  books,
  directory,
  freshness,
  clock,
}: StatisticsDeps): StatisticsService {
  async function answer(
    actor: Actor,
    question: Question,
    state: BooksState,
    known?: Freshness,
  ): Promise<Statistics> {
    const { period, grain, datasets } = question;
    if (tooManyBuckets(period, grain)) {
      throw new ValidationError({
        key: `The period has more than ${mostBuckets} steps of one ${grain}. Group by something longer.`,
      });
    }
    const scope = integrationScope(actor);
    const wanted = visibleMetrics(actor, question.stats);
    const { sessionType, integrations, operators, games, isOpen } = question;
    const filter = { sessionType, integrations, operators, games, isOpen, periods: [period] };
    const ask: Ask = (by, perBucket, players) =>
      books.figures({ ...filter, by, players, ...(perBucket ? { grain } : {}) }, scope, state);
    const [names, fresh, totals, series, ...splits] = await Promise.all([
      directory.read(),
      known ?? freshness(actor, integrations),
      books.figures(
        {
          ...filter,
          ...(datasets.types ? { sessionType: null, byType: true } : {}),
          by: ['integration'],
          players: true,
        },
        scope,
        state,
      ),
      datasets.totals ? ask([], true, wanted.has('usersCount')) : null,
      datasets.games ? split(ask, ['game'], wanted) : null,
      datasets.integrations ? split(ask, ['integration'], wanted) : null,
      datasets.operators ? split(ask, ['integration', 'operator'], wanted) : null,
    ]);
    const [byGame, byIntegration, byOperator] = splits;
    const axis = axisOf(period, grain, clock.now());
    const ofType = (type: number) => totals.filter((row) => row.sessionType === type);
    // With every type in the answer, the figures asked for are the rows of one of them; 0 stands for all.
    const asked = datasets.types ? ofType(sessionType ?? 0) : totals;
    const grand = addFigures(asked);
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
      integrations: asked
        .map((row) => ({
          integrationId: row.integrationId,
          integrationName: integrationName(names, row.integrationId),
          grandTotals: grandTotalsOf(row, withNet),
        }))
        .sort((a, b) => b.grandTotals.bet - a.grandTotals.bet || a.integrationId - b.integrationId),
      ...(datasets.types
        ? {
            byType: {
              real: grandTotalsOf(addFigures(ofType(sessionTypes.real)), withNet),
              fun: grandTotalsOf(addFigures(ofType(sessionTypes.fun)), withNet),
            },
          }
        : {}),
      coverage: {
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        zone,
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
    state: BooksState,
  ): Promise<DashboardStatistics> {
    const fresh = await freshness(actor);
    const periods = dashboardPeriodsAt(clock.now(), fresh.asOf === null ? null : new Date(fresh.asOf));
    const tiles = tilePeriods.map((name) => periods[name]);
    const [statistics, sums] = await Promise.all([
      answer(
        actor,
        {
          period: periods[main].whole,
          grain,
          sessionType: sessionTypes.real,
          stats,
          datasets: { totals: true, games: false, integrations: false, operators: false, types: false },
        },
        state,
        fresh,
      ),
      books.figures(
        {
          periods: tiles.flatMap(({ whole, before }) => [whole, before]),
          sessionType: sessionTypes.real,
          players: true,
        },
        integrationScope(actor),
        state,
      ),
    ]);
    const sumOf = (index: number) => sums.find(({ bucket }) => bucket === index) ?? noFigures;
    const withNet = seesNetAndDue(actor);
    return {
      ...statistics,
      tiles: tiles.map(({ period, whole, before }, index) => {
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
        };
      }),
    };
  }

  async function topGamesOf(actor: Actor, period: Period, state: BooksState) {
    const [names, rows] = await Promise.all([
      directory.read(),
      books.figures(
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
      const question: Question = {
        period: parsePeriod(request),
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
      return refusingTooMuch(async () => answer(actor, question, await books.state()));
    },

    async daily(actor) {
      const state = await books.state();
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
      dashboard(actor, 'yesterday', 'day', ['yesterday'], dashboardStats, await books.state()),

    trimester: async (actor) =>
      dashboard(
        actor,
        'trimester',
        'month',
        ['thisMonth', 'lastMonth', 'trimester'],
        dashboardStats,
        await books.state(),
      ),
  };
}

interface Split {
  rows: FiguresRow[];
  totals: FiguresRow[];
}

/** Sums per step and key; players of the whole period per key only where players are asked for. */
async function split(ask: Ask, by: readonly Dimension[], wanted: ReadonlySet<MetricId>): Promise<Split> {
  const players = wanted.has('usersCount');
  const [rows, totals] = await Promise.all([
    ask(by, true, players),
    players ? ask(by, false, true) : Promise.resolve([]),
  ]);
  return { rows, totals };
}

/**
 * A question whose answer has more rows than any screen could use is refused, not cut short.
 * @throws ValidationError naming the field that should ask for less
 */
export async function refusingTooMuch<T>(
  work: () => Promise<T>,
  field = 'key',
  advice = 'Group by something longer or choose fewer games.',
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ClickHouseError) || !error.tooManyRows) throw error;
    const reason = `These are too many figures at once. ${advice}`;
    throw new ValidationError({ [field]: reason }, reason, { cause: error });
  }
}

const goneName = (kind: string, id: number) => `${kind} ${id}`;

function coveredIntegration(
  actor: Actor,
  asked: readonly number[] | null | undefined,
  names: References,
): string | null {
  const scope = integrationScope(actor);
  if (scope.kind === 'one') return integrationName(names, scope.id);
  return scope.kind === 'all' && asked?.length === 1 && asked[0] !== undefined
    ? integrationName(names, asked[0])
    : null;
}

function gameSeries(
  axis: readonly AxisBucket[],
  found: Split,
  wanted: ReadonlySet<MetricId>,
  names: References,
) {
  return splitSeriesOf(axis, found.rows, found.totals, wanted, ({ gameId }) => {
    const game = names.games.get(gameId);
    const label = game ? gameLabel(game.summary) : goneName('Game', gameId);
    return { key: gameId, ids: { gameId }, label };
  });
}

function integrationSeries(
  axis: readonly AxisBucket[],
  found: Split,
  wanted: ReadonlySet<MetricId>,
  names: References,
) {
  return splitSeriesOf(axis, found.rows, found.totals, wanted, ({ integrationId }) => ({
    key: integrationId,
    ids: { integrationId },
    label: integrationName(names, integrationId),
  }));
}

function operatorSeries(
  axis: readonly AxisBucket[],
  found: Split,
  wanted: ReadonlySet<MetricId>,
  names: References,
) {
  return splitSeriesOf(axis, found.rows, found.totals, wanted, ({ operatorId, integrationId }) => ({
    key: operatorId,
    ids: { operatorId, integrationId },
    label: names.operators.get(operatorId)?.name ?? goneName('Operator', operatorId),
  }));
}
