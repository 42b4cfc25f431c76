import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { type Clock, romeDay } from '../../infra/clock/index.ts';
import {
  findNewestStates,
  type NewestStates,
  type ResolvedRow,
  resolveRow,
  settleContradiction,
} from './conflict-resolution.ts';
import type { DirtyBuckets } from './dirty-buckets.repo.ts';
import type { Players } from './players.repo.ts';
import type { SessionClosings } from './session-closings.ts';
import type { SessionDays } from './session-days.repo.ts';
import { sessionRowColumns, writeSessionRows } from './session-rows.ts';
import type {
  ImmutableFieldConflict,
  IngestOptions,
  IngestResult,
  IngestRow,
} from './session-store.types.ts';
import type { SessionWrites, WriteState, WriteTurn } from './session-writes.repo.ts';
import type { StoredIds } from './stored-ids.clickhouse.ts';
import { findStatesByCreation, findStatesById, maxIdsByIndex } from './stored-states.clickhouse.ts';
import { type Batch, type BatchRow, isStored, storedStateOf } from './stored-states.ts';

export interface IngestDeps {
  clickhouse: ClickHouse;
  clock: Clock;
  players: Players;
  dirtyBuckets: DirtyBuckets;
  days: SessionDays;
  writes: SessionWrites;
  storedIds: StoredIds;
  closings: SessionClosings;
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
  const states = findNewestStates(resolved);
  const { added, changed, ...result } = await deps.writes.takeTurn(integrationId, async (turn) => {
    await findStoredStates(deps, integrationId, states.newest, turn.state);
    const settled = settleContradictions(states);
    const compared = compareWithStored(states.newest, forceUpdate);
    const written = [...compared.added, ...compared.changed];
    const releaseClosings = await deps.closings.prepare({ tx: turn.tx, integrationId }, written);
    if (written.length > 0) await writeRows(deps, integrationId, compared, turn);
    await releaseClosings();
    return {
      ...compared,
      superseded: states.superseded + settled.superseded,
      conflicts: [...settled.conflicts, ...compared.conflicts],
    };
  });
  if (added.length + changed.length > 0) await deps.dirtyBuckets.nextDataVersion();
  if (onWritten !== undefined) {
    for (const { row } of added) onWritten(row, 'added');
    for (const { row } of changed) onWritten(row, 'changed');
  }
  return {
    ...result,
    added: added.length,
    changed: changed.length,
  };
}

/** Replaces rows that came first and contradict the stored state of their session by rows that agree with it. */
function settleContradictions({ newest, contradicting }: NewestStates) {
  const conflicts: ImmutableFieldConflict[] = [];
  let superseded = 0;
  const batch: Map<string, BatchRow> = newest;
  for (const [sessionId, rows] of contradicting) {
    const first = batch.get(sessionId);
    if (first === undefined) throw new Error('A session has no first row');
    const settled = settleContradiction(first, rows, storedStateOf(first));
    if (settled.kept !== first && first.stored !== undefined) {
      batch.set(sessionId, { ...settled.kept, stored: first.stored });
    }
    superseded += settled.superseded;
    conflicts.push(...settled.conflicts);
  }
  return { conflicts, superseded };
}

/** What happens to the sessions of a batch. */
interface ComparedBatch {
  added: BatchRow[];
  changed: BatchRow[];
  unchanged: number;
  outdated: number;
  conflicts: ImmutableFieldConflict[];
}

function compareWithStored(batch: Batch, forceUpdate: boolean): ComparedBatch {
  const compared: ComparedBatch = { added: [], changed: [], unchanged: 0, outdated: 0, conflicts: [] };
  for (const resolved of batch.values()) {
    // Most rows of a fetch that overlaps the one before it.
    if (!forceUpdate && isStored(resolved)) {
      compared.unchanged++;
      continue;
    }
    const resolution = resolveRow(resolved, storedStateOf(resolved), forceUpdate);
    if (typeof resolution === 'object') {
      compared.conflicts.push({ row: resolved.row, reason: resolution.reason });
    } else if (resolution === 'added' || resolution === 'changed') compared[resolution].push(resolved);
    else compared[resolution]++;
  }
  return compared;
}

// Reads without FINAL; the newest state of each session is chosen here.
async function findStoredStates(
  { clickhouse, storedIds }: IngestDeps,
  integrationId: number,
  batch: Batch,
  state: WriteState,
): Promise<void> {
  if (batch.size <= maxIdsByIndex) {
    return findStatesById(clickhouse, integrationId, [...batch.values()], batch);
  }
  await findStatesByCreation(clickhouse, integrationId, batch);
  const missing = [...batch.values()].filter(({ stored }) => stored === undefined);
  // A session that arrives with another creation time must be recognised. A few are found by the index, without the ids of all.
  const isCheap = missing.length <= maxIdsByIndex && !storedIds.isKnown(integrationId);
  const possible = isCheap ? missing : await storedIds.findPossible(integrationId, missing, state);
  const elsewhere = possible ?? missing;
  if (elsewhere.length > 0) await findStatesById(clickhouse, integrationId, elsewhere, batch);
}

async function writeRows(
  deps: IngestDeps,
  integrationId: number,
  { added, changed }: Pick<ComparedBatch, 'added' | 'changed'>,
  turn: WriteTurn,
): Promise<void> {
  const rows = [...added, ...changed];
  const latestChanges = latestChangesOf(rows);
  const fetchedAtMs = deps.clock.now().getTime();
  await deps.days.raise(latestChanges);
  const writeNumber = await turn.begin();
  deps.storedIds.add(integrationId, added, turn.state, writeNumber);
  const bytes = writeSessionRows(integrationId, rows, fetchedAtMs, writeNumber);
  await deps.dirtyBuckets.markAndWrite(turn.tx, latestChanges.keys(), fetchedAtMs, () =>
    deps.clickhouse.insertBinary('sessions_v1', sessionRowColumns, bytes, {
      label: 'session-store.ingest.write',
    }),
  );
  await turn.end(writeNumber);
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
