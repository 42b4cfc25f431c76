import { messageOf, type Player, type PlayerTotals, type SessionTypeId } from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';
import { type FreshnessOf, integrationName, type ReferenceData } from '../integrations/index.ts';
import {
  type Aggregates,
  addAggregates,
  type PlayerSums,
  type SessionStore,
} from '../session-store/index.ts';
import { unknownGame } from '../sessions/index.ts';
import { grandTotalsOf, seesNetAndDue } from '../statistics/index.ts';

export interface PlayersDeps {
  sessionStore: Pick<SessionStore, 'playerSums'>;
  referenceData: Pick<ReferenceData, 'read'>;
  freshness: FreshnessOf;
}

export interface PlayersService {
  /** @throws NotFoundError for a player without sessions, which one of another integration looks like */
  player(
    actor: Actor,
    integrationId: number,
    userId: string,
    sessionType: SessionTypeId | null,
  ): Promise<Player>;
}

export function createPlayersService({
  sessionStore,
  referenceData,
  freshness,
}: PlayersDeps): PlayersService {
  return {
    async player(actor, integrationId, userId, sessionType) {
      const all = await sessionStore.playerSums.sum(integrationScope(actor), integrationId, userId);
      if (all.length === 0) throw new NotFoundError(messageOf('refusals.playerNotFound'));
      const [names, { asOf }] = await Promise.all([referenceData.read(), freshness(actor, [integrationId])]);
      const sums = sessionType === null ? all : all.filter((one) => one.sessionType === sessionType);
      const withNet = seesNetAndDue(actor);
      const totalsOf = (aggregates: Aggregates): PlayerTotals => {
        const { usersCount: _one, ...totals } = grandTotalsOf(aggregates, withNet);
        return totals;
      };
      return {
        integration: { id: integrationId, name: integrationName(names, integrationId) },
        userId,
        totals: totalsOf(addAggregates(sums)),
        ...edgesOf(sums),
        months: monthsOf(sums).map(({ month, aggregates }) => ({ month, totals: totalsOf(aggregates) })),
        games: [...Map.groupBy(sums, ({ gameId }) => gameId)]
          .map(([gameId, own]) => ({
            game: names.games.get(gameId)?.summary ?? unknownGame(gameId),
            totals: totalsOf(addAggregates(own)),
          }))
          .sort((a, b) => b.totals.bet - a.totals.bet || a.game.id - b.game.id),
        asOf,
      };
    },
  };
}

/** The sessions that were created first and last. */
function edgesOf(sums: readonly PlayerSums[]): Pick<Player, 'firstSession' | 'lastSession'> {
  const markOf = (mark: PlayerSums['first'] | undefined) =>
    mark === undefined ? null : { id: mark.id, createdAt: mark.createdAt.toISOString() };
  const byCreation = (a: PlayerSums['first'], b: PlayerSums['first']) =>
    a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
  return {
    firstSession: markOf(sums.map(({ first }) => first).toSorted(byCreation)[0]),
    lastSession: markOf(
      sums
        .map(({ last }) => last)
        .toSorted(byCreation)
        .at(-1),
    ),
  };
}

/** Every month from the first to the last one that was played in. */
function monthsOf(sums: readonly PlayerSums[]): { month: string; aggregates: Aggregates }[] {
  const byMonth = Map.groupBy(sums, ({ month }) => month);
  const played = [...byMonth.keys()].toSorted((a, b) => a - b);
  const [first, last] = [played[0], played.at(-1)];
  if (first === undefined || last === undefined) return [];
  const months: { month: string; aggregates: Aggregates }[] = [];
  for (let month = first; month <= last; month += month % 100 === 12 ? 89 : 1) {
    const text = String(month);
    const aggregates = addAggregates(byMonth.get(month) ?? []);
    months.push({ month: `${text.slice(0, 4)}-${text.slice(4)}`, aggregates });
  }
  return months;
}
