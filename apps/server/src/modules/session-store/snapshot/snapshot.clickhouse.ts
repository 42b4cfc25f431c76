/**
 * The session store as it is at one moment, under names of its own: tables whose parts are hard links to those of the real
 * ones, made in milliseconds. The engine's own BACKUP copies them while the real ones are written to.
 */
import type { ClickHouse } from '../../../infra/clickhouse/index.ts';
import { rebuildGameDays, rebuildSessionIds } from '../integrity/integrity.clickhouse.ts';
import { grains, rollupTable } from '../rollup.schema.ts';
import { type EngineBackup, runEngineBackup } from './engine-backup.clickhouse.ts';

const prefix = 'backup_snapshot_';
const longMs = 600_000;

/**
 * Every table that stores rows, but the records of migrations and what is derived from these: the ids of sessions and the days of games. What was fetched comes first: no later moment of it may be
 * beside an earlier one of the sessions.
 */
export const storedTables: readonly string[] = [
  'fetch_coverage_v1',
  'store_identity_v1',
  'sessions_v1',
  'session_users_v1',
  'store_writes_v1',
  'players_v1',
  'closed_sessions_v1',
  ...(Object.keys(grains) as (keyof typeof grains)[]).flatMap((grain) => [
    rollupTable(grain, 'sums'),
    rollupTable(grain, 'players'),
  ]),
];

/** Sums of a Rome day of an integration, in cents, all session types together. */
export interface DaySums {
  integration: number;
  day: string;
  sessions: string;
  bet: string;
  win: string;
  netWin: string;
  due: string;
}

const options = { label: 'session-store.snapshot', timeoutMs: longMs };

/** Makes the snapshot. Call it while no one writes; an earlier one has to be dropped before. */
export async function createSnapshot(clickhouse: ClickHouse): Promise<void> {
  for (const table of storedTables) {
    await clickhouse.command(`CREATE TABLE ${prefix}${table} CLONE AS ${table}`, options);
  }
}

/**
 * Drops the snapshot; also what a process that died has left of one.
 * @param waits until nothing uses it any more
 */
export async function dropSnapshot(clickhouse: ClickHouse, { waits = true } = {}): Promise<void> {
  for (const table of storedTables) {
    await clickhouse.command(`DROP TABLE IF EXISTS ${prefix}${table}${waits ? ' SYNC' : ''}`, options);
  }
}

/** Sums of the sessions of the snapshot, or of the session store itself. */
export function sumDays(clickhouse: ClickHouse, of: 'snapshot' | 'store'): Promise<DaySums[]> {
  return clickhouse.rows<DaySums>(
    `SELECT integration_id AS integration, toString(toDate(created_at, 'Europe/Rome')) AS day, toString(count()) AS sessions,
       toString(sum(bet)) AS bet, toString(sum(win)) AS win, toString(sum(net_win)) AS netWin, toString(sum(amount_due)) AS due
     FROM ${of === 'snapshot' ? prefix : ''}sessions_v1 FINAL
     GROUP BY integration_id, toDate(created_at, 'Europe/Rome') ORDER BY integration, day`,
    { label: 'session-store.snapshot.sums', timeoutMs: longMs, maxRows: 10_000_000 },
  );
}

/** The name of the database, by which a backup knows its tables. */
export async function databaseOf(clickhouse: ClickHouse): Promise<string> {
  const [row] = await clickhouse.rows<{ name: string }>('SELECT currentDatabase() AS name', options);
  return row?.name ?? '';
}

/** Names of the migrations that the store has. */
export async function listAppliedMigrations(clickhouse: ClickHouse): Promise<string[]> {
  const rows = await clickhouse.rows<{ name: string }>(
    'SELECT name FROM migrations FINAL ORDER BY name',
    options,
  );
  return rows.map(({ name }) => name);
}

/** Whether the database holds tables of a session store. */
export async function hasSessionStore(clickhouse: ClickHouse): Promise<boolean> {
  const rows = await clickhouse.rows(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'sessions_v1'",
    options,
  );
  return rows.length > 0;
}

/** Copies the snapshot to a place; of an increment, only what its base does not have. */
export function backUpSnapshot(clickhouse: ClickHouse, backup: EngineBackup): Promise<void> {
  const tables = storedTables.map((table) => `TABLE ${prefix}${table}`).join(', ');
  return runEngineBackup(clickhouse, `BACKUP ${tables} TO ${backup.place}`, [], backup);
}

/** Fills the empty tables of a store from a copy that was made in a database of the given name, which may lack newer ones. */
export async function restoreSnapshot(
  clickhouse: ClickHouse,
  database: string,
  backup: EngineBackup,
): Promise<void> {
  const present = await clickhouse.rows<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = currentDatabase()',
    options,
  );
  const names = new Set(present.map(({ name }) => name));
  const tables = storedTables
    .filter((table) => names.has(table))
    .map((table) => `TABLE \`${database}\`.${prefix}${table} AS ${table}`)
    .join(', ');
  // The tables may have been migrated further than those of the copy.
  const settings = ['allow_different_table_def = 1'];
  await runEngineBackup(clickhouse, `RESTORE ${tables} FROM ${backup.place}`, settings, backup);
  await rebuildSessionIds(clickhouse);
  await rebuildGameDays(clickhouse);
}
