import { createHash } from 'node:crypto';
import type { Message } from '@ludus/contract';
import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';

interface QuarantinedRowsTable {
  id: Generated<string>;
  integration_id: number;
  row_hash: Buffer;
  job_id: string;
  session_id: string | null;
  changed_at_ms: ColumnType<string | null, number | null, number | null>;
  reason: ColumnType<Message, string, string>;
  row_text: string;
  times: number;
  first_received_at: Date;
  received_at: Date;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    quarantined_rows: QuarantinedRowsTable;
  }
}

/** A row of a platform that is not stored as a session, and why. */
export interface QuarantineEntry {
  text: string;
  reason: Message;
  /** Null where the row has no readable one. */
  sessionId: string | null;
  /** The platform's last change; null where the row has no plausible one. */
  changedAtMs: number | null;
}

/** A session that is stored in this state or a newer one. */
export interface StoredSessionState {
  sessionId: string;
  updatedAtMs: number;
}

export type QuarantinedRowRecord = Selectable<QuarantinedRowsTable>;

const maxRowLength = 4_000;
const rowsPerStatement = 500;

/** Until the transaction ends, no one else quarantines or releases rows of this integration. */
export async function lockQuarantine(tx: Db, integrationId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`quarantine ${integrationId}`}, 0))`.execute(tx);
}

/**
 * Quarantines rows and returns how many were not quarantined yet; one that was gets the new reason and job, and counts once
 * more.
 */
export async function upsertQuarantinedRows(
  tx: Db,
  given: { integrationId: number; jobId: string; rows: readonly QuarantineEntry[]; now: Date },
): Promise<number> {
  const byHash = new Map<string, { row: QuarantineEntry; hash: Buffer; times: number }>();
  for (const row of given.rows) {
    const hash = createHash('sha256').update(row.text).digest();
    const key = hash.toString('latin1');
    const entry = byHash.get(key);
    if (entry === undefined) byHash.set(key, { row, hash, times: 1 });
    else entry.times += 1;
  }
  const entries = [...byHash.values()];
  let added = 0;
  for (let start = 0; start < entries.length; start += rowsPerStatement) {
    const values = entries.slice(start, start + rowsPerStatement).map(({ row, hash, times }) => ({
      integration_id: given.integrationId,
      row_hash: hash,
      job_id: given.jobId,
      session_id: row.sessionId === null ? null : storable(row.sessionId),
      changed_at_ms: row.changedAtMs,
      reason: JSON.stringify(row.reason),
      row_text: storable(row.text.slice(0, maxRowLength)),
      times,
      first_received_at: given.now,
      received_at: given.now,
    }));
    const written = await tx
      .insertInto('quarantined_rows')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['integration_id', 'row_hash']).doUpdateSet({
          job_id: sql`excluded.job_id`,
          changed_at_ms: sql`excluded.changed_at_ms`,
          reason: sql`excluded.reason`,
          times: sql`quarantined_rows.times + excluded.times`,
          received_at: sql`excluded.received_at`,
        }),
      )
      // Only a row that this statement has inserted has no earlier version.
      .returning(sql<boolean>`xmax = 0`.as('is_new'))
      .execute();
    added += written.filter(({ is_new }) => is_new).length;
  }
  return added;
}

/** Whether any quarantined row of the integration names its session: only such rows can be released. */
export async function hasRowsOfSessions(db: Db, integrationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('quarantined_rows')
    .select('id')
    .where('integration_id', '=', integrationId)
    .where('session_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes the quarantined rows of these sessions and returns how many there were. A row that changed later than the
 * session's state stays.
 */
export async function deleteRowsOfSessions(
  tx: Db,
  integrationId: number,
  sessions: readonly StoredSessionState[],
): Promise<number> {
  const ids = sessions.map(({ sessionId }) => sessionId);
  const changes = sessions.map(({ updatedAtMs }) => updatedAtMs);
  const result = await sql`
    DELETE FROM quarantined_rows q
    USING unnest(${ids}::text[], ${changes}::bigint[]) AS stored (session_id, changed_at_ms)
    WHERE q.integration_id = ${integrationId} AND q.session_id = stored.session_id
      AND (q.changed_at_ms IS NULL OR q.changed_at_ms <= stored.changed_at_ms)`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}

/** Returns quarantined rows, the last received first. */
export async function listQuarantinedRows(
  db: Db,
  filter: { jobId?: string | undefined; integrationId?: number | undefined },
  page: { offset: number; limit: number },
): Promise<{ rows: QuarantinedRowRecord[]; count: number }> {
  let query = db.selectFrom('quarantined_rows');
  if (filter.jobId !== undefined) query = query.where('job_id', '=', filter.jobId);
  if (filter.integrationId !== undefined) query = query.where('integration_id', '=', filter.integrationId);
  const [rows, total] = await Promise.all([
    query
      .selectAll()
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .offset(page.offset)
      .limit(page.limit)
      .execute(),
    query.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(total.count) };
}

/** A session that has a quarantined row. */
export interface QuarantinedSession {
  /** Of its row that was received last. */
  rowId: string;
  reason: Message;
}

/** Finds which of these sessions of an integration have quarantined rows, by the platform's id. */
export async function findQuarantinedSessions(
  db: Db,
  integrationId: number,
  sessionIds: readonly string[],
): Promise<Map<string, QuarantinedSession>> {
  const rows = await db
    .selectFrom('quarantined_rows')
    .select(['id', 'session_id', 'reason'])
    .where('integration_id', '=', integrationId)
    .where('session_id', '=', sql<string>`ANY(${[...sessionIds]}::text[])`)
    .orderBy('received_at')
    .execute();
  return new Map(rows.map(({ id, session_id, reason }) => [session_id ?? '', { rowId: id, reason }]));
}

/** Counts the quarantined rows of each integration that has any. */
export async function countQuarantinedRows(
  db: Db,
): Promise<{ integrationId: number; count: number; latestReceivedAt: Date }[]> {
  const rows = await db
    .selectFrom('quarantined_rows')
    .select(({ fn }) => [
      'integration_id',
      fn.countAll<string>().as('count'),
      fn.max('received_at').as('latest'),
    ])
    .groupBy('integration_id')
    .orderBy('integration_id')
    .execute();
  return rows.map(({ integration_id, count, latest }) => ({
    integrationId: integration_id,
    count: Number(count),
    latestReceivedAt: latest,
  }));
}

/** Quarantined rows of one day of one integration. */
export interface QuarantinedDay {
  integrationId: number;
  /** `2026-11-20` in the requested zone. */
  day: string;
  rows: number;
}

/**
 * Counts the quarantined rows that changed in a period, by integration and day, the newest first; a row without a time counts
 * when it was first received. Reads `limit` rows of each integration at most, so that a platform of which everything is refused
 * makes no screen slow, and names the integrations that have more.
 */
export async function countQuarantinedDays(
  db: Db,
  given: { integrationIds: readonly number[]; from: Date; to: Date; zone: string; limit: number },
): Promise<{ days: QuarantinedDay[]; cut: number[] }> {
  const { integrationIds, from, to, zone, limit } = given;
  if (integrationIds.length === 0) return { days: [], cut: [] };
  const { rows } = await sql<{ integration_id: number; day: string | null; rows: number }>`
    WITH read_rows AS (
      SELECT wanted.id AS integration_id, q.changed_at
      FROM unnest(${integrationIds}::integer[]) AS wanted (id)
      CROSS JOIN LATERAL (
        SELECT coalesce(to_timestamp(changed_at_ms / 1000.0), first_received_at) AS changed_at
        FROM quarantined_rows WHERE integration_id = wanted.id LIMIT ${limit + 1}
      ) AS q
    )
    SELECT integration_id, to_char(changed_at AT TIME ZONE ${zone}::text, 'YYYY-MM-DD') AS day, count(*)::integer AS rows
    FROM read_rows
    WHERE changed_at >= ${from}::timestamptz AND changed_at < ${to}::timestamptz
    GROUP BY 1, 2
    UNION ALL
    SELECT integration_id, NULL, count(*)::integer FROM read_rows GROUP BY 1 HAVING count(*) > ${limit}
    ORDER BY 1, 2 DESC`.execute(db);
  return {
    days: rows.flatMap(({ integration_id, day, rows: count }) =>
      day === null ? [] : [{ integrationId: integration_id, day, rows: count }],
    ),
    cut: rows.flatMap(({ integration_id, day }) => (day === null ? [integration_id] : [])),
  };
}

/**
 * Counts the quarantined rows of sessions that were created in a range of time, by integration. Rows that do not say when, or say it
 * in no form that is known, count where they were received after its start. Integrations without any are left out.
 */
export async function countQuarantinedCreatedIn(
  db: Db,
  integrationIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ integration_id: number; count: string }>`
    SELECT integration_id, count(*) AS count
    FROM (
      SELECT integration_id, received_at,
        substring(row_text from '"createdAt"\\s*:\\s*"(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z)"') AS created
      FROM quarantined_rows WHERE integration_id = ANY(${[...integrationIds]}::integer[])
    ) AS quarantined
    WHERE created IS NULL AND received_at >= ${from}
      OR created >= ${from.toISOString().slice(0, 19)} AND created < ${to.toISOString().slice(0, 19)}
    GROUP BY integration_id`.execute(db);
  return new Map(rows.map(({ integration_id, count }) => [integration_id, Number(count)]));
}

// PostgreSQL stores no NUL in text.
function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd');
}

/** How many rows of each integration were quarantined for the first time within a range, half-open; none are left out. */
export async function countNewQuarantinedRows(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('quarantined_rows')
    .select(['integration_id', (eb) => eb.fn.countAll<string>().as('rows')])
    // Has an index, and is never earlier than the first time.
    .where('received_at', '>=', from)
    .where('first_received_at', '>=', from)
    .where('first_received_at', '<', to)
    .groupBy('integration_id')
    .execute();
  return new Map(rows.map(({ integration_id, rows: count }) => [integration_id, Number(count)]));
}
