import { gameLabel, type Language } from '@ludus/contract';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { Db, Postgres, Tx } from '../../platform/postgres/index.ts';
import type { MessageTexts, Tell, Told } from '../notifications/index.ts';
import { findGames } from './integrations.games.repo.ts';
import { findIntegrations, findLinkedGames } from './integrations.repo.ts';

/** Telling the people of integrations of games they now see (OPEN-43). Answers what to say to who asked for it. */
export interface GameNews {
  /** API-027, API-029: one notice to each person lists the games. @throws NotFoundError */
  ofGames(integrationId: number, gameIds: readonly number[]): Promise<{ message: string }>;
  /** API-028. @throws NotFoundError for an unknown game, and when one of the integrations is unknown */
  ofGame(gameId: number, integrationIds: readonly number[]): Promise<{ message: string }>;
}

/** More names than this help nobody. */
const mostNames = 30;

export function createGameNews(postgres: Pick<Postgres, 'db' | 'transaction'>, tell: Tell): GameNews {
  /** Nothing is told of games that the integration does not see; null when none is left. */
  async function tellOne(tx: Tx, integrationId: number, gameIds: ReadonlySet<number>): Promise<Told | null> {
    const linked = await findLinkedGames(tx, [integrationId], { finished: false });
    const games = linked.filter((game) => gameIds.has(game.id) && game.is_catalog);
    const [first] = games;
    if (first === undefined) return null;
    const names = games.map(gameLabel);
    return tell(
      tx,
      { integrationIds: [integrationId] },
      {
        severity: 1,
        path: games.length === 1 ? `/game/${first.id}` : '/catalog',
        texts: (language) => newsTexts(language, names),
        mail: true,
      },
    );
  }

  return {
    ofGames: (integrationId, gameIds) =>
      postgres.transaction(async (tx) => {
        const [{ name }] = await existing(tx, [integrationId]);
        const told = await tellOne(tx, integrationId, new Set(gameIds));
        if (told === null) return { message: `${name} sees none of these games, so nobody was told.` };
        if (isNobody(told)) return { message: `${name} has no users who could be told.` };
        return { message: `${name} was told: ${countText(told)}.` };
      }),

    ofGame: (gameId, integrationIds) =>
      postgres.transaction(async (tx) => {
        const [game] = await findGames(tx, [gameId]);
        if (game === undefined || !game.is_catalog) throw new NotFoundError('Game not found');
        const integrations = await existing(tx, integrationIds);
        const sum = { notices: 0, mails: 0 };
        let reached = 0;
        for (const { id } of integrations) {
          const told = await tellOne(tx, id, new Set([gameId]));
          if (told === null || isNobody(told)) continue;
          reached += 1;
          sum.notices += told.notices;
          sum.mails += told.mails;
        }
        if (reached === 0) return { message: `Nobody at these integrations could be told of ${game.name}.` };
        const who = reached === 1 ? '1 integration was told' : `${reached} integrations were told`;
        return { message: `${who} of ${game.name}: ${countText(sum)}.` };
      }),
  };
}

type Integrations = [{ id: number; name: string }, ...{ id: number; name: string }[]];

async function existing(db: Db, ids: readonly number[]): Promise<Integrations> {
  const wanted = [...new Set(ids)];
  const [first, ...others] = await findIntegrations(db, { ids: wanted, active: null });
  if (first === undefined || others.length + 1 < wanted.length) {
    throw new NotFoundError('Integration not found');
  }
  return [first, ...others];
}

const isNobody = ({ notices, mails }: Told) => notices + mails === 0;

function countText({ notices, mails }: Told): string {
  const of = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  return `${of(notices, 'notification')}, ${of(mails, 'e-mail')}`;
}

const words = {
  en: {
    one: (name: string) => `New game: ${name}`,
    many: (count: number) => `${count} new games`,
    seen: 'Now in your Catalog:',
    more: (count: number) => `and ${count} more`,
  },
  it: {
    one: (name: string) => `Nuovo gioco: ${name}`,
    many: (count: number) => `${count} nuovi giochi`,
    seen: 'Ora nel vostro catalogo:',
    more: (count: number) => `e altri ${count}`,
  },
} satisfies Record<Language, unknown>;

function newsTexts(language: Language, names: readonly string[]): MessageTexts {
  const text = words[language];
  const [first = ''] = names;
  const more = names.length - mostNames;
  const shown = names.slice(0, mostNames).join(', ') + (more > 0 ? ` ${text.more(more)}` : '');
  return {
    title: names.length === 1 ? text.one(first) : text.many(names.length),
    description: `${text.seen} ${shown}.`,
  };
}
