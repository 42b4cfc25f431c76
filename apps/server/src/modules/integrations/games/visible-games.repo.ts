import { sql } from 'kysely';
import type { Db } from '../../../infra/postgres/index.ts';

export interface LockedGameLink {
  game_id: number;
  name: string;
  slug: string;
  is_active: Date | null;
}

/**
 * The games linked to an integration by name, their links locked until the transaction ends: in the order of the games, as
 * an import of games locks links, so that the two do not wait for each other.
 */
export async function lockGameLinks(tx: Db, integrationId: number): Promise<LockedGameLink[]> {
  const { rows } = await sql<LockedGameLink>`
    WITH locked AS MATERIALIZED (
      SELECT game_id, is_active FROM integration_games WHERE integration_id = ${integrationId}
      ORDER BY game_id FOR UPDATE)
    SELECT game_id, concat_ws(' - ', games.name, games.sub_name) AS name, games.slug, is_active
    FROM locked JOIN games ON games.id = game_id
    ORDER BY lower(games.name), game_id`.execute(tx);
  return rows;
}

/** What is there of these games, and stays so until the transaction ends; names as lists show them. */
export async function lockGames(
  tx: Db,
  ids: readonly number[],
): Promise<{ id: number; name: string; slug: string; is_catalog: boolean }[]> {
  const { rows } = await sql<{ id: number; name: string; slug: string; is_catalog: boolean }>`
    SELECT id, concat_ws(' - ', name, sub_name) AS name, slug, is_catalog FROM games
    WHERE id = ANY(${[...ids]}::integer[]) ORDER BY lower(name), id FOR KEY SHARE`.execute(tx);
  return rows;
}

/** New links are visible and no more. */
export async function insertGameLinks(tx: Db, integrationId: number, ids: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO integration_games (integration_id, game_id)
    SELECT ${integrationId}, unnest(${[...ids]}::integer[])
    ON CONFLICT (integration_id, game_id) DO NOTHING`.execute(tx);
}

export async function deleteGameLinks(tx: Db, integrationId: number, ids: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM integration_games
    WHERE integration_id = ${integrationId} AND game_id = ANY(${[...ids]}::integer[])
      AND is_active IS NULL`.execute(tx);
}
