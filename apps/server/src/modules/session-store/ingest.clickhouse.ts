import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { type Clock, romeDay } from '../../infra/clock/index.ts';
import { findNewestStates, type ResolvedRow, resolveRow } from './conflict-resolution.ts';
import type { DirtyBuckets } from './dirty-buckets.repo.ts';
import type { Players } from './players.repo.ts';
import type { SessionDays } from './session-days.repo.ts';
import { sessionRowColumns, writeSessionRows } from './session-rows.ts';
import type { IngestOptions, IngestResult, IngestRow } from './session-store.types.ts';
import {
  type Batch,
  findStatesByCreation,
  findStatesById,
  maxIdsByIndex,
} from './stored-states.clickhouse.ts';
import type { StoredStates } from './stored-states.ts';

export interface IngestDeps {
  clickhouse: ClickHouse;
  clock: Clock;
  players: Players;
  dirtyBuckets: DirtyBuckets;
  days: SessionDays;
}

/**
 * Stores a batch of one integration. Only states that are not stored yet are written, so that the same data twice adds
 * nothing; see {@link IngestResult} for the outcome of the others. Best with 10,000 to 50,000 rows at a time.
 */
export async function ingestRows(
  deps: IngestDeps,
  integrationId: number,
  rows: readonly IngestRow[],
  { forceUpdate = false, onWritten }: IngestOptions = {},
): Promise<IngestResult> {
  const numbers = await deps.players.findOrCreateNumbers(
    integrationId,
    new Set(rows.map(({ userId }) => userId)),
  );
  const resolved = rows.map((row): ResolvedRow => {
    const playerNumber = numbers.get(row.userId);
    if (playerNumber === undefined) throw new Error('A player has no number');
    return { playerNumber, row };
  });
  const { newest, superseded, conflicts } = findNewestStates(resolved);
  const result: IngestResult = { added: 0, changed: 0, unchanged: 0, outdated: 0, superseded, conflicts };
  const stored = await findStoredStates(deps.clickhouse, integrationId, newest);
  const writable: ResolvedRow[] = [];
  const written: { row: IngestRow; kind: 'added' | 'changed' }[] = [];
  for (const [sessionId, row] of newest) {
    // Most rows of a fetch that overlaps the one before it.
    if (!forceUpdate && stored.isStored(row)) {
      result.unchanged++;
      continue;
    }
    const resolution = resolveRow(row, stored.find(sessionId), forceUpdate);
    if (typeof resolution === 'object') {
      conflicts.push({ row: row.row, reason: resolution.reason });
      continue;
    }
    result[resolution]++;
    if (resolution === 'added' || resolution === 'changed') {
      writable.push(row);
      if (onWritten !== undefined) written.push({ row: row.row, kind: resolution });
    }
  }
  if (writable.length > 0) await writeRows(deps, integrationId, writable);
  for (const { row, kind } of written) onWritten?.(row, kind);
  return result;
}

// Reads without FINAL; the newest state of each session is chosen here.
async function findStoredStates(
  clickhouse: ClickHouse,
  integrationId: number,
  batch: Batch,
): Promise<StoredStates> {
  if (batch.size <= maxIdsByIndex) {
    return findStatesById(clickhouse, integrationId, [...batch.keys()], batch);
  }
  const stored = await findStatesByCreation(clickhouse, integrationId, batch);
  // A session that arrives with another creation time must be recognised.
  const missing = [...batch.keys()].filter((sessionId) => !stored.has(sessionId));
  if (missing.length > 0) stored.merge(await findStatesById(clickhouse, integrationId, missing, batch));
  return stored;
}

async function writeRows(
  deps: IngestDeps,
  integrationId: number,
  rows: readonly ResolvedRow[],
): Promise<void> {
  const latestChanges = latestChangesOf(rows);
  const fetchedAtMs = deps.clock.now().getTime();
  const bytes = writeSessionRows(integrationId, rows, fetchedAtMs);
  await deps.days.raise(latestChanges);
  await deps.dirtyBuckets.markAndWrite(latestChanges.keys(), fetchedAtMs, () =>
    deps.clickhouse.insertBinary('sessions_v1', sessionRowColumns, bytes, {
      label: 'session-store.ingest.write',
    }),
  );
}

/** Returns the Rome days in which the rows were created, each with the latest change among them. */
function latestChangesOf(rows: readonly ResolvedRow[]): Map<string, number> {
  const hours = new Map<number, number>();
  for (const { row } of rows) {
    const hour = Math.floor(row.createdAtMs / 3_600_000);
    const latest = hours.get(hour);
    if (latest === undefined || row.updatedAtMs > latest) hours.set(hour, row.updatedAtMs);
  }
  const days = new Map<string, number>();
  for (const [hour, latest] of hours) {
    const day = romeDay(new Date(hour * 3_600_000));
    days.set(day, Math.max(latest, days.get(day) ?? latest));
  }
  return days;
}

/** Counts the rows of the base, every state of a session included. For tests that a second fetch adds none. */
export async function countStates(clickhouse: ClickHouse): Promise<number> {
  const rows = await clickhouse.rows<{ n: string }>('SELECT count() AS n FROM sessions_v1', {
    label: 'session-store.states',
  });
  return Number(rows[0]?.n ?? 0);
}
