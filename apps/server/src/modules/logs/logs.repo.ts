import { logTypes, type Message } from '@ludus/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import '../../infra/audit/index.ts';

export interface LogListRow {
  id: string;
  type_id: number;
  type: string;
  action: string;
  description: string;
  detail: Message | null;
  user_id: string;
  username: string;
  related_id: string | null;
  created_at: Date;
  /** Whether the object can still be opened; null for areas whose objects are not looked up. */
  exists: boolean | null;
  /** Of bets or of a viewing, while it is there. */
  integration_id: number | null;
  request_id: number | null;
}

export interface LogEntryRow extends LogListRow {
  updates: Record<string, unknown>;
  related_object: Record<string, unknown> | null;
}

export interface LogFilter {
  /** Any part of the names of an entry's object. */
  search?: string | undefined;
  typeId?: number | undefined;
  userId?: string | undefined;
}

/** Ids are text in the log; what is no number names nothing. */
const numberOf = (text: RawBuilder<unknown>) =>
  sql`CASE WHEN ${text} ~ '^[0-9]{1,9}$' THEN (${text})::integer END`;

const relatedNumber = numberOf(sql`l.related_id`);

const columns = sql`l.id, l.log_type_id AS type_id, t.name AS type, l.action, l.description, l.detail, l.user_id, l.username,
  l.related_id, l.created_at,
  CASE
    WHEN l.log_type_id IN (${logTypes.games}, ${logTypes.bets})
      THEN EXISTS (SELECT FROM games WHERE id = ${relatedNumber} AND is_catalog)
    WHEN l.log_type_id = ${logTypes.integrations}
      THEN EXISTS (SELECT FROM integrations WHERE id = ${relatedNumber} AND deleted_at IS NULL)
    WHEN l.log_type_id = ${logTypes.tickets} THEN EXISTS (SELECT FROM tickets WHERE id = ${relatedNumber})
    WHEN l.log_type_id IN (${logTypes.users}, ${logTypes.signIns})
      THEN EXISTS (SELECT FROM users WHERE subject = l.related_id)
  END AS exists,
  CASE WHEN l.log_type_id IN (${logTypes.bets}, ${logTypes.viewAs}) THEN (
    SELECT i.id FROM integrations i
    WHERE i.id = ${numberOf(sql`l.related_object->>'integrationId'`)} AND i.deleted_at IS NULL
  ) END AS integration_id,
  ${numberOf(sql`l.related_object->>'requestId'`)} AS request_id`;

/** Newest first; a page beyond the end is empty. */
export async function findLogs(
  db: Db,
  filter: LogFilter & Named,
  { limit, page }: { limit: number; page: number },
): Promise<LogListRow[]> {
  // The ids of the page come only from an index; only then are its rows read, however far back it lies.
  const { rows } = await sql<LogListRow>`
    SELECT ${columns}
    FROM (
      SELECT id FROM logs l WHERE ${conditionOf(filter)}
      ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}
    ) AS found
    JOIN logs l ON l.id = found.id JOIN log_types t ON t.id = l.log_type_id
    ORDER BY l.created_at DESC, l.id DESC`.execute(db);
  return rows;
}

export async function countLogs(db: Db, filter: LogFilter & Named): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    SELECT count(*) AS count FROM logs l WHERE ${conditionOf(filter)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export async function findLog(db: Db, id: number): Promise<LogEntryRow | undefined> {
  const { rows } = await sql<LogEntryRow>`
    SELECT ${columns}, l.updates, l.related_object
    FROM logs l JOIN log_types t ON t.id = l.log_type_id WHERE l.id = ${id}`.execute(db);
  return rows[0];
}

/** An entry about a game, or about the bets that an operator offers of it. */
export interface GameChange {
  id: string;
  type: 'games' | 'bets';
  action: string;
  at: Date;
  username: string;
  updates: Record<string, unknown>;
  object: Record<string, unknown>;
}

/** The latest entries about a game, the newest first. */
export async function findGameChanges(db: Db, gameId: number, limit = 500): Promise<GameChange[]> {
  const { rows } = await sql<GameChange>`
    SELECT l.id, t.name AS type, l.action, l.created_at AS at, l.username, l.updates,
      coalesce(l.related_object, '{}') AS object
    FROM logs l JOIN log_types t ON t.id = l.log_type_id
    WHERE l.log_type_id IN (${logTypes.games}, ${logTypes.bets}) AND l.related_id = ${String(gameId)}
    ORDER BY l.created_at DESC, l.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Ids, as text, of games and integrations that have a name which is searched for, though entries may know another. */
export interface Named {
  games: readonly string[];
  integrations: readonly string[];
}

export async function findNamed(db: Db, search: string | undefined): Promise<Named> {
  if (search === undefined || search === '') return { games: [], integrations: [] };
  const { rows } = await sql<Named>`
    SELECT
      ARRAY(SELECT id::text FROM games WHERE slug LIKE lower(${patternOf(search)})) AS games,
      ARRAY(SELECT DISTINCT integration_id::text FROM integration_names
        WHERE name_key LIKE lower(${patternOf(search)})) AS integrations`.execute(db);
  return rows[0] ?? { games: [], integrations: [] };
}

function patternOf(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

function conditionOf({ search, typeId, userId, games, integrations }: LogFilter & Named) {
  const conditions = [sql`true`];
  if (typeId !== undefined) conditions.push(sql`l.log_type_id = ${typeId}`);
  if (userId !== undefined) conditions.push(sql`l.user_id = ${userId}`);
  if (search !== undefined && search !== '') {
    const found = [sql`l.search_text LIKE lower(${patternOf(search)})`];
    // Entries of bets are about a game as well.
    if (games.length > 0) found.push(sql`(l.log_type_id IN (2, 4) AND l.related_id = ANY(${games}))`);
    if (integrations.length > 0) found.push(sql`(l.log_type_id = 3 AND l.related_id = ANY(${integrations}))`);
    conditions.push(sql`(${sql.join(found, sql` OR `)})`);
  }
  return sql.join(conditions, sql` AND `);
}
