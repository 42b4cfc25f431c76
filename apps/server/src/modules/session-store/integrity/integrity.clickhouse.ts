/** What the session store knows of itself, and the removal of what cannot stay. */
import { isDeepStrictEqual } from 'node:util';
import { type ClickHouse, quote } from '../../../infra/clickhouse/index.ts';
import { gameDaysFill, gameDaysFromDays } from '../rollup.ddl.ts';
import { cellKey, gameDaysTable, measures, players } from '../rollup.schema.ts';
import { currentSessions, idList } from '../sessions.clickhouse.ts';
import type { NumberedPlayer } from './integrity.repo.ts';

/** What the session store knows of itself. */
export interface StoreIdentity {
  /** Null until the first hub has started on it. */
  storeId: string | null;
  /** The time of the latest write of sessions, in epoch ms; 0 before the first. */
  writtenMs: number;
}

const longMs = 600_000;
const repairMs = 6 * 3_600_000;

/** The identity; an empty one while the store has no tables. */
export async function readStoreIdentity(clickhouse: ClickHouse): Promise<StoreIdentity> {
  const label = 'session-store.identity.read';
  const tables = await clickhouse.rows(
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND name IN ('store_identity_v1', 'store_writes_v1')`,
    { label },
  );
  if (tables.length < 2) return { storeId: null, writtenMs: 0 };
  const [row] = await clickhouse.rows<{ store_id: string | null; ms: string }>(
    `SELECT (SELECT store_id FROM store_identity_v1 FINAL) AS store_id,
       (SELECT toUnixTimestamp64Milli(max(written_at)) FROM store_writes_v1) AS ms`,
    { label },
  );
  return { storeId: row?.store_id ?? null, writtenMs: Number(row?.ms ?? 0) };
}

/** Names the session store after its PostgreSQL database. */
export async function saveStoreId(clickhouse: ClickHouse, storeId: string): Promise<void> {
  await clickhouse.command(
    'INSERT INTO store_identity_v1 (store_id, version) SELECT {id:UUID}, max(version) + 1 FROM store_identity_v1',
    { label: 'session-store.identity.save', params: { id: storeId }, settings: { async_insert: 0 } },
  );
}

/** Returns the players of the dictionary whose numbers are in a half-open range. */
export function readPlayers(clickhouse: ClickHouse, from: number, to: number): Promise<NumberedPlayer[]> {
  return clickhouse.rows<NumberedPlayer>(
    `SELECT integration_id, user_id, number FROM players_v1 FINAL
     WHERE number >= {from:UInt32} AND number < {to:UInt32} ORDER BY number`,
    { label: 'session-store.verify.players', params: { from, to }, timeoutMs: longMs },
  );
}

/** Counts the numbers that sessions carry and no player of their integration has. */
export async function countUnknownPlayers(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.rows<{ count: string }>(
    `SELECT count() AS count FROM (SELECT DISTINCT integration_id, user_id FROM sessions_v1)
     WHERE (integration_id, user_id) GLOBAL NOT IN (SELECT integration_id, number FROM players_v1 FINAL)`,
    { label: 'session-store.verify.players', timeoutMs: longMs },
  );
  return Number(row?.count ?? 0);
}

/** Returns the ids that sessions have in a column. */
export async function findIds(
  clickhouse: ClickHouse,
  column: 'integration_id' | 'operator_id' | 'game_id',
): Promise<number[]> {
  const rows = await clickhouse.rows<{ id: number }>(`SELECT DISTINCT ${column} AS id FROM sessions_v1`, {
    label: 'session-store.verify.ids',
    timeoutMs: longMs,
  });
  return rows.map(({ id }) => id);
}

/** Whether the table of the sessions of each player has exactly the keys of the sessions. */
export async function hasSameSessionUsers(clickhouse: ClickHouse): Promise<boolean> {
  // Sums of hashes do not depend on the order, and need no memory for a hundred million keys.
  const keysAndHash = (id: string) =>
    `count() AS keys, sum(cityHash64(user_id, created_at, integration_id, ${id})) AS hash`;
  const options = { label: 'session-store.verify.users', timeoutMs: longMs };
  const [[base], [users]] = await Promise.all([
    clickhouse.rows<{ keys: string; hash: string }>(
      currentSessions(keysAndHash('cityHash64(id)'), ''),
      options,
    ),
    clickhouse.rows<{ keys: string; hash: string }>(
      `SELECT ${keysAndHash('id_hash')} FROM session_users_v1 FINAL`,
      options,
    ),
  ]);
  return base?.keys === users?.keys && base?.hash === users?.hash;
}

/** Makes the table of the sessions of each player anew. Only while no one fetches. */
export async function rebuildSessionUsers(clickhouse: ClickHouse): Promise<void> {
  const options = { label: 'session-store.repair.users', timeoutMs: repairMs };
  await clickhouse.truncateTable('session_users_v1', options);
  await clickhouse.command(
    `INSERT INTO session_users_v1 (user_id, created_at, integration_id, id_hash)
     SELECT user_id, created_at, integration_id, cityHash64(id) FROM sessions_v1`,
    { ...options, settings: { async_insert: 0 } },
  );
}

const idHashes = `arrayConcat(
    [toUInt32(cityHash64(id))],
    arrayMap(text -> toUInt32(cityHash64(text)), arrayFilter(text -> text != '', [session_id, ext_session_id, ext_ticket_id]))
  )`;
/** Of a month of eight million sessions, each part compares eight million hashes. */
const hashParts = 4;

/** Returns how many ids of the sessions of a month the table of ids does not know; what it has beside them does no harm. */
export async function countUnknownIds(clickhouse: ClickHouse, month: string): Promise<number> {
  const within = (column: string) => `toStartOfMonth(${column}, 'Europe/Rome') = toDate(${quote(month)})`;
  let unknown = 0;
  for (let part = 0; part < hashParts; part++) {
    const [row] = await clickhouse.rows<{ count: string }>(
      `SELECT uniqExact(id_hash, integration_id, created_second) AS count FROM
         (SELECT arrayJoin(${idHashes}) AS id_hash, integration_id, toDateTime(created_at, 'UTC') AS created_second
          FROM sessions_v1 WHERE ${within('created_at')})
       WHERE id_hash % ${hashParts} = ${part} AND (id_hash, integration_id, created_second) GLOBAL NOT IN
         (SELECT id_hash, integration_id, created_second FROM session_ids_v1
          WHERE id_hash % ${hashParts} = ${part} AND ${within('created_second')})`,
      { label: 'session-store.verify.session-ids', timeoutMs: longMs },
    );
    unknown += Number(row?.count ?? 0);
  }
  return unknown;
}

/** Makes the table of the ids of sessions anew. */
export async function rebuildSessionIds(clickhouse: ClickHouse): Promise<void> {
  const options = { label: 'session-store.repair.session-ids', timeoutMs: repairMs };
  await clickhouse.truncateTable('session_ids_v1', options);
  await clickhouse.command(
    `INSERT INTO session_ids_v1 (id_hash, integration_id, created_second)
     SELECT arrayJoin(${idHashes}), integration_id, toDateTime(created_at, 'UTC') FROM sessions_v1`,
    { ...options, settings: { async_insert: 0 } },
  );
}

/**
 * Whether the days in the order of games are those of the rollup. Other versions of a cell do no harm.
 * @param leftOut Rome days that are not compared
 */
export async function hasSameGameDays(
  clickhouse: ClickHouse,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const cell = [...cellKey, ...measures.map(({ column }) => column), players.column].join(', ');
  const hashOf = (cells: string) =>
    `SELECT count() AS cells, sum(cityHash64(${cell}, arraySort(bitmapToArray(${players.bitmap.column})))) AS hash FROM (${cells})
     WHERE bucket NOT IN (${[...leftOut, '1970-01-01'].map(quote).join(', ')})`;
  const options = { label: 'session-store.verify.game-days', timeoutMs: longMs };
  const [stored] = await clickhouse.rows(hashOf(`SELECT * FROM ${gameDaysTable} FINAL`), options);
  const [right] = await clickhouse.rows(hashOf(gameDaysFromDays), options);
  return isDeepStrictEqual(stored, right);
}

/** Makes the days in the order of games anew. */
export async function rebuildGameDays(clickhouse: ClickHouse): Promise<void> {
  const options = { label: 'session-store.repair.game-days', timeoutMs: repairMs };
  await clickhouse.truncateTable(gameDaysTable, options);
  await clickhouse.command(gameDaysFill, { ...options, settings: { async_insert: 0 } });
}

/** Ids of what sessions belong to; a session belongs to the selection by any of them. */
export interface SessionsOfIds {
  integrations: readonly number[];
  operators: readonly number[];
  games: readonly number[];
}

/** Counts sessions and finds their earliest change (epoch ms), by integration. */
export async function summariseSessions(
  clickhouse: ClickHouse,
  ids: SessionsOfIds,
): Promise<Map<number, { sessions: number; earliestMs: number }>> {
  const rows = await clickhouse.rows<{ integration_id: number; sessions: string; earliest_ms: string }>(
    `SELECT integration_id, uniqExact(id) AS sessions, toUnixTimestamp64Milli(min(updated_at)) AS earliest_ms
     FROM sessions_v1 WHERE ${belongsTo(ids)} GROUP BY integration_id`,
    { label: 'session-store.repair.removal', timeoutMs: longMs },
  );
  return new Map(
    rows.map(({ integration_id, sessions, earliest_ms }) => [
      integration_id,
      { sessions: Number(sessions), earliestMs: Number(earliest_ms) },
    ]),
  );
}

/** Removes sessions, and what else is stored of their integrations where these are unknown. Only while no one fetches. */
export async function removeSessions(clickhouse: ClickHouse, ids: SessionsOfIds): Promise<void> {
  const remove = (table: string, where: string) =>
    clickhouse.changeRows(table, `DELETE WHERE ${where}`, {
      label: 'session-store.repair.removal',
      timeoutMs: repairMs,
    });
  await remove('sessions_v1', belongsTo(ids));
  if (ids.integrations.length === 0) return;
  // An integration that is made next may get the id of one that is gone, and must not inherit what was fetched of it.
  const gone = `integration_id IN ${idList(ids.integrations)}`;
  await remove('fetch_coverage_v1', gone);
  await remove('players_v1', gone);
}

function belongsTo({ integrations, operators, games }: SessionsOfIds): string {
  const conditions = Object.entries({ integration_id: integrations, operator_id: operators, game_id: games })
    .filter(([, ids]) => ids.length > 0)
    .map(([column, ids]) => `${column} IN ${idList(ids)}`);
  return conditions.length === 0 ? 'false' : conditions.join(' OR ');
}
