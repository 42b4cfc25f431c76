import { type Selectable, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { GameView } from './games.policy.ts';
import type { GamesTable, IntegrationGamesTable, MediumRole } from './games.tables.ts';

export type GameRow = Selectable<GamesTable>;

export interface MediumRow {
  id: number;
  game_id: number;
  media_type: 'gallery' | 'docs' | 'assets';
  role: MediumRole;
  position: number;
  url: string | null;
  hash: string | null;
  name: string | null;
  width: number | null;
  height: number | null;
  variants: { width: number; name: string }[];
}

export type LinkRow = Pick<IntegrationGamesTable, 'game_id' | 'is_active' | 'is_requested'> & {
  id: number;
  name: string;
  external_identifier: string;
};

/** The games of a view, by name; `ids` narrows further, an empty list to nothing. */
export function findGames(db: Db, view: GameView, ids?: readonly number[]): Promise<GameRow[]> {
  return visible(db, view, ids)
    .selectAll('games')
    .orderBy(sql`lower(games.name)`)
    .orderBy('games.id')
    .execute();
}

/** What the RTP of finished games is measured by. */
export type GameMaths = Pick<
  GameRow,
  'id' | 'name' | 'sub_name' | 'slug' | 'rtp' | 'rtp_std_dev' | 'rtp_since'
>;

/** Every game that is not in development, by name. */
export function findGameMaths(db: Db): Promise<GameMaths[]> {
  return db
    .selectFrom('games')
    .select(['id', 'name', 'sub_name', 'slug', 'rtp', 'rtp_std_dev', 'rtp_since'])
    .where('is_dev', '=', false)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/** Pictures, videos and addresses of the games of a view, in gallery order. */
export function findMedia(
  db: Db,
  view: GameView,
  roles: readonly MediumRole[],
  ids?: readonly number[],
): Promise<MediumRow[]> {
  return media(db)
    .where('game_media.role', '=', sql<MediumRole>`ANY(${roles})`)
    .where('game_media.game_id', 'in', visible(db, view, ids).select('games.id'))
    .execute() as Promise<MediumRow[]>;
}

/** The same by id, whoever asks. */
export function findMediaByIds(db: Db, ids: readonly number[]): Promise<MediumRow[]> {
  return media(db).where('game_media.id', '=', sql<number>`ANY(${ids}::integer[])`).execute() as Promise<
    MediumRow[]
  >;
}

function media(db: Db) {
  return db
    .selectFrom('game_media')
    .leftJoin('media_files', 'media_files.hash', 'game_media.file_hash')
    .select((eb) => [
      'game_media.id',
      'game_media.game_id',
      'game_media.media_type',
      'game_media.role',
      'game_media.position',
      'game_media.url',
      'media_files.hash',
      'media_files.name',
      'media_files.width',
      'media_files.height',
      eb
        .selectFrom('media_variants')
        .whereRef('media_variants.hash', '=', 'media_files.hash')
        .select(
          sql<MediumRow['variants']>`coalesce(json_agg(json_build_object(
            'width', media_variants.width, 'name', media_variants.name) ORDER BY media_variants.width), '[]')`.as(
            'variants',
          ),
        )
        .$asScalar()
        .as('variants'),
    ])
    .orderBy('game_media.position')
    .orderBy('game_media.id');
}

/** Links of the games of a view; people of an integration get the one to their own. */
export function findLinks(db: Db, view: GameView, ids?: readonly number[]): Promise<LinkRow[]> {
  const { scope } = view;
  return db
    .selectFrom('integration_games')
    .innerJoin('integrations', 'integrations.id', 'integration_games.integration_id')
    .select([
      'integration_games.game_id',
      'integration_games.is_active',
      'integration_games.is_requested',
      'integrations.id',
      'integrations.name',
      'integrations.external_identifier',
    ])
    .where('integration_games.game_id', 'in', visible(db, view, ids).select('games.id'))
    .$if(scope.kind !== 'all', (query) =>
      query.where('integrations.id', '=', scope.kind === 'one' ? scope.id : 0),
    )
    .orderBy(sql`lower(integrations.name)`)
    .execute();
}

function visible(db: Db, view: GameView, ids?: readonly number[]) {
  const { scope } = view;
  return db
    .selectFrom('games')
    .$if(view.catalogOnly, (query) => query.where('games.is_catalog', '=', true))
    .$if(view.withoutDev, (query) => query.where('games.is_dev', '=', false))
    .$if(ids !== undefined, (query) => query.where('games.id', '=', sql<number>`ANY(${ids}::integer[])`))
    .$if(scope.kind === 'none', (query) => query.where(sql<boolean>`false`))
    .$if(scope.kind === 'one', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('integration_games as own')
            .select('own.game_id')
            .whereRef('own.game_id', '=', 'games.id')
            .where('own.integration_id', '=', scope.kind === 'one' ? scope.id : 0),
        ),
      ),
    );
}

/** What names and filters need of every game, with its main image and mini banner. */
export function findGameReferences(db: Db): Promise<GameReferenceRow[]> {
  return db
    .selectFrom('games')
    .leftJoin('game_media', (join) =>
      join.onRef('game_media.game_id', '=', 'games.id').on('game_media.role', 'in', ['main', 'mini']),
    )
    .leftJoin('media_files', 'media_files.hash', 'game_media.file_hash')
    .select((eb) => [
      'games.id',
      'games.name',
      'games.sub_name',
      'games.slug',
      'games.is_catalog',
      'games.is_dev',
      'game_media.role',
      'media_files.hash',
      'media_files.name as file_name',
      eb
        .selectFrom('media_variants')
        .whereRef('media_variants.hash', '=', 'media_files.hash')
        .select('media_variants.name')
        .orderBy('media_variants.width')
        .limit(1)
        .as('smallest'),
    ])
    .orderBy(sql`lower(games.name)`)
    .orderBy('games.id')
    .execute();
}

/** One row per picture of a game; a game without pictures has one row without. */
export interface GameReferenceRow {
  id: number;
  name: string;
  sub_name: string | null;
  slug: string;
  is_catalog: boolean;
  is_dev: boolean;
  role: MediumRole | null;
  hash: string | null;
  file_name: string | null;
  smallest: string | null;
}
