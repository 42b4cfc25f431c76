import type { ClickHouse } from '../../platform/clickhouse/index.ts';
import { type Clock, romeDay } from '../../platform/clock/index.ts';
import type { BookDays } from './book-days.repo.ts';
import type { IngestOptions, IngestResult, IngestRow } from './books.types.ts';
import { collapse, contentSql, type Held, judge, type Numbered, outranks } from './classify.ts';
import { linesOf } from './lines.ts';
import type { Players } from './players.repo.ts';
import { sessionIdOf } from './session-id.ts';
import type { StaleBuckets } from './stale-buckets.repo.ts';

export interface IngestDeps {
  clickhouse: ClickHouse;
  clock: Clock;
  players: Players;
  stale: StaleBuckets;
  days: BookDays;
}

interface HeldRecord {
  i: string;
  o: number;
  g: number;
  u: number;
  t: number;
  c: string;
  v: string;
  x: string;
}

/** Most ids in one look-up; the statement holds them all. */
const lookupSize = 50_000;
/** So many ids are found by their bloom index; for more of them nearly every granule may hold one. */
const fewIds = 100;

/**
 * Stores a batch of one integration. Only states the books do not hold yet are written, so that the same data twice
 * adds nothing; see {@link IngestResult} for what becomes of the others. Best with 10,000 to 50,000 rows at a time.
 */
export async function ingestRows(
  deps: IngestDeps,
  integrationId: number,
  rows: readonly IngestRow[],
  { forceUpdate = false }: IngestOptions = {},
): Promise<IngestResult> {
  const numbers = await deps.players.numbersOf(integrationId, new Set(rows.map(({ userId }) => userId)));
  const numbered = rows.map((row): Numbered => {
    const playerNumber = numbers.get(row.userId);
    if (playerNumber === undefined) throw new Error('A player got no number');
    return { id: sessionIdOf(integrationId, row.sessionId), playerNumber, row };
  });
  const { newest, superseded, contradictions } = collapse(numbered);
  const result: IngestResult = { added: 0, changed: 0, unchanged: 0, stale: 0, superseded, contradictions };
  const held = await heldStates(deps.clickhouse, integrationId, [...newest.keys()]);
  const writable: Numbered[] = [];
  for (const [id, row] of newest) {
    const verdict = judge(row, held.get(id), forceUpdate);
    if (typeof verdict === 'object') {
      contradictions.push({ row: row.row, reason: verdict.reason });
      continue;
    }
    result[verdict]++;
    if (verdict === 'added' || verdict === 'changed') writable.push(row);
  }
  if (writable.length > 0) await write(deps, integrationId, writable);
  return result;
}

// Read without FINAL and by id alone: a session that comes back with another creation time must be recognised, and the
// newest of its states is picked here.
async function heldStates(
  clickhouse: ClickHouse,
  integrationId: number,
  ids: readonly string[],
): Promise<Map<string, Held>> {
  const held = new Map<string, Held>();
  for (let start = 0; start < ids.length; start += lookupSize) {
    const part = ids.slice(start, start + lookupSize);
    const isSmall = part.length <= fewIds;
    const among = isSmall
      ? `(${part.map((id) => `toUUID('${id}')`).join(', ')})`
      : "(SELECT toUUID(arrayJoin(splitByChar(',', {ids:String}))))";
    const records = await clickhouse.rows<HeldRecord>(
      `SELECT id AS i, operator_id AS o, game_id AS g, user_id AS u, session_type AS t,
         toUnixTimestamp64Milli(created_at) AS c, toUnixTimestamp64Milli(updated_at) AS v, ${contentSql} AS x
       FROM sessions_v1
       WHERE integration_id = {integration:UInt16} AND id IN ${among}`,
      {
        label: 'books.ingest.held',
        params: { integration: integrationId, ids: isSmall ? '' : part.join(',') },
        settings: isSmall ? {} : { use_skip_indexes: 0 },
        timeoutMs: 120_000,
        maxRows: 2_000_000,
      },
    );
    for (const record of records) {
      const state: Held = {
        operatorId: record.o,
        gameId: record.g,
        playerNumber: record.u,
        sessionType: record.t,
        createdAtMs: Number(record.c),
        updatedAtMs: Number(record.v),
        content: record.x,
      };
      const known = held.get(record.i);
      if (known === undefined || isLater(state, known)) held.set(record.i, state);
    }
  }
  return held;
}

function isLater(state: Held, known: Held): boolean {
  if (state.updatedAtMs !== known.updatedAtMs) return state.updatedAtMs > known.updatedAtMs;
  return outranks(state.content, known.content);
}

async function write(deps: IngestDeps, integrationId: number, rows: readonly Numbered[]): Promise<void> {
  const latestChanges = latestChangesOf(rows);
  const lines = linesOf(integrationId, rows, deps.clock.now().getTime());
  await deps.days.raise(latestChanges);
  await deps.stale.whileWriting(latestChanges.keys(), () =>
    deps.clickhouse.insertLines('sessions_v1', lines, { label: 'books.ingest.write' }),
  );
}

/** Rome days in which the rows were created, with the latest change among them. */
function latestChangesOf(rows: readonly Numbered[]): Map<string, number> {
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

/** Rows of the base, every state counted: what tells that fetching again added nothing. For the bench and tests. */
export async function countStates(clickhouse: ClickHouse): Promise<number> {
  const rows = await clickhouse.rows<{ n: string }>('SELECT count() AS n FROM sessions_v1', {
    label: 'books.states',
  });
  return Number(rows[0]?.n ?? 0);
}
