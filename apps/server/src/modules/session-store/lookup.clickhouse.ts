import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { idSql } from './list.clickhouse.ts';
import { scopeSql } from './row-scope.ts';
import type { IntegrationScope } from './session-store.types.ts';
import {
  currentSessions,
  idList,
  instantSql,
  type SessionRecord,
  sessionColumns,
} from './sessions.clickhouse.ts';

/** Most sessions that a look-up by id returns; ids are unique except at platforms that reuse them. */
const maxById = 1000;

/** The ids that platforms give their sessions. */
const externalIds = ['ext_ticket_id', 'ext_session_id', 'session_id'] as const;

/**
 * Returns the sessions that match one of the conditions. A skip index finds every state of a session, older ones too, so
 * keys are looked up first and the conditions are checked again on the latest states.
 */
async function findByConditions(
  clickhouse: ClickHouse,
  conditions: readonly string[],
  scope: IntegrationScope,
  params: Record<string, unknown>,
): Promise<SessionRecord[]> {
  const visible = scopeSql(scope);
  if (visible === null || conditions.length === 0) return [];
  // In one OR, so that one read uses the indexes of all ids.
  const anyCondition = `(${conditions.join(' OR ')})`;
  const found = await clickhouse.rows<{ integration_id: number; created_ms: string; id: string }>(
    `SELECT DISTINCT integration_id, toUnixTimestamp64Milli(created_at) AS created_ms, id FROM sessions_v1
     WHERE ${anyCondition} AND ${visible} LIMIT ${maxById}`,
    { label: 'session-store.lookup.keys', params },
  );
  if (found.length === 0) return [];
  const tuples = found
    .map(
      ({ integration_id, created_ms, id }) =>
        `(toUInt16(${integration_id}), ${instantSql(Number(created_ms))}, toUUID('${id}'))`,
    )
    .join(', ');
  return clickhouse.rows<SessionRecord>(
    currentSessions(
      sessionColumns,
      `(integration_id, created_at, id) IN (${tuples}) AND ${anyCondition} AND ${visible}`,
      'ORDER BY updated_at DESC, id',
    ),
    { label: 'session-store.lookup', params },
  );
}

/**
 * Finds sessions by ticket id, external session id, the platform's id or the hub's id; newest update first. Ids of platforms are
 * in capitals and often typed without: what only its upper-case form finds is found too.
 */
export async function findByAnyId(
  clickhouse: ClickHouse,
  text: string,
  scope: IntegrationScope,
): Promise<SessionRecord[]> {
  // Sessions without Italian ids have empty ones, which must not match.
  if (text === '') return [];
  const own = idSql(text);
  const upper = text.toUpperCase();
  // UUIDs are compared as such, whatever their case.
  const hasUpper = own === null && upper !== text;
  const found = await findByConditions(
    clickhouse,
    [
      ...externalIds.map((column) => `${column} = {text:String}`),
      ...(hasUpper ? externalIds.map((column) => `${column} = {upper:String}`) : []),
      ...(own === null ? [] : [`id = ${own}`]),
    ],
    scope,
    hasUpper ? { text, upper } : { text },
  );
  if (!hasUpper) return found;
  const exact = found.filter((session) => externalIds.some((column) => session[column] === text));
  return exact.length > 0 ? exact : found;
}

/** Finds a session by the hub's id. */
export async function findById(
  clickhouse: ClickHouse,
  id: string,
  scope: IntegrationScope,
): Promise<SessionRecord | undefined> {
  const own = idSql(id);
  const found = await findByConditions(clickhouse, own === null ? [] : [`id = ${own}`], scope, {});
  return found[0];
}

/** Returns a page of the sessions of players, newest update first. */
export function findByPlayers(
  clickhouse: ClickHouse,
  players: readonly number[],
  scope: IntegrationScope,
  { page, limit }: { page: number; limit: number },
): Promise<SessionRecord[]> {
  const visible = scopeSql(scope);
  if (visible === null || players.length === 0) return Promise.resolve([]);
  const list = idList(players);
  return clickhouse.rows<SessionRecord>(
    currentSessions(
      sessionColumns,
      `(integration_id, created_at) GLOBAL IN
         (SELECT integration_id, created_at FROM session_users_v1 WHERE user_id IN ${list})
       AND user_id IN ${list} AND ${visible}`,
      `ORDER BY updated_at DESC, id LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
    ),
    { label: 'session-store.lookup.players' },
  );
}
