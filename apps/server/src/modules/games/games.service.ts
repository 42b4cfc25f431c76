import { type Certificate, type Game, messageOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';
import { createCache, type InvalidationListener } from '../../infra/invalidation/index.ts';
import type { Db, Postgres } from '../../infra/postgres/index.ts';
import { type GameReference, gameOf, gameReferencesOf, linkOf, mediumOf } from './games.mapper.ts';
import { catalogView, type GameView, pickerView, singleView } from './games.policy.ts';
import { findGameReferences, findGames, findLinks, findMedia } from './games.repo.ts';
import type { MediumRole } from './games.tables.ts';

type GamePart = 'game_media' | 'integrations';

/** The parts of games a caller asks for; without `mediaTypes` every kind of media comes along. */
export interface GameParts {
  with?: readonly ('game_media' | 'integrations' | 'certificates')[] | undefined;
  mediaTypes?: readonly MediumRole[] | undefined;
}

export interface GamesService {
  catalog(actor: Actor, query: GameParts): Promise<{ rows: Game[] }>;

  list(
    actor: Actor,
    query: GameParts & { gameIds?: readonly number[] | undefined },
  ): Promise<{ rows: Game[] }>;
  /** @throws NotFoundError for a game the actor does not see */
  get(actor: Actor, id: number, query: SingleParts): Promise<Game>;
}

/** One game may carry its documents too. */
export type SingleParts = Omit<GameParts, 'with'> & {
  with?: readonly (GamePart | 'certificates')[] | undefined;
};

/** The documents of a game that an actor sees; undefined for those who may not see any. */
export type DocumentsOf = (actor: Actor, gameId: number) => Promise<Certificate[] | undefined>;

/** Tables that responses are built from. */
export const gameTables = [
  'games',
  'game_media',
  'media_files',
  'media_variants',
  'integration_games',
  'integrations',
];

const allRoles: readonly MediumRole[] = ['main', 'banner', 'mini', 'gallery', 'docs', 'assets'];
const documentRoles: readonly MediumRole[] = ['docs', 'assets'];

/** What is read: a view with the parts that were asked for. */
interface Reading {
  view: GameView;
  media: readonly MediumRole[] | null;
  links: boolean;
  ids?: readonly number[];
}

/** Lists are remembered per view and parts until a record changes: the whole catalogue is asked for on every visit. */
export function createGamesService(
  postgres: Pick<Postgres, 'db'>,
  changes: InvalidationListener,
  documentsOf: DocumentsOf = async () => undefined,
): GamesService {
  const load = async (key: string) => ({ rows: await read(postgres, JSON.parse(key) as Reading) });
  const lists = createCache(changes, gameTables, load, 64);
  return {
    catalog: (actor, query) => lists.read(JSON.stringify(reading(catalogView(actor), query))),
    list: async (actor, query) => {
      const requestedView = reading(pickerView(actor), query);
      if (query.gameIds === undefined) return lists.read(JSON.stringify(requestedView));
      return { rows: await read(postgres, { ...requestedView, ids: query.gameIds }) };
    },
    async get(actor, id, query) {
      const [game] = await read(postgres, { ...reading(singleView(actor), query), ids: [id] });
      if (game === undefined) throw new NotFoundError(messageOf('refusals.gameNotFound'));
      if (!query.with?.includes('certificates')) return game;
      const certificates = await documentsOf(actor, id);
      return certificates === undefined ? game : { ...game, certificates };
    },
  };
}

function reading(view: GameView, query: SingleParts): Reading {
  const requestedRoles = query.mediaTypes ?? allRoles;
  return {
    view,
    media: query.with?.includes('game_media')
      ? allRoles.filter(
          (role) => requestedRoles.includes(role) && (view.documents || !documentRoles.includes(role)),
        )
      : null,
    links: query.with?.includes('integrations') ?? false,
  };
}

/** One statement for the games and one for each part, however many games there are. */
async function read({ db }: Pick<Postgres, 'db'>, { view, media, links, ids }: Reading): Promise<Game[]> {
  const [games, mediaRows, linkRows] = await Promise.all([
    findGames(db, view, ids),
    media === null ? null : findMedia(db, view, media, ids),
    links ? findLinks(db, view, ids) : null,
  ]);
  const mediaOf = mediaRows && groupById(mediaRows, mediumOf);
  const linksOf = linkRows && groupById(linkRows, linkOf);
  return games.map((row) => ({
    ...(view.maths ? gameOf(row) : withoutMaths(gameOf(row))),
    ...(mediaOf && { game_media: mediaOf.get(row.id) ?? [] }),
    ...(linksOf && { integrations: linksOf.get(row.id) ?? [] }),
  }));
}

function withoutMaths({ rtp_std_dev: _deviation, rtp_since: _since, ...game }: Game): Game {
  return game;
}

function groupById<Row extends { game_id: number }, Item>(rows: Row[], map: (row: Row) => Item) {
  const groups = new Map<number, Item[]>();
  for (const row of rows) {
    const group = groups.get(row.game_id);
    if (group === undefined) groups.set(row.game_id, [map(row)]);
    else group.push(map(row));
  }
  return groups;
}

/** Every game there is, for directories of names; who may see it is decided by what refers to it. */
export async function readGameReferences(db: Db): Promise<GameReference[]> {
  return gameReferencesOf(await findGameReferences(db));
}
