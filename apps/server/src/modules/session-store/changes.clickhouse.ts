/** Sessions in the order in which the hub stored their present state, for readers who follow what changes. */
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { idSql } from './list.clickhouse.ts';
import type { StoredSession } from './session-store.types.ts';
import type { SessionWrites } from './session-writes.repo.ts';
import { currentSessions, instantSql, type SessionRecord, sessionColumns } from './sessions.clickhouse.ts';

/** How far a reader has come: through all writes before `write`, and through its rows up to this id. */
export interface ChangePosition {
  write: number;
  id: string;
}

/** A position after every row of a write: no id is greater. */
export const endOfWrite = (write: number): ChangePosition => ({
  write,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
});

export interface ChangedPage {
  records: SessionRecord[];
  next: ChangePosition;
  hasMore: boolean;
}

export interface ChangedSessions {
  rows: StoredSession[];
  next: ChangePosition;
  hasMore: boolean;
}

export interface ChangesStart {
  after: ChangePosition | null;
  /** Null for all, whenever they were created. */
  from?: Date | null;
}

/**
 * Returns the next sessions of one integration after a position, which the first ones have none. Who follows `next` until nothing is
 * left has every session of the integration as it is then, or every one that was created at `from` or later, whatever was written
 * meanwhile. Null for a position that the
 * store has never reached, as after a restore.
 */
export type ReadChanges = (
  integrationId: number,
  start: ChangesStart,
  limit: number,
) => Promise<ChangedSessions | null>;

export function createChanges(
  clickhouse: ClickHouse,
  writes: Pick<SessionWrites, 'readStoredUpTo'>,
  withUserIds: (records: readonly SessionRecord[]) => Promise<StoredSession[]>,
): ReadChanges {
  return async (integrationId, { after, from = null }, limit) => {
    // Before the sessions are read: what is written from then on has a greater number.
    const upTo = await writes.readStoredUpTo(integrationId);
    if (after !== null && after.write > upTo) return null;
    const { records, next, hasMore } = await pageOfChanges(
      clickhouse,
      integrationId,
      { after, from },
      upTo,
      limit,
    );
    return { rows: await withUserIds(records), next, hasMore };
  };
}

interface KeyRecord {
  id: string;
  write: string;
  created_ms: string;
}

const label = 'session-store.changes';

/**
 * Returns the sessions of one integration whose present state was written after a position, and in a write up to `upTo`: writes
 * beyond that may still add rows, so that a reader who passed them would miss some. A session that is written again
 * moves to the end, where the reader meets it again.
 *
 * The end of the page is found by narrow columns; whole rows are read only up to it. What is written again in between is missing
 * from the page, because it has moved on.
 */
export async function pageOfChanges(
  clickhouse: ClickHouse,
  integrationId: number,
  { after, from = null }: ChangesStart,
  upTo: number,
  limit: number,
): Promise<ChangedPage> {
  const options = { label, timeoutMs: 60_000, maxRows: limit };
  const since = from === null ? '' : ` AND created_at >= ${instantSql(from.getTime())}`;
  const begin = `integration_id = ${whole(integrationId)} ${after === null ? '' : `AND ${isBeyond(after)}`}${since}`;
  const keys = await clickhouse.rows<KeyRecord>(
    currentSessions(
      'id, write_number AS write, toUnixTimestamp64Milli(created_at) AS created_ms',
      `${begin} AND write_number <= ${whole(upTo)}`,
      `ORDER BY write_number, id LIMIT ${whole(limit)}`,
    ),
    options,
  );
  const end = keys.at(-1);
  if (end === undefined) return { records: [], next: endOfWrite(upTo), hasMore: false };
  const last = { write: Number(end.write), id: end.id };
  const created = keys.map((key) => Number(key.created_ms));
  const [first, latest] = created.reduce(
    ([from, to], at) => [Math.min(from, at), Math.max(to, at)],
    [Number.MAX_SAFE_INTEGER, 0],
  );
  const records = await clickhouse.rows<SessionRecord>(
    currentSessions(
      sessionColumns,
      `${begin} AND NOT ${isBeyond(last)} AND created_at BETWEEN ${instantSql(first)} AND ${instantSql(latest)}`,
      'ORDER BY write_number, id',
    ),
    options,
  );
  const hasMore = keys.length === limit;
  return { records, next: hasMore ? last : endOfWrite(upTo), hasMore };
}

function isBeyond({ write, id }: ChangePosition): string {
  const number = whole(write);
  return `(write_number > ${number} OR (write_number = ${number} AND id > ${idSql(id)}))`;
}

function whole(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a number of a write: ${value}`);
  return String(value);
}
