/** What the engine takes without the hub: the same rows as text, and as bytes with and without syncing to disk. */
import type { ClickHouse } from '../../apps/server/src/infra/clickhouse/index.ts';
import { sessionRowColumns, writeSessionRows } from '../../apps/server/src/modules/session-store/index.ts';
import type { BenchRow } from './world.ts';

export interface Batch {
  integrationId: number;
  rows: BenchRow[];
}

const label = 'bench.raw';
/** Rounds in which both tables are written, one after the other. */
const rounds = 3;

/** How long batches take as lines of JSON, in ms. */
export async function insertLines(clickhouse: ClickHouse, batches: readonly Batch[]): Promise<number> {
  await clickhouse.command('CREATE TABLE raw AS sessions_v1', { label });
  const lines = batches.map(({ integrationId, rows }) =>
    Buffer.from(rows.map((row) => lineOf(integrationId, row)).join('\n')),
  );
  const started = performance.now();
  for (const part of lines) await clickhouse.insertLines('raw', part, { label });
  const ms = performance.now() - started;
  await clickhouse.command('DROP TABLE raw', { label });
  return ms;
}

function lineOf(integrationId: number, row: BenchRow): string {
  return JSON.stringify({
    id: '00000000-0000-4000-8000-000000000000',
    session_id: row.sessionId,
    ext_session_id: row.externalSessionId,
    ext_ticket_id: row.externalTicketId,
    integration_id: integrationId,
    operator_id: row.operatorId,
    game_id: row.gameId,
    user_id: row.player,
    session_type: row.sessionType,
    is_open: row.isOpen ? 1 : 0,
    is_mobile: row.isMobile ? 1 : 0,
    bet: row.bet,
    win: row.win,
    net_win: row.netWin,
    amount_due: row.due,
    rounds: row.rounds,
    created_at: row.createdAtMs,
    updated_at: row.updatedAtMs,
    fetched_at: row.updatedAtMs,
    write_number: 1,
  });
}

/** How long batches take as bytes, in ms: least of some rounds, into a table that is synced to disk and one that is not. */
export async function insertBytes(
  clickhouse: ClickHouse,
  batches: readonly Batch[],
): Promise<{ synced: number; unsynced: number }> {
  const least = { synced: Number.POSITIVE_INFINITY, unsynced: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    for (const table of ['synced', 'unsynced'] as const) {
      await clickhouse.command(`CREATE TABLE ${table} AS sessions_v1`, { label });
      if (table === 'unsynced') {
        await clickhouse.command(
          `ALTER TABLE ${table} MODIFY SETTING fsync_after_insert = 0, fsync_part_directory = 0, min_rows_to_fsync_after_merge = 0`,
          { label },
        );
      }
      let ms = 0;
      for (const { integrationId, rows } of batches) {
        const bytes = writeSessionRows(
          integrationId,
          rows.map((row) => ({ row, playerNumber: row.player })),
          Date.now(),
          1,
        );
        const started = performance.now();
        await clickhouse.insertBinary(table, sessionRowColumns, bytes, { label });
        ms += performance.now() - started;
      }
      least[table] = Math.min(least[table], ms);
      await clickhouse.command(`DROP TABLE ${table} SYNC`, { label });
    }
  }
  return least;
}
