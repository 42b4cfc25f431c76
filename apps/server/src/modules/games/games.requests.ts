import { type Game, gameLabel, messageOf, routes } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError } from '../../infra/errors/index.ts';
import type { Db, Postgres, Tx } from '../../infra/postgres/index.ts';
import {
  type NotificationTexts,
  type Notify,
  namesMessage,
  requestedGamesTitle,
} from '../notifications/index.ts';
import { markRequested } from './games.edit.repo.ts';
import type { GamesService } from './games.service.ts';
import { nameAsker } from './requests/requests.repo.ts';

/** Requests of integrations for games: the wishlist. */
export interface GameRequests {
  /**
   * With `isNotifying` the administrators of the provider are notified in the same transaction.
   * @throws NotFoundError for another integration, and for a game that the actor's own does not see
   * @throws ConflictError for a game that it plays or has requested
   */
  request(
    actor: Actor,
    request: { integrationName: string; gameId: number; isNotifying?: boolean },
  ): Promise<Game>;
  /** One notice to every administrator of the provider. @throws NotFoundError unless all are requested */
  notify(actor: Actor, gameIds: readonly number[]): Promise<{ message: string }>;
}

export interface GameRequestsDeps {
  postgres: Pick<Postgres, 'transaction'>;
  clock: Clock;
  games: GamesService;
  /** Notifies people in the caller's transaction. */
  notify: Notify;
  invalidate(tx: Db, gameId: number): void;
}

const parts = { with: ['integrations'] } as const;

export function createGameRequests(deps: GameRequestsDeps): GameRequests {
  const { postgres, clock, games, notify } = deps;

  /** Leads to where requests are answered. */
  function notifyProvider(
    tx: Tx,
    { username }: Actor,
    integration: { id: number; name: string },
    names: readonly string[],
  ) {
    const texts = requestTexts({ username, integration: integration.name }, names);
    const path = `/requests?integration=${integration.id}`;
    const topic = { name: 'requests', path: routes.requests.path } as const;
    return notify(tx, { staff: true }, { severity: 1, path, texts, mail: true, topic });
  }

  return {
    async request(actor, { integrationName, gameId, isNotifying = false }) {
      const own = actor.integration;
      if (own === null || own.name.trim().toLowerCase() !== integrationName.trim().toLowerCase()) {
        throw new NotFoundError(messageOf('refusals.integrationNotFound'));
      }
      const game = await games.get(actor, gameId, parts);
      const link = game.integrations?.find(({ id }) => id === own.id)?.integration_games;
      if (link === undefined) throw new NotFoundError(messageOf('refusals.gameNotFound'));
      await postgres.transaction(async (tx) => {
        const marked = await markRequested(tx, { gameId, integrationId: own.id, at: clock.now() });
        if (!marked) {
          throw new ConflictError(
            link.is_active === null
              ? messageOf('refusals.gameOnWishlist')
              : messageOf('refusals.gameInUseAlready'),
          );
        }
        await nameAsker(tx, { gameId, integrationId: own.id, userId: actor.userId });
        await recordAudit(tx, {
          actor,
          type: 'games',
          action: 'request',
          objectId: gameId,
          description: messageOf('logs.gameRequested', { integration: own.name, name: game.name }),
          object: { name: game.name, slug: game.slug },
          changes: { requestedBy: { old: null, new: own.name } },
        });
        if (isNotifying) await notifyProvider(tx, actor, own, [gameLabel(game)]);
        deps.invalidate(tx, gameId);
      });
      return games.get(actor, gameId, parts);
    },

    async notify(actor, gameIds) {
      const own = actor.integration;
      if (own === null) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
      const ids = [...new Set(gameIds)];
      const names: string[] = [];
      for (const id of ids) {
        const game = await games.get(actor, id, parts);
        const link = game.integrations?.find((entry) => entry.id === own.id)?.integration_games;
        if (link === undefined || link.is_requested === null || link.is_active !== null) {
          throw new NotFoundError(messageOf('refusals.gameNotFound'));
        }
        names.push(gameLabel(game));
      }
      await postgres.transaction((tx) => notifyProvider(tx, actor, own, names));
      return { message: 'Game added to wishlist' };
    },
  };
}

function requestTexts(
  { username, integration }: { username: string; integration: string },
  games: readonly string[],
): NotificationTexts {
  return {
    title: requestedGamesTitle(integration, games),
    description: messageOf('notifications.gamesRequestedText', {
      username,
      integration,
      names: namesMessage(games),
    }),
  };
}
