import { type Game, gameLabel, type Language } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { ConflictError, NotFoundError } from '../../platform/errors/index.ts';
import type { Db, Postgres } from '../../platform/postgres/index.ts';
import type { MessageTexts, Tell } from '../notifications/index.ts';
import { markRequested } from './games.edit.repo.ts';
import type { GamesService } from './games.service.ts';

/** What people of integrations ask for. */
export interface GameWishes {
  /**
   * API-020, OPEN-10.
   * @throws NotFoundError for another integration, and for a game that the own one does not see
   * @throws ConflictError for a game that it plays or has asked for
   */
  request(actor: Actor, wish: { integrationName: string; gameId: number }): Promise<Game>;
  /** OPEN-42: one notice to every administrator of the provider. @throws NotFoundError unless all are asked for */
  notify(actor: Actor, gameIds: readonly number[]): Promise<{ message: string }>;
}

export interface WishesDeps {
  postgres: Pick<Postgres, 'transaction'>;
  clock: Clock;
  games: GamesService;
  /** Tells people in the caller's transaction. */
  tell: Tell;
  announce(tx: Db, gameId: number): void;
}

const parts = { with: ['integrations'] } as const;

export function createGameWishes(deps: WishesDeps): GameWishes {
  const { postgres, clock, games, tell } = deps;
  return {
    async request(actor, { integrationName, gameId }) {
      const own = actor.integration;
      if (own === null || own.name.trim().toLowerCase() !== integrationName.trim().toLowerCase()) {
        throw new NotFoundError('Integration not found');
      }
      const game = await games.get(actor, gameId, parts);
      const link = game.integrations?.find(({ id }) => id === own.id)?.integration_games;
      if (link === undefined) throw new NotFoundError('Game not found');
      await postgres.transaction(async (tx) => {
        const marked = await markRequested(tx, { gameId, integrationId: own.id, at: clock.now() });
        if (!marked) {
          throw new ConflictError(
            link.is_active === null
              ? 'This game is on the wishlist already.'
              : 'This game is in use already.',
          );
        }
        await recordAudit(tx, {
          actor,
          type: 'games',
          action: 'request',
          objectId: gameId,
          description: `${own.name} asked for the game ${game.name}`,
          object: { name: game.name, slug: game.slug },
          changes: { requestedBy: { old: null, new: own.name } },
        });
        deps.announce(tx, gameId);
      });
      return games.get(actor, gameId, parts);
    },

    async notify(actor, gameIds) {
      const own = actor.integration;
      if (own === null) throw new NotFoundError('Integration not found');
      const ids = [...new Set(gameIds)];
      const wished: string[] = [];
      for (const id of ids) {
        const game = await games.get(actor, id, parts);
        const link = game.integrations?.find((entry) => entry.id === own.id)?.integration_games;
        if (link === undefined || link.is_requested === null || link.is_active !== null) {
          throw new NotFoundError('Game not found');
        }
        wished.push(gameLabel(game));
      }
      const who = { username: actor.username, integration: own.name };
      await postgres.transaction((tx) =>
        tell(
          tx,
          { admins: true },
          {
            severity: 1,
            path: '/catalog',
            texts: (language) => wishTexts(language, who, wished),
            mail: false,
          },
        ),
      );
      return { message: 'Game added to wishlist' };
    },
  };
}

const lists: Record<Language, Intl.ListFormat> = {
  en: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  it: new Intl.ListFormat('it-IT', { type: 'conjunction' }),
};

function wishTexts(
  language: Language,
  { username, integration }: { username: string; integration: string },
  games: readonly string[],
): MessageTexts {
  const count = games.length;
  const names = lists[language].format(games);
  if (language === 'it') {
    return {
      title: `${integration} chiede ${count === 1 ? 'un gioco' : `${count} giochi`}`,
      description: `${username} di ${integration} ha richiesto: ${names}.`,
    };
  }
  return {
    title: `${integration} asks for ${count === 1 ? 'a game' : `${count} games`}`,
    description: `${username} of ${integration} requested: ${names}.`,
  };
}
