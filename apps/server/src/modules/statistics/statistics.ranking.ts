import {
  gameLabel,
  type MetricId,
  maxPlayerRankingDays,
  messageOf,
  metrics,
  type Ranking,
  type RankingDimension,
  type RankingQuery,
} from '@ludus/contract';
import { type Actor, integrationScope, requireScope } from '../../infra/access/index.ts';
import { type Clock, calendarOf, parsePeriod } from '../../infra/clock/index.ts';
import { ForbiddenError, ValidationError } from '../../infra/errors/index.ts';
import {
  type FreshnessOf,
  integrationName,
  type ReferenceData,
  type References,
} from '../integrations/index.ts';
import {
  type Aggregates,
  type AggregatesFilter,
  type AggregatesRow,
  addAggregates,
  type Dimension,
  noAggregates,
  type Period,
  type PlayerFigure,
  type SessionStore,
} from '../session-store/index.ts';
import { findBeginnings } from './statistics.beginnings.ts';
import { type ChanceDeps, findChance } from './statistics.chance.ts';
import { refuseOversized } from './statistics.limits.ts';
import { knownUntil, periodBefore } from './statistics.period-before.ts';
import { visibleMetrics } from './statistics.policy.ts';
import { type Candidate, type Compared, rankedFirst, rankingOf } from './statistics.ranking-mapper.ts';
import { goneName } from './statistics.series.ts';

export interface RankingDeps extends Pick<ChanceDeps, 'gameMaths'> {
  sessionStore: Pick<SessionStore, 'queryAggregates' | 'rankPlayers' | 'stakes' | 'state'>;
  referenceData: Pick<ReferenceData, 'read'>;
  freshness: FreshnessOf;
  clock: Clock;
}

/**
 * Ranks what the actor sees by a metric, and compares it with the period before.
 * @throws ForbiddenError for a metric, or for players, that the actor may not see; ValidationError for a bad period, and for what cannot be
 * ranked like that
 */
export type RankingOf = (actor: Actor, query: RankingQuery) => Promise<Ranking>;

const defaultRows = 10;
const beforeAnySession = new Date('2000-01-01T00:00:00Z');

const dimensionsOf: Record<Exclude<RankingDimension, 'player'>, readonly Dimension[]> = {
  integration: ['integration'],
  // An operator belongs to one integration, which is named beside it.
  operator: ['integration', 'operator'],
  game: ['game'],
};

/** Players are no figure of a player. */
const playerFigures: Record<Exclude<MetricId, 'usersCount'>, PlayerFigure> = {
  bet: 'bet',
  win: 'win',
  grosswin: 'grossWin',
  netwin: 'netWin',
  due: 'due',
  rtp: 'rtp',
  sessionsTotal: 'sessions',
  sessionsOpen: 'open',
  sessionsClosed: 'closed',
  rounds: 'rounds',
};

/** @throws ForbiddenError, ValidationError */
export function checkRanking(actor: Actor, { by, metric, order }: RankingQuery): void {
  if (!visibleMetrics(actor, [metric]).has(metric))
    throw new ForbiddenError(messageOf('refusals.metricHidden', { metric }));
  if (by === 'player') requireScope(actor, 'sessions:read');
  if (by === 'player' && metric === 'usersCount')
    throw new ValidationError({ metric: messageOf('fields.playersOfPlayers') });
  if (order === 'change' && !metrics[metric].additive)
    throw new ValidationError({ order: messageOf('fields.changeOfRatio') });
}

export function createRanking(deps: RankingDeps): RankingOf {
  const { sessionStore, referenceData, freshness, clock } = deps;

  async function rank(actor: Actor, query: RankingQuery): Promise<Ranking> {
    checkRanking(actor, query);
    const { by, metric, order = 'value', limit = defaultRows } = query;
    const calendar = calendarOf(query.timeZone);
    const period = parsePeriod(query, calendar);
    const [names, fresh, state] = await Promise.all([
      referenceData.read(),
      freshness(actor, query.integrations),
      sessionStore.state(),
    ]);
    const given = beforeOf(query);
    const before = given
      ? parsePeriod(given, calendar)
      : periodBefore(period, calendar, knownUntil(clock.now(), fresh.asOf, calendar));
    const filter: AggregatesFilter = {
      sessionType: query.sessionTypeId,
      integrations: query.integrations,
      operators: query.operators,
      games: query.games,
      isOpen: query.isOpen,
    };
    const scope = integrationScope(actor);
    const players = metric === 'usersCount';
    const sum = async (dimensions: readonly Dimension[]) =>
      sessionStore.queryAggregates(
        { ...filter, periods: [period, before], by: dimensions, players },
        scope,
        state,
      );

    async function findFirst(): Promise<{ first: Candidate[]; count: number; total: Compared }> {
      if (by !== 'player') {
        const earlier = sessionStore.queryAggregates(
          { ...filter, periods: [{ from: beforeAnySession, to: period.from }], by: dimensionsOf[by] },
          scope,
          state,
        );
        const [rows, whole, old] = await Promise.all([
          sum(dimensionsOf[by]),
          players ? sum([]) : null,
          earlier,
        ]);
        const known = new Set(old.filter(({ sessions }) => sessions > 0n).map(keyOf[by]));
        const all = comparedRows(rows, by).map((one) => ({
          ...named(one, by, names),
          isNew: !known.has(keyOf[by](one)),
        }));
        const first = rankedFirst(all, metric, order, limit);
        return { first, count: all.length, total: totalOf(whole ?? rows) };
      }
      requireShort(period, before, given !== null);
      const ranked = sessionStore.rankPlayers(
        {
          ...filter,
          period,
          before,
          order,
          limit,
          figure: playerFigures[metric as Exclude<MetricId, 'usersCount'>],
        },
        scope,
        state,
      );
      const [{ rows, count }, whole] = await Promise.all([ranked, sum([])]);
      const all = rows.map(({ integrationId, userId, ...sums }) => ({
        ...nothing,
        ...sums,
        name: userId,
        userId,
        integrationId,
        integrationName: integrationName(names, integrationId),
      }));
      return { first: rankedFirst(all, metric, order, limit), count, total: totalOf(whole) };
    }

    const [{ first, count, total }, beginnings] = await Promise.all([
      findFirst(),
      findBeginnings(
        { integrations: query.integrations, before, until: period.to },
        { sessionStore, scope, state },
      ),
    ]);
    const ranked = rankingOf(metric, first, count, total);
    const { parts } = ranked.total;
    const { sessionTypeId, isOpen, integrations, operators, games } = query;
    const measured =
      order === 'change' && parts !== null && actor.can('rtp:monitor')
        ? await findChance(
            { by, period, before, sessionTypeId, isOpen, integrations, operators, games },
            { total, part: parts.rtp },
            deps,
            { scope, state },
          )
        : null;
    const rows = ranked.rows.map((row, index) => {
      const sums = first[index];
      return sums && measured ? { ...row, chance: measured.ofRow(row, sums) } : row;
    });
    return {
      by,
      metric,
      unit: metrics[metric].unit,
      order,
      ...ranked,
      rows,
      chance: measured?.total ?? null,
      coverage: {
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        zone: calendar.zone,
        ...fresh,
        openSessions: Number(total.now.open),
      },
      before: {
        from: before.from.toISOString(),
        to: before.to.toISOString(),
        openSessions: Number(total.before.open),
        since: beginnings.since,
        begins: beginnings.begins.map((one) => ({
          ...one,
          integrationName: integrationName(names, one.integrationId),
        })),
      },
    };
  }
  return (actor, query) => refuseOversized(() => rank(actor, query), 'by');
}

/** The period that a caller names; null without one. @throws ValidationError for half of one */
function beforeOf({ beforeFrom, beforeTo }: RankingQuery): { from: string; to: string } | null {
  if (beforeFrom === undefined && beforeTo === undefined) return null;
  if (beforeFrom === undefined || beforeTo === undefined) {
    const missing = beforeFrom === undefined ? 'beforeFrom' : 'beforeTo';
    throw new ValidationError({ [missing]: messageOf('fields.wrongType') });
  }
  return { from: beforeFrom, to: beforeTo };
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** @throws ValidationError for a period of players that is too long to be read */
function requireShort(period: Period, before: Period, isGiven: boolean): void {
  // The hour that a day gains when the clocks go back.
  const isLong = ({ from, to }: Period) =>
    to.getTime() - from.getTime() > maxPlayerRankingDays * dayMs + hourMs;
  const reason = messageOf('fields.periodTooLong', { count: maxPlayerRankingDays });
  if (isLong(period)) throw new ValidationError({ to: reason });
  if (isGiven && isLong(before)) throw new ValidationError({ beforeTo: reason });
}

type Ids = Pick<AggregatesRow, 'integrationId' | 'operatorId' | 'gameId'>;
type ComparedRow = Compared & Ids;

const keyOf: Record<Exclude<RankingDimension, 'player'>, (row: Ids) => number> = {
  integration: ({ integrationId }) => integrationId,
  operator: ({ operatorId }) => operatorId,
  game: ({ gameId }) => gameId,
};

/** Puts the rows of both periods (bucket 0 and 1) beside each other. */
function comparedRows(
  rows: readonly AggregatesRow[],
  by: Exclude<RankingDimension, 'player'>,
): ComparedRow[] {
  return [...Map.groupBy(rows, keyOf[by]).values()].flatMap((own) => {
    const [row] = own;
    return row ? [{ ...row, ...totalOf(own) }] : [];
  });
}

function totalOf(rows: readonly AggregatesRow[]): Compared {
  const of = (bucket: number): Aggregates => {
    const own = rows.filter((row) => row.bucket === bucket);
    return own.length === 0 ? noAggregates : addAggregates(own);
  };
  return { now: of(0), before: of(1) };
}

const nothing = {
  integrationId: null,
  integrationName: null,
  operatorId: null,
  gameId: null,
  userId: null,
  isNew: false,
};

function named(
  { integrationId, operatorId, gameId, now, before }: ComparedRow,
  by: Exclude<RankingDimension, 'player'>,
  names: References,
): Candidate {
  const sums = { now, before };
  if (by === 'game') {
    const game = names.games.get(gameId);
    return { ...nothing, ...sums, gameId, name: game ? gameLabel(game.summary) : goneName('Game', gameId) };
  }
  const owner = integrationName(names, integrationId);
  if (by === 'integration') return { ...nothing, ...sums, integrationId, name: owner };
  const name = names.operators.get(operatorId)?.name ?? goneName('Operator', operatorId);
  return { ...nothing, ...sums, integrationId, integrationName: owner, operatorId, name };
}
