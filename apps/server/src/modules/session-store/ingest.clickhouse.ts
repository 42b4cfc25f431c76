import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { type Clock, romeDay } from '../../infra/clock/index.ts';
import {
  contentSql,
  findNewestStates,
  type ResolvedRow,
  resolveRow,
  type StoredState,
  winsConflict,
} from './conflict-resolution.ts';
import type { DirtyBuckets } from './dirty-buckets.repo.ts';
import { writeInsertLines } from './insert-lines.ts';
import type { Players } from './players.repo.ts';
import type { SessionDays } from './session-days.repo.ts';
import { sessionIdOf } from './session-id.ts';
import type { IngestOptions, IngestResult, IngestRow } from './session-store.types.ts';

export interface IngestDeps {
  clickhouse: ClickHouse;
  clock: Clock;
  players: Players;
  dirtyBuckets: DirtyBuckets;
  days: SessionDays;
}

/** One-letter columns: a look-up returns up to 50,000 of these rows as JSON. */
interface StoredStateRecord {
  i: string;
  o: number;
  g: number;
  u: number;
  t: number;
  c: string;
  v: string;
  x: string;
}

/** Most ids in one look-up; the statement contains them all. */
const lookupSize = 50_000;
/** Up to this many ids are found by the bloom filter; with more of them, nearly every granule may match. */
const maxIdsByIndex = 100;

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
    return { id: sessionIdOf(integrationId, row.sessionId), playerNumber, row };
  });
  const { newest, superseded, conflicts } = findNewestStates(resolved);
  const result: IngestResult = { added: 0, changed: 0, unchanged: 0, outdated: 0, superseded, conflicts };
  const stored = await findStoredStates(deps.clickhouse, integrationId, [...newest.keys()]);
  const writable: ResolvedRow[] = [];
  const written: { row: IngestRow; kind: 'added' | 'changed' }[] = [];
  for (const [id, row] of newest) {
    const resolution = resolveRow(row, stored.get(id), forceUpdate);
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

// Reads without FINAL and by id only: a session that arrives with another creation time must be recognised. The newest of
// its states is chosen here.
async function findStoredStates(
  clickhouse: ClickHouse,
  integrationId: number,
  ids: readonly string[],
): Promise<Map<string, StoredState>> {
  const stored = new Map<string, StoredState>();
  for (let start = 0; start < ids.length; start += lookupSize) {
    const part = ids.slice(start, start + lookupSize);
    const isSmall = part.length <= maxIdsByIndex;
    const among = isSmall
      ? `(${part.map((id) => `toUUID('${id}')`).join(', ')})`
      : "(SELECT toUUID(arrayJoin(splitByChar(',', {ids:String}))))";
    const records = await clickhouse.rows<StoredStateRecord>(
      `SELECT id AS i, operator_id AS o, game_id AS g, user_id AS u, session_type AS t,
         toUnixTimestamp64Milli(created_at) AS c, toUnixTimestamp64Milli(updated_at) AS v, ${contentSql} AS x
       FROM sessions_v1
       WHERE integration_id = {integration:UInt16} AND id IN ${among}`,
      {
        label: 'session-store.ingest.stored',
        params: { integration: integrationId, ids: isSmall ? '' : part.join(',') },
        settings: isSmall ? {} : { use_skip_indexes: 0 },
        timeoutMs: 120_000,
        maxRows: 2_000_000,
      },
    );
    for (const record of records) {
      const state: StoredState = {
        operatorId: record.o,
        gameId: record.g,
        playerNumber: record.u,
        sessionType: record.t,
        createdAtMs: Number(record.c),
        updatedAtMs: Number(record.v),
        content: record.x,
      };
      const known = stored.get(record.i);
      if (known === undefined || isNewerState(state, known)) stored.set(record.i, state);
    }
  }
  return stored;
}

function isNewerState(state: StoredState, known: StoredState): boolean {
  if (state.updatedAtMs !== known.updatedAtMs) return state.updatedAtMs > known.updatedAtMs;
  return winsConflict(state.content, known.content);
}

async function writeRows(
  deps: IngestDeps,
  integrationId: number,
  rows: readonly ResolvedRow[],
): Promise<void> {
  const latestChanges = latestChangesOf(rows);
  const fetchedAtMs = deps.clock.now().getTime();
  const lines = writeInsertLines(integrationId, rows, fetchedAtMs);
  await deps.days.raise(latestChanges);
  await deps.dirtyBuckets.markAndWrite(latestChanges.keys(), fetchedAtMs, () =>
    deps.clickhouse.insertLines('sessions_v1', lines, { label: 'session-store.ingest.write' }),
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
