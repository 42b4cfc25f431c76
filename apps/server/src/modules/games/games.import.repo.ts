import type { Insertable } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { GameMediaTable, GamesTable, IntegrationGamesTable } from './games.tables.ts';

/** The columns of a game that is inserted or changed. */
export type GameValues = Insertable<GamesTable>;

export async function insertGame(db: Db, row: GameValues): Promise<number> {
  const { id } = await db.insertInto('games').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Inserts those whose slug and provider's id no game has; returns how many there were. */
export async function insertUnknownGames(db: Db, rows: readonly GameValues[]): Promise<number> {
  const known = await db.selectFrom('games').select(['slug', 'provider_id']).execute();
  const slugs = new Set(known.map(({ slug }) => slug));
  const ids = new Set(known.map(({ provider_id }) => provider_id));
  const fresh = rows.filter(({ slug, provider_id }) => !slugs.has(slug) && !ids.has(provider_id ?? ''));
  if (fresh.length === 0) return 0;
  const inserted = await db
    .insertInto('games')
    .values(fresh)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .execute();
  return inserted.length;
}

/** A game has one medium of each role but gallery; a second one is left out. */
export async function insertMedium(db: Db, row: Insertable<GameMediaTable>): Promise<void> {
  await db
    .insertInto('game_media')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A link that is there stays as it is. */
export async function insertLink(db: Db, row: Insertable<IntegrationGamesTable>): Promise<void> {
  await db
    .insertInto('integration_games')
    .values(row)
    .onConflict((conflict) => conflict.columns(['integration_id', 'game_id']).doNothing())
    .execute();
}

/** Ids of all games by slug. */
export async function findGameIds(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('games').select(['id', 'slug']).execute();
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}
