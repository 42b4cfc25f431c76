import type { ClickHouse } from '../../platform/clickhouse/index.ts';
import type { IntegrationScope } from './books.types.ts';
import { idSql } from './list.books.ts';
import { currentSessions, idList, type SessionRecord, sessionColumns } from './sessions.books.ts';

/** A player with more sessions is an error, not a list that is cut short without a word. */
const mostByPlayer = 200_000;
/** Most sessions a look-up by one of their own ids may find; ids are unique but for platforms that reuse them. */
const mostById = 1000;

function scopeSql(scope: IntegrationScope): string | null {
  if (scope.kind === 'none') return null;
  return scope.kind === 'one' ? `integration_id IN ${idList([scope.id])}` : '1';
}

/**
 * The sessions that have this text as one of the named ids. A skip index answers for every state of a session, older
 * ones too, so the key is looked up first and the condition is put again to the state that counts.
 */
async function byCondition(
  clickhouse: ClickHouse,
  conditions: readonly string[],
  scope: IntegrationScope,
  params: Record<string, unknown>,
): Promise<SessionRecord[]> {
  const visible = scopeSql(scope);
  if (visible === null || conditions.length === 0) return [];
  // In one OR, so that the indexes of all ids are looked into by one reading.
  const any = `(${conditions.join(' OR ')})`;
  const found = await clickhouse.rows<{ i: number; c: string; d: string }>(
    `SELECT DISTINCT integration_id AS i, toUnixTimestamp64Milli(created_at) AS c, id AS d FROM sessions_v1
     WHERE ${any} AND ${visible} LIMIT ${mostById}`,
    { label: 'books.lookup.keys', params },
  );
  if (found.length === 0) return [];
  const tuples = found
    .map(({ i, c, d }) => `(toUInt16(${i}), fromUnixTimestamp64Milli(toInt64(${c}), 'UTC'), toUUID('${d}'))`)
    .join(', ');
  return clickhouse.rows<SessionRecord>(
    currentSessions(
      sessionColumns,
      `(integration_id, created_at, id) IN (${tuples}) AND ${any} AND ${visible}`,
      'ORDER BY updated_at DESC, id',
    ),
    { label: 'books.lookup', params },
  );
}

/** By ticket id, external session id, the platform's id or the hub's id; newest update first. */
export function findByAnyId(
  clickhouse: ClickHouse,
  text: string,
  scope: IntegrationScope,
): Promise<SessionRecord[]> {
  // Sessions without Italian ids have empty ones; nobody looks for those.
  if (text === '') return Promise.resolve([]);
  const own = idSql(text);
  return byCondition(
    clickhouse,
    [
      'ext_ticket_id = {text:String}',
      'ext_session_id = {text:String}',
      'session_id = {text:String}',
      ...(own === null ? [] : [`id = ${own}`]),
    ],
    scope,
    { text },
  );
}

/** By the hub's id. */
export async function findById(
  clickhouse: ClickHouse,
  id: string,
  scope: IntegrationScope,
): Promise<SessionRecord | undefined> {
  const own = idSql(id);
  const found = await byCondition(clickhouse, own === null ? [] : [`id = ${own}`], scope, {});
  return found[0];
}

/** All sessions of players, newest update first. */
export function findByPlayers(
  clickhouse: ClickHouse,
  players: readonly number[],
  scope: IntegrationScope,
): Promise<SessionRecord[]> {
  const visible = scopeSql(scope);
  if (visible === null || players.length === 0) return Promise.resolve([]);
  const list = idList(players);
  return clickhouse.rows<SessionRecord>(
    currentSessions(
      sessionColumns,
      `(integration_id, created_at) IN
         (SELECT integration_id, created_at FROM session_users_v1 WHERE user_id IN ${list})
       AND user_id IN ${list} AND ${visible}`,
      'ORDER BY updated_at DESC, id',
    ),
    { label: 'books.lookup.players', maxRows: mostByPlayer },
  );
}
