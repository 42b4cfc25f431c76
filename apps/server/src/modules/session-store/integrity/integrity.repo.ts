/** What PostgreSQL knows of the session store: its identity, the index of players, and what can be derived again. */
import { sql } from 'kysely';
import type { Db } from '../../../infra/postgres/index.ts';
import '../session-store.tables.ts';

/** What PostgreSQL knows of its session store. Times are those of the hub that wrote, in epoch ms; 0 before the first. */
export interface RecordsIdentity {
  storeId: string;
  writeBegunMs: number;
  writeStoredMs: number;
}

/** A player with the number that sessions carry. */
export interface NumberedPlayer {
  number: number;
  integration_id: number;
  user_id: string;
}

/** The identity; one without an id while the database has no tables. */
export async function readRecordsIdentity(db: Db): Promise<RecordsIdentity> {
  const { rows: tables } = await sql`SELECT WHERE to_regclass('store_identity') IS NOT NULL`.execute(db);
  if (tables.length === 0) return { storeId: '', writeBegunMs: 0, writeStoredMs: 0 };
  const row = await db.selectFrom('store_identity').selectAll().executeTakeFirstOrThrow();
  return {
    storeId: row.store_id,
    writeBegunMs: Number(row.write_begun_ms),
    writeStoredMs: Number(row.write_stored_ms),
  };
}

export async function updateStoreId(db: Db, storeId: string): Promise<void> {
  await db.updateTable('store_identity').set({ store_id: storeId }).execute();
}

/** Takes the latest write of the session store for the latest one that is known. */
export async function updateLatestWrite(db: Db, writtenMs: number): Promise<void> {
  const latest = String(writtenMs);
  await db.updateTable('store_identity').set({ write_begun_ms: latest, write_stored_ms: latest }).execute();
}

/** Returns the players of the index whose numbers are in a half-open range. */
export async function selectIndexedPlayers(db: Db, from: number, to: number): Promise<NumberedPlayer[]> {
  return db
    .selectFrom('players')
    .select(['id as number', 'integration_id', 'user_id'])
    .where('id', '>=', from)
    .where('id', '<', to)
    .execute();
}

/** Returns the greatest number of the index; 0 without a player. */
export async function selectGreatestIndexed(db: Db): Promise<number> {
  const row = await db
    .selectFrom('players')
    .select(({ fn }) => fn.max('id').as('number'))
    .executeTakeFirst();
  return row?.number ?? 0;
}

export async function deleteIndexedPlayers(db: Db): Promise<void> {
  await db.deleteFrom('players').execute();
}

export async function insertIndexedPlayers(db: Db, players: readonly NumberedPlayer[]): Promise<void> {
  const [numbers, integrations, users] = [
    players.map(({ number }) => number),
    players.map(({ integration_id }) => integration_id),
    players.map(({ user_id }) => user_id),
  ];
  await sql`
    INSERT INTO players (id, integration_id, user_id)
    SELECT * FROM unnest(${numbers}::int[], ${integrations}::int[], ${users}::text[])`.execute(db);
}

/** Lets new players have numbers above this one: a number that was ever given is never given again. */
export async function raisePlayerNumbers(db: Db, greatest: number): Promise<void> {
  await sql`
    SELECT setval('player_numbers', greatest(last_value, ${Math.max(1, greatest)}))
    FROM player_numbers`.execute(db);
}

/** Returns the latest change of each Rome day, in epoch ms. */
export async function selectLatestChanges(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('session_days').selectAll().execute();
  return new Map(rows.map(({ day, latest_change_ms }) => [day, Number(latest_change_ms)]));
}

/** Returns which of the ids PostgreSQL does not have. */
export async function selectUnknownIds(
  db: Db,
  table: 'integrations' | 'operators' | 'games',
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM unnest(${ids}::int[]) AS found (id)
    EXCEPT SELECT id FROM ${sql.table(table)} ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the integrations of which sessions were ever fetched. */
export async function selectFetchedIntegrations(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT integration_id AS id FROM integration_fetches ORDER BY integration_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lets fetches that have not ended begin anew: the pages behind their checkpoints may no longer be stored. */
export async function forgetFetchProgress(db: Db): Promise<void> {
  await sql`
    UPDATE jobs SET checkpoint = NULL
    WHERE name = 'fetch-sessions' AND state IN ('waiting', 'delayed', 'active')`.execute(db);
}
