import {
  type ApprovalKind,
  type ApprovalSettings,
  type ChangeRequestState,
  defaultApprovalSettings,
} from '@ludus/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import type { ChangeDescription } from './approvals.kinds.ts';
import type { ChangeRequestsTable, Outdated } from './approvals.tables.ts';

/** A change request with the names of people and of its integration. */
export interface ChangeRequestRecord extends Selectable<ChangeRequestsTable> {
  requester: string;
  decider: string | null;
  integration_name: string | null;
}

/** Who reads: their own requests, or all of them. */
export type Reader = { userId: string; seesAll: boolean };

export interface ChangeRequestFilter {
  state?: ChangeRequestState | undefined;
  kind?: ApprovalKind | undefined;
  subject?: string | undefined;
}

/** The state at an instant: an open request expires at its end, also before the job has ended it. */
const stateAt = (now: Date) =>
  sql<ChangeRequestState>`CASE WHEN r.state = 'waiting' AND r.expires_at <= ${now} THEN 'expired' ELSE r.state END`;

export async function readSettings(db: Db): Promise<ApprovalSettings> {
  const row = await db.selectFrom('approval_settings').select('settings').executeTakeFirst();
  return { ...defaultApprovalSettings, ...row?.settings };
}

/** The settings, locked until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<ApprovalSettings> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('approval settings', 0))`.execute(tx);
  return readSettings(tx);
}

export async function updateSettings(tx: Tx, settings: ApprovalSettings): Promise<void> {
  const json = JSON.stringify(settings);
  await tx
    .insertInto('approval_settings')
    .values({ settings: json })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ settings: json }))
    .execute();
}

/** Change requests that a reader sees, with the names of people and integrations. */
function selectChangeRequests(db: Db, { userId, seesAll }: Reader) {
  return db
    .selectFrom('change_requests as r')
    .leftJoin('users as requester', 'requester.subject', 'r.requested_by')
    .leftJoin('users as decider', 'decider.subject', 'r.decided_by')
    .leftJoin('integrations as i', 'i.id', 'r.integration_id')
    .selectAll('r')
    .select([
      sql<string>`coalesce(requester.username, r.requested_by)`.as('requester'),
      sql<string | null>`coalesce(decider.username, r.decided_by)`.as('decider'),
      'i.name as integration_name',
    ])
    .$if(!seesAll, (query) => query.where('r.requested_by', '=', userId));
}

const matchesFilter = ({ state, kind, subject }: ChangeRequestFilter, now: Date) => sql<boolean>`
  (${state ?? null}::text IS NULL OR ${stateAt(now)} = ${state ?? null}::text)
  AND (${kind ?? null}::text IS NULL OR r.kind = ${kind ?? null}::text)
  AND (${subject ?? null}::text IS NULL OR r.concerns = ${subject ?? null}::text)`;

/** Waiting ones first, the oldest first; then what ended last. */
export async function findChangeRequests(
  db: Db,
  reader: Reader,
  { limit, offset, now, ...filter }: ChangeRequestFilter & { limit: number; offset: number; now: Date },
): Promise<{ rows: ChangeRequestRecord[]; count: number }> {
  const isOpen = sql<boolean>`${stateAt(now)} = 'waiting'`;
  const [rows, { count }] = await Promise.all([
    selectChangeRequests(db, reader)
      .where(matchesFilter(filter, now))
      .orderBy(sql`NOT ${isOpen}`)
      .orderBy(sql`CASE WHEN ${isOpen} THEN r.requested_at END`)
      .orderBy(sql`coalesce(r.decided_at, r.expires_at)`, 'desc')
      .orderBy('r.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('change_requests as r')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where(matchesFilter(filter, now))
      .$if(!reader.seesAll, (query) => query.where('r.requested_by', '=', reader.userId))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, count };
}

/** Open requests of a subject, and of those below it, the oldest first. */
export function findPending(
  db: Db,
  { subject, now }: { subject: string; now: Date },
): Promise<ChangeRequestRecord[]> {
  return selectChangeRequests(db, { userId: '', seesAll: true })
    .where('r.state', '=', 'waiting')
    .where('r.expires_at', '>', now)
    .where(sql<boolean>`(r.concerns = ${subject}::text OR starts_with(r.concerns, ${subject}::text || '/'))`)
    .orderBy('r.requested_at')
    .orderBy('r.id')
    .execute();
}

/** How many wait for someone other than those who have requested them. */
export async function countWaitingFor(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('change_requests')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .where('requested_by', '<>', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export function findChangeRequest(
  db: Db,
  reader: Reader,
  id: number,
): Promise<ChangeRequestRecord | undefined> {
  return selectChangeRequests(db, reader).where('r.id', '=', id).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockChangeRequest(
  tx: Tx,
  reader: Reader,
  id: number,
): Promise<ChangeRequestRecord | undefined> {
  await tx.selectFrom('change_requests').select('id').where('id', '=', id).forUpdate().execute();
  return findChangeRequest(tx, reader, id);
}

export interface NewChangeRequest extends ChangeDescription {
  kind: ApprovalKind;
  call: string;
  change: object;
  userId: string;
  at: Date;
  expiresAt: Date;
}

/** Returns its id; undefined while another change of the same subject waits. */
export async function insertChangeRequest(tx: Tx, request: NewChangeRequest): Promise<number | undefined> {
  const row = await tx
    .insertInto('change_requests')
    .values({
      kind: request.kind,
      call: request.call,
      concerns: request.subject,
      path: request.path,
      title: JSON.stringify(request.title),
      integration_id: request.integrationId,
      payload: JSON.stringify(request.change),
      rows: JSON.stringify(request.rows),
      state: 'waiting',
      requested_at: request.at,
      requested_by: request.userId,
      expires_at: request.expiresAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'concerns']).where('state', '=', 'waiting').doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** The open request of the same subject. */
export async function findWaiting(
  tx: Tx,
  kind: ApprovalKind,
  subject: string,
): Promise<ChangeRequestRecord | undefined> {
  return selectChangeRequests(tx, { userId: '', seesAll: true })
    .where('r.kind', '=', kind)
    .where('r.concerns', '=', subject)
    .where('r.state', '=', 'waiting')
    .executeTakeFirst();
}

export interface ChangeRequestEnd {
  state: Exclude<ChangeRequestState, 'waiting'>;
  at: Date;
  /** Null for the hub itself. */
  userId: string | null;
  answer?: string | null;
  outdated?: Outdated;
}

/** Returns false when it has ended already. */
export async function endChangeRequest(
  tx: Tx,
  id: number,
  { state, at, userId, answer = null, outdated }: ChangeRequestEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('change_requests')
    .set({
      state,
      decided_at: at,
      decided_by: userId,
      answer,
      ...(outdated === undefined ? {} : { outdated: JSON.stringify(outdated) }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function updateReason(tx: Tx, id: number, reason: string): Promise<void> {
  await tx.updateTable('change_requests').set({ reason }).where('id', '=', id).execute();
}

/** Ids of open requests whose end has passed. */
export async function findExpired(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('change_requests')
    .select('id')
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
