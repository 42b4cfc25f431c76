import type { Insertable } from 'kysely';
import type { Db } from '../../platform/postgres/index.ts';
import type { GameMediaTable, GamesTable, IntegrationGamesTable } from './games.tables.ts';

export async function insertGame(db: Db, row: Insertable<GamesTable>): Promise<number> {
  const { id } = await db.insertInto('games').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
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
