import { type Insertable, sql, type Updateable } from 'kysely';
import pg from 'pg';
import type { Db } from '../../infra/postgres/index.ts';
import type { GameRow } from './games.repo.ts';
import type { GameMediaTable, GamesTable } from './games.tables.ts';

/** The game, locked until the transaction ends. */
export function lockGame(tx: Db, id: number): Promise<GameRow | undefined> {
  return tx.selectFrom('games').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns undefined when another game has the slug; the transaction is lost then. */
export async function saveGame(
  tx: Db,
  id: number | null,
  values: Insertable<GamesTable>,
): Promise<GameRow | undefined> {
  try {
    if (id === null) return await tx.insertInto('games').values(values).returningAll().executeTakeFirst();
    const changes: Updateable<GamesTable> = values;
    return await tx
      .updateTable('games')
      .set(changes)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'games_slug_key') return undefined;
    throw error;
  }
}

/** Links, and with them files of the game's, leave with it. */
export async function removeGame(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('games').where('id', '=', id).execute();
}

export interface LockedLink {
  integration_id: number;
  name: string;
  is_active: Date | null;
  is_requested: Date | null;
}

/** The links of a game by name, locked until the transaction ends. */
export function lockLinks(tx: Db, gameId: number): Promise<LockedLink[]> {
  return tx
    .selectFrom('integration_games')
    .innerJoin('integrations', 'integrations.id', 'integration_games.integration_id')
    .select([
      'integration_games.integration_id',
      'integration_games.is_active',
      'integration_games.is_requested',
      'integrations.name',
    ])
    .where('integration_games.game_id', '=', gameId)
    .orderBy(sql`lower(integrations.name)`)
    .forUpdate('integration_games')
    .execute();
}

/** Integrations that are there, and stay so until the transaction ends. */
export function lockIntegrationNames(
  tx: Db,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return tx
    .selectFrom('integrations')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`ANY(${ids}::integer[])`)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .forKeyShare()
    .execute();
}

/** New links are visible and no more; one that is there stays as it is. Returns the integrations that have a new one. */
export async function insertVisibleLinks(
  tx: Db,
  gameId: number,
  integrationIds: readonly number[],
): Promise<number[]> {
  if (integrationIds.length === 0) return [];
  const inserted = await tx
    .insertInto('integration_games')
    .values(
      integrationIds.map((integration_id) => ({
        integration_id,
        game_id: gameId,
        is_active: null,
        is_requested: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['integration_id', 'game_id']).doNothing())
    .returning('integration_id')
    .execute();
  return inserted.map(({ integration_id }) => integration_id);
}

/** Returns the integrations that had one. */
export async function deleteLinks(
  tx: Db,
  gameId: number,
  integrationIds: readonly number[],
): Promise<number[]> {
  if (integrationIds.length === 0) return [];
  const deleted = await tx
    .deleteFrom('integration_games')
    .where('game_id', '=', gameId)
    .where('integration_id', 'in', integrationIds)
    .where('is_active', 'is', null)
    .returning('integration_id')
    .execute();
  return deleted.map(({ integration_id }) => integration_id);
}

/** Marks a link as asked for; false when it is played, asked for already, or not there. */
export async function markRequested(
  tx: Db,
  link: { gameId: number; integrationId: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('integration_games')
    .set({ is_requested: link.at })
    .where('game_id', '=', link.gameId)
    .where('integration_id', '=', link.integrationId)
    .where('is_requested', 'is', null)
    .where('is_active', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface RawMedium {
  id: number;
  game_id: number;
  role: GameMediaTable['role'];
  file_hash: string | null;
  url: string | null;
}

const mediumColumns = ['id', 'game_id', 'role', 'file_hash', 'url'] as const;

/** Rows of media by id, or all of a game, or those of one role of a game. */
export function findRawMedia(
  tx: Db,
  which: { ids: readonly number[] } | { gameId: number; role?: RawMedium['role'] },
): Promise<RawMedium[]> {
  const query = tx.selectFrom('game_media').select(mediumColumns).orderBy('position').orderBy('id');
  if ('ids' in which) return query.where('id', '=', sql<number>`ANY(${which.ids}::integer[])`).execute();
  const ofGame = query.where('game_id', '=', which.gameId);
  return (which.role === undefined ? ofGame : ofGame.where('role', '=', which.role)).execute();
}

/** A gallery entry comes last; of every other role there is one, so the caller removes the old one before. */
export async function addMedium(
  tx: Db,
  medium: Pick<Insertable<GameMediaTable>, 'game_id' | 'role' | 'file_hash' | 'url'>,
): Promise<number> {
  const { role } = medium;
  const { id } = await tx
    .insertInto('game_media')
    .values((eb) => ({
      ...medium,
      media_type: role === 'docs' || role === 'assets' ? role : 'gallery',
      position: eb
        .selectFrom('game_media')
        .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
        .where('game_id', '=', medium.game_id)
        .where('role', '=', role),
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteMedia(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('game_media').where('id', 'in', ids).execute();
}

export async function savePositions(
  tx: Db,
  entries: readonly { id: number; order: number }[],
): Promise<void> {
  await sql`
    UPDATE game_media SET position = given."order"
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS given (id integer, "order" integer)
    WHERE game_media.id = given.id`.execute(tx);
}
