import {
  comparedMetrics,
  comparisonRules,
  type Game,
  type GamePerformance,
  type Maintenance,
  type PerformanceGrain,
  performanceMetrics,
  sessionTypes,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { addDays, type Clock, type Day, romeDay, startOfRomeDay } from '../../infra/clock/index.ts';
import type { GamesService } from '../games/index.ts';
import { type FreshnessOf, integrationName, type ReferenceData } from '../integrations/index.ts';
import type { GameChange } from '../logs/index.ts';
import {
  type AggregatesRow,
  addAggregates,
  type Period,
  type SessionStore,
  type SessionStoreState,
} from '../session-store/index.ts';
import { axisOf, grandTotalsOf, seesNetAndDue, visibleMetrics } from '../statistics/index.ts';
import { eventsOf } from './performance.events.ts';
import { type ComparedGame, compareByAge, grainOfLife, valuesOn, weekAxis } from './performance.mapper.ts';

export interface PerformanceDeps {
  sessionStore: Pick<SessionStore, 'queryAggregates' | 'state'>;
  referenceData: Pick<ReferenceData, 'read'>;
  freshness: FreshnessOf;
  games: Pick<GamesService, 'get' | 'list'>;
  /** Those that the actor may see. */
  maintenances(actor: Actor): Promise<Maintenance[]>;
  changesOf(gameId: number): Promise<GameChange[]>;
  clock: Clock;
}

export interface PerformanceService {
  /** @throws NotFoundError for a game that the actor does not see */
  performance(actor: Actor, gameId: number, grain: PerformanceGrain | null): Promise<GamePerformance>;
}

/** No session is older. */
const firstDay: Day = '2000-01-01';

/** What of a game's life is on record. */
interface Life {
  release: Day | null;
  from: Day;
  to: Day;
  period: Period;
}

export function createPerformanceService(deps: PerformanceDeps): PerformanceService {
  const { sessionStore, referenceData, freshness, clock } = deps;

  /** The first day with sessions among those that an actor may see; read from a few hundred small cells. */
  async function findRecordedSince(actor: Actor, today: Day, state: SessionStoreState): Promise<Day | null> {
    const rows = await sessionStore.queryAggregates(
      { periods: [wholeDays(firstDay, today)], grain: 'day', sessionType: sessionTypes.real },
      integrationScope(actor),
      state,
    );
    const first = rows.reduce((least, { bucket }) => Math.min(least, bucket), Number.POSITIVE_INFINITY);
    return Number.isFinite(first) ? dayOf(first) : null;
  }

  /** The figures of a game, by integration: a player belongs to one of them, so that these add up to the game's. */
  async function readOwn(
    actor: Actor,
    game: Game,
    life: Life,
    grain: PerformanceGrain,
    state: SessionStoreState,
  ) {
    const { from, to, period, release } = life;
    const filter = {
      periods: [period],
      sessionType: sessionTypes.real,
      games: [game.id],
      players: true,
    };
    const since = release ?? from;
    const ages = { since: new Map([[game.id, since]]), days: comparisonRules.days };
    const scope = integrationScope(actor);
    const [rows, totals] = await Promise.all([
      sessionStore.queryAggregates(
        grain === 'week'
          ? { ...filter, grain: 'day', ages, by: ['integration', 'game'] }
          : { ...filter, grain, by: ['integration'] },
        scope,
        state,
      ),
      sessionStore.queryAggregates({ ...filter, by: ['integration'] }, scope, state),
    ]);
    const now = clock.now();
    const axis = grain === 'week' ? weekAxis(since, from, to, now) : axisOf(period, grain, now);
    return { rows, totals, axis };
  }

  /** One statement for the game and all others: their weeks come from the rollup's days. */
  async function readComparison(
    actor: Actor,
    game: Game,
    life: Life & { release: Day },
    recordedSince: Day,
    today: Day,
    state: SessionStoreState,
  ) {
    const { days } = comparisonRules;
    const { rows: visible } = await deps.games.list(actor, {});
    const own: ComparedGame = { id: game.id, type: game.type, release: life.release };
    const others = visible.flatMap(({ id, type, isDev, isCatalog, release_date: release }) =>
      id !== game.id && isCatalog && !isDev && release !== null && release <= today
        ? [{ id, type, release: release < firstDay ? firstDay : release }]
        : [],
    );
    const since = new Map([own, ...others].map(({ id, release }) => [id, release]));
    const rows = await sessionStore.queryAggregates(
      {
        periods: [wholeDays(recordedSince, today)],
        grain: 'day',
        ages: { since, days },
        sessionType: sessionTypes.real,
        games: [...since.keys()],
        by: ['game'],
      },
      integrationScope(actor),
      state,
    );
    const played = new Set(rows.map(({ gameId }) => gameId));
    // A first week of which only a part is on record would look like a bad one.
    const axis = weekAxis(life.release, life.from, life.to, clock.now()).filter(
      ({ number }) => addDays(life.release, number * days) >= recordedSince,
    );
    return compareByAge({
      game: own,
      others: others.filter(({ id }) => played.has(id)),
      rows,
      axis,
      recordedSince,
      today,
      wanted: visibleMetrics(actor, comparedMetrics) as ReadonlySet<(typeof comparedMetrics)[number]>,
    });
  }

  return {
    async performance(actor, gameId, requested) {
      const game = await deps.games.get(actor, gameId, {});
      const today = romeDay(clock.now());
      const [state, fresh, names, changes, maintenances] = await Promise.all([
        sessionStore.state(),
        freshness(actor),
        referenceData.read(),
        deps.changesOf(gameId),
        deps.maintenances(actor),
      ]);
      const recordedSince = await findRecordedSince(actor, today, state);
      const life = lifeOf(game, recordedSince, today);
      const grain = requested ?? (life ? grainOfLife(life.from, life.to) : 'day');
      const [own, comparison] = await Promise.all([
        life ? readOwn(actor, game, life, grain, state) : { rows: [], totals: [], axis: [] },
        life?.release && recordedSince !== null
          ? readComparison(actor, game, { ...life, release: life.release }, recordedSince, today, state)
          : null,
      ]);
      const wanted = visibleMetrics(actor, performanceMetrics) as ReadonlySet<
        (typeof performanceMetrics)[number]
      >;
      const withNet = seesNetAndDue(actor);
      const byIntegration = Map.groupBy(own.rows, ({ integrationId }) => integrationId);
      const total = addAggregates(own.totals);
      const period = life?.period ?? wholeDays(today, today);
      return {
        gameId,
        releasedOn: game.release_date,
        isDev: game.isDev,
        recordedSince,
        period: life && { from: life.from, to: life.to },
        grain,
        buckets: own.axis.map(({ bucket }) => bucket),
        values: valuesOn(own.axis, sumByBucket(own.rows), wanted),
        totals: grandTotalsOf(total, withNet),
        integrations: own.totals
          .toSorted((a, b) => Number(b.bet - a.bet) || a.integrationId - b.integrationId)
          .map((row) => ({
            integrationId: row.integrationId,
            name: integrationName(names, row.integrationId),
            values: valuesOn(own.axis, byIntegration.get(row.integrationId) ?? [], wanted),
            totals: grandTotalsOf(row, withNet),
          })),
        comparison,
        events: eventsOf(actor, game, {
          changes,
          maintenances,
          integrations: new Set(own.totals.map(({ integrationId }) => integrationId)),
        }),
        coverage: {
          from: period.from.toISOString(),
          to: period.to.toISOString(),
          zone: 'Europe/Rome',
          ...fresh,
          openSessions: Number(total.open),
        },
      };
    },
  };
}

/** Whole Rome days, both included. */
const wholeDays = (from: Day, to: Day): Period => ({
  from: startOfRomeDay(from),
  to: startOfRomeDay(addDays(to, 1)),
});

/** 20261025 as a day. */
function dayOf(bucket: number): Day {
  const text = String(bucket);
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}

/** From the release, or from the first session on record where that came later; null before either, and in development. */
function lifeOf(
  { isDev, release_date: releasedOn }: Game,
  recordedSince: Day | null,
  today: Day,
): Life | null {
  if (isDev || recordedSince === null || (releasedOn !== null && releasedOn > today)) return null;
  const release = releasedOn !== null && releasedOn < firstDay ? firstDay : releasedOn;
  const from = release !== null && release > recordedSince ? release : recordedSince;
  return { release, from, to: today, period: wholeDays(from, today) };
}

function sumByBucket(rows: readonly AggregatesRow[]): AggregatesRow[] {
  return [...Map.groupBy(rows, ({ bucket }) => bucket).values()].flatMap((own) =>
    own[0] ? [{ ...own[0], ...addAggregates(own) }] : [],
  );
}
