import {
  gameLabel,
  type Message,
  messageOf,
  type notifyIntegrationGames,
  type ResponseOf,
} from '@ludus/contract';
import { NotFoundError } from '../../../infra/errors/index.ts';
import { renderMessage } from '../../../infra/messages/index.ts';
import type { Db, Postgres, Tx } from '../../../infra/postgres/index.ts';
import type { NotificationTexts, NotifiedUser, Notify } from '../../notifications/index.ts';
import { findIntegrations, findLinkedGames } from '../integrations.repo.ts';
import { lockGames } from './visible-games.repo.ts';

/** The reply to whoever requested it: in English, and as a message for a reader of any language. */
type Reached = ResponseOf<typeof notifyIntegrationGames>;

/** Notifies the people of integrations of games they now see. Returns the message for whoever requested it. */
export interface GameNotifications {
  /** One notice to each person lists the games. @throws NotFoundError */
  ofGames(integrationId: number, gameIds: readonly number[]): Promise<Reached>;
  /** @throws NotFoundError for an unknown game, and when one of the integrations is unknown */
  ofGame(gameId: number, integrationIds: readonly number[]): Promise<Reached>;
}

/** More names than this help no one. */
const mostNames = 30;

export function createGameNotifications(
  postgres: Pick<Postgres, 'db' | 'transaction'>,
  notify: Notify,
): GameNotifications {
  /** Leaves games out that the integration does not see; null when none is left. */
  async function notifyOne(
    tx: Tx,
    integrationId: number,
    gameIds: ReadonlySet<number>,
  ): Promise<NotifiedUser | null> {
    const linked = await findLinkedGames(tx, [integrationId], { finished: false });
    const games = linked.filter((game) => gameIds.has(game.id) && game.is_catalog);
    const [first] = games;
    if (first === undefined) return null;
    const names = games.map(gameLabel);
    return notify(
      tx,
      { integrationIds: [integrationId] },
      {
        severity: 1,
        path: games.length === 1 ? `/game/${first.id}` : '/catalog',
        texts: newGamesTexts(names),
        mail: true,
      },
    );
  }

  return {
    ofGames: (integrationId, gameIds) =>
      postgres.transaction(async (tx) => {
        const [{ name }] = await existing(tx, [integrationId]);
        const notified = await notifyOne(tx, integrationId, new Set(gameIds));
        if (notified === null) return saying(messageOf('reached.noneSeen', { integration: name }));
        if (isEmpty(notified)) return saying(messageOf('reached.noUsers', { integration: name }));
        return saying(messageOf('reached.integration', { integration: name, ...countsOf(notified) }));
      }),

    ofGame: (gameId, integrationIds) =>
      postgres.transaction(async (tx) => {
        const [game] = await lockGames(tx, [gameId]);
        if (game === undefined || !game.is_catalog)
          throw new NotFoundError(messageOf('refusals.gameNotFound'));
        const integrations = await existing(tx, integrationIds);
        const sum = { notices: 0, mails: 0 };
        let reached = 0;
        for (const { id } of integrations) {
          const notified = await notifyOne(tx, id, new Set([gameId]));
          if (notified === null || isEmpty(notified)) continue;
          reached += 1;
          sum.notices += notified.notices;
          sum.mails += notified.mails;
        }
        if (reached === 0) return saying(messageOf('reached.noOne', { game: game.name }));
        return saying(
          messageOf('reached.integrations', { count: reached, game: game.name, ...countsOf(sum) }),
        );
      }),
  };
}

type Integrations = [{ id: number; name: string }, ...{ id: number; name: string }[]];

async function existing(db: Db, ids: readonly number[]): Promise<Integrations> {
  const wanted = [...new Set(ids)];
  const [first, ...others] = await findIntegrations(db, { ids: wanted, active: null });
  if (first === undefined || others.length + 1 < wanted.length) {
    throw new NotFoundError(messageOf('refusals.integrationNotFound'));
  }
  return [first, ...others];
}

const isEmpty = ({ notices, mails }: NotifiedUser) => notices + mails === 0;

const countsOf = ({ notices, mails }: NotifiedUser) => ({
  notifications: messageOf('reached.notifications', { count: notices }),
  mails: messageOf('reached.mails', { count: mails }),
});

const saying = (detail: Message): Reached => ({ message: renderMessage(detail), detail });

function newGamesTexts(all: readonly string[]): NotificationTexts {
  const [name = ''] = all;
  const more = all.length - mostNames;
  const names = all.slice(0, mostNames).join(', ');
  return {
    title:
      all.length === 1
        ? messageOf('notifications.newGame', { name })
        : messageOf('notifications.newGames', { count: all.length }),
    description: messageOf('notifications.newGamesText', {
      names: more > 0 ? messageOf('logs.namesAndMore', { names, more }) : names,
    }),
  };
}
