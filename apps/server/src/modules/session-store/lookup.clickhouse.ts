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
/** Most places that are looked at, the latest ones: far more sessions than are returned, and a statement of a quarter of its limit. */
const maxPlaces = 2000;

/** The ids that platforms give their sessions. */
const externalIds = ['ext_ticket_id', 'ext_session_id', 'session_id'] as const;

/** An id as it may stand in sessions. */
interface SoughtId {
  /** Whether a session has it. */
  condition: string;
  /** What `session_ids_v1` hashes. */
  value: string;
}

/**
 * Returns the sessions that have one of the ids. Their places are looked up by the hashes of the ids, which are those of any state
 * of a session and may be another id's, too: the conditions are checked on the latest states.
 *
 * Two statements, because places that are known leave out all other months: with a sub-select it took 17 ms instead of 10.
 */
async function findByIds(
  clickhouse: ClickHouse,
  ids: readonly SoughtId[],
  scope: IntegrationScope,
  params: Record<string, unknown>,
): Promise<SessionRecord[]> {
  const visible = scopeSql(scope);
  if (visible === null || ids.length === 0) return [];
  const hashes = [...new Set(ids.map(({ value }) => `toUInt32(cityHash64(${value}))`))].join(', ');
  const places = await clickhouse.rows<{ integration_id: number; second: string }>(
    `SELECT DISTINCT integration_id, toInt64(toUnixTimestamp(created_second)) AS second
     FROM session_ids_v1 WHERE id_hash IN (${hashes}) AND ${visible} ORDER BY second DESC, integration_id LIMIT ${maxPlaces}`,
    { label: 'session-store.lookup.places', params, settings: { max_threads: 1 } },
  );
  const [latest, earliest] = [places[0], places.at(-1)];
  if (latest === undefined || earliest === undefined) return [];
  const keys = places.map(
    ({ integration_id, second }) => `(${integration_id}, toDateTime(${second}, 'UTC'))`,
  );
  return clickhouse.rows<SessionRecord>(
    currentSessions(
      sessionColumns,
      `created_at >= ${instantSql(Number(earliest.second) * 1000)}
       AND created_at < ${instantSql((Number(latest.second) + 1) * 1000)}
       AND (integration_id, toDateTime(created_at, 'UTC')) IN (${keys.join(', ')})
       AND (${ids.map(({ condition }) => condition).join(' OR ')}) AND ${visible}`,
      `ORDER BY updated_at DESC, id LIMIT ${maxById}`,
    ),
    // The key has found the rows: the bloom filters of all ids would cost more than they leave out.
    { label: 'session-store.lookup', params, settings: { use_skip_indexes: 0, max_threads: 1 } },
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
  const given = (value: string) =>
    externalIds.map((column) => ({ condition: `${column} = ${value}`, value }));
  const found = await findByIds(
    clickhouse,
    [
      ...given('{text:String}'),
      ...(hasUpper ? given('{upper:String}') : []),
      ...(own === null ? [] : [{ condition: `id = ${own}`, value: own }]),
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
  const ids = own === null ? [] : [{ condition: `id = ${own}`, value: own }];
  const found = await findByIds(clickhouse, ids, scope, {});
  return found[0];
}

/** Finds sessions by the hub's ids, of which there are some hundreds at most. */
export function findByHubIds(
  clickhouse: ClickHouse,
  ids: readonly string[],
  scope: IntegrationScope,
): Promise<SessionRecord[]> {
  const sought = ids.flatMap((id) => {
    const own = idSql(id);
    return own === null ? [] : [{ condition: `id = ${own}`, value: own }];
  });
  return findByIds(clickhouse, sought, scope, {});
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
    // As above: the filters of updated_at and the ids leave nothing out here.
    { label: 'session-store.lookup.players', settings: { use_skip_indexes: 0 } },
  );
}
