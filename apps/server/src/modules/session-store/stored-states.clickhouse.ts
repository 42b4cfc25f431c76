import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { idBytesOf, type ResolvedRow } from './conflict-resolution.ts';
import { formatSessionId } from './session-id.ts';
import { instantSql } from './sessions.clickhouse.ts';
import { assignStates, type Batch, stateColumns } from './stored-states.ts';

/** Up to this many ids are found by the bloom filter; with more of them, nearly every granule may match. */
export const maxIdsByIndex = 100;
/** Most ids in one look-up; the statement contains them all. */
const lookupSize = 50_000;
/** Most ranges of creation times in one statement. */
const maxRanges = 32;
const hourMs = 3_600_000;

const columns = stateColumns.map(({ name }) => name).join(', ');
const label = 'session-store.ingest.stored';
const timeoutMs = 120_000;

/**
 * Looks up the stored states of those sessions of a batch that were created when the batch says. What is read depends on
 * the sessions that were created in the same hours, not on how many are stored.
 */
export async function findStatesByCreation(
  clickhouse: ClickHouse,
  integrationId: number,
  batch: Batch,
): Promise<void> {
  const where = `integration_id = {integration:UInt16} AND (${rangesSql(batch.values())})`;
  const options = { label, params: { integration: integrationId }, timeoutMs };
  // A fetch brings nearly all sessions of some hours: reading all states of these hours takes a quarter of the time that
  // the engine needs to find 20,000 ids among them.
  const limit = batch.size * 2 + 10_000;
  const all = await clickhouse.binary(
    `SELECT ${columns} FROM sessions_v1 WHERE ${where} LIMIT ${limit}`,
    stateColumns,
    { ...options, settings: { use_skip_indexes: 0 }, maxRows: limit },
  );
  if (assignStates(all, batch) < limit) return;
  await findByIds(clickhouse, integrationId, [...batch.values()], where, batch);
}

/** Looks up the stored states of some sessions of a batch, whenever they were created. */
export function findStatesById(
  clickhouse: ClickHouse,
  integrationId: number,
  rows: readonly ResolvedRow[],
  batch: Batch,
): Promise<void> {
  return findByIds(clickhouse, integrationId, rows, 'integration_id = {integration:UInt16}', batch);
}

async function findByIds(
  clickhouse: ClickHouse,
  integrationId: number,
  rows: readonly ResolvedRow[],
  where: string,
  batch: Batch,
): Promise<void> {
  for (let start = 0; start < rows.length; start += lookupSize) {
    const ids = rows
      .slice(start, start + lookupSize)
      .map((resolved) => formatSessionId(idBytesOf(integrationId, resolved)));
    const isSmall = ids.length <= maxIdsByIndex;
    const among = isSmall
      ? `(${ids.map((id) => `toUUID('${id}')`).join(', ')})`
      : "(SELECT toUUID(arrayJoin(splitByChar(',', {ids:String}))))";
    const found = await clickhouse.binary(
      `SELECT ${columns} FROM sessions_v1 WHERE ${where} AND id IN ${among}`,
      stateColumns,
      {
        label,
        params: { integration: integrationId, ids: isSmall ? '' : ids.join(',') },
        settings: isSmall ? {} : { use_skip_indexes: 0 },
        timeoutMs,
        maxRows: 2_000_000,
      },
    );
    assignStates(found, batch);
  }
}

/** The times in which rows were created, as SQL; rows of neighbouring hours share a range. */
function rangesSql(rows: Iterable<ResolvedRow>): string {
  return creationRanges(rows)
    .map(({ fromMs, toMs }) => `created_at BETWEEN ${instantSql(fromMs)} AND ${instantSql(toMs)}`)
    .join(' OR ');
}

/** The times in which rows were created, both ends included; where they are many, the nearest are joined. */
export function creationRanges(rows: Iterable<ResolvedRow>): { fromMs: number; toMs: number }[] {
  const hours = new Map<number, { fromMs: number; toMs: number }>();
  for (const { row } of rows) {
    const hour = Math.floor(row.createdAtMs / hourMs);
    const known = hours.get(hour);
    if (known === undefined) hours.set(hour, { fromMs: row.createdAtMs, toMs: row.createdAtMs });
    else if (row.createdAtMs < known.fromMs) known.fromMs = row.createdAtMs;
    else if (row.createdAtMs > known.toMs) known.toMs = row.createdAtMs;
  }
  const sorted = [...hours.values()].toSorted((a, b) => a.fromMs - b.fromMs);
  const gaps = sorted.slice(1).map(({ fromMs }, index) => fromMs - (sorted[index]?.toMs ?? fromMs));
  const widest = gaps.toSorted((a, b) => b - a).slice(0, maxRanges - 1);
  const split = Math.max(hourMs, widest.length === maxRanges - 1 ? (widest.at(-1) ?? 0) : 0);
  const ranges: { fromMs: number; toMs: number }[] = [];
  for (const range of sorted) {
    const last = ranges.at(-1);
    const isNear = last !== undefined && range.fromMs - last.toMs <= split;
    if (isNear) last.toMs = range.toMs;
    else ranges.push({ ...range });
  }
  return ranges;
}
