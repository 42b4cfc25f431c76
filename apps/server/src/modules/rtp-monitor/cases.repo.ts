import type { RtpCaseConclusion, RtpCaseEventKind, RtpContext, RtpEvidence } from '@ludus/contract';
import { type Generated, type JSONColumnType, type Selectable, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import '../games/index.ts';
import '../integrations/index.ts';
import '../users/index.ts';

/** Cases that were measured last by an earlier release have no context. */
export type LatestEvidence = RtpEvidence & { context?: RtpContext };

export interface RtpCasesTable {
  id: Generated<number>;
  game_id: number;
  /** Null for the game as a whole. */
  integration_id: number | null;
  side: 'over' | 'under';
  opened_at: Date;
  opened: JSONColumnType<RtpEvidence>;
  latest: JSONColumnType<LatestEvidence>;
  opened_z: number;
  latest_z: number;
  /** The furthest that was measured: what is further by a standard error stands in the history. */
  worst_z: number;
  closed_at: Generated<Date | null>;
  /** The `sub` of the person. */
  closed_by: Generated<string | null>;
  conclusion: Generated<RtpCaseConclusion | null>;
  reason: Generated<string | null>;
  /** The fingerprints of the inputs as it was opened and as it was concluded; null for what happened before they were kept. */
  opened_inputs: string | null;
  closed_inputs: Generated<string | null>;
}

export interface RtpCaseEventsTable {
  id: Generated<number>;
  case_id: number;
  at: Date;
  kind: RtpCaseEventKind;
  /** The `sub` of the person; null for the hub itself. */
  user_id: string | null;
  text: string | null;
  /** Of an entry that closes its case. */
  conclusion: Generated<RtpCaseConclusion | null>;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    rtp_cases: RtpCasesTable;
    rtp_case_events: RtpCaseEventsTable;
  }
}

export type StoredCase = Selectable<RtpCasesTable>;

/** Where a case belongs: an integration's game, or the game as a whole. */
export interface CasePlace {
  gameId: number;
  integrationId: number | null;
}

const atPlace = ({ gameId, integrationId }: CasePlace) =>
  sql<boolean>`game_id = ${gameId} AND integration_id IS NOT DISTINCT FROM ${integrationId}::integer`;

/** Until the transaction ends no other run measures: two would write the same history twice. */
export async function lockRuns(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('rtp cases', 0))`.execute(tx);
}

export function findOpenPlaces(db: Db): Promise<CasePlace[]> {
  return db
    .selectFrom('rtp_cases')
    .select(['game_id as gameId', 'integration_id as integrationId'])
    .where('closed_at', 'is', null)
    .execute();
}

export async function countOpenCases(db: Db): Promise<number> {
  return (await findOpenPlaces(db)).length;
}

/** Where a case was closed at an instant or later. */
export function findPlacesClosedSince(db: Db, since: Date): Promise<CasePlace[]> {
  return db
    .selectFrom('rtp_cases')
    .select(['game_id as gameId', 'integration_id as integrationId'])
    .distinct()
    .where('closed_at', '>=', since)
    .execute();
}

/** There is one at each place at most. */
export function findOpenCases(db: Db): Promise<StoredCase[]> {
  return db.selectFrom('rtp_cases').selectAll().where('closed_at', 'is', null).execute();
}

/** Finds the case that was closed last, unless that was before an instant. */
export function findClosedSince(db: Db, place: CasePlace, since: Date): Promise<StoredCase | undefined> {
  return db
    .selectFrom('rtp_cases')
    .selectAll()
    .where(atPlace(place))
    .where('closed_at', '>=', since)
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertCase(
  tx: Db,
  given: CasePlace & {
    side: 'over' | 'under';
    z: number;
    at: Date;
    evidence: RtpEvidence;
    context: RtpContext;
    inputs: string;
  },
): Promise<number> {
  const { gameId, integrationId, side, z, at } = given;
  const { id } = await tx
    .insertInto('rtp_cases')
    .values({
      game_id: gameId,
      integration_id: integrationId,
      side,
      opened_at: at,
      opened: JSON.stringify(given.evidence),
      latest: JSON.stringify({ ...given.evidence, context: given.context }),
      opened_z: z,
      latest_z: z,
      worst_z: z,
      opened_inputs: given.inputs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateMeasured(
  tx: Db,
  id: number,
  { evidence, z, worst }: { evidence: LatestEvidence; z: number; worst: number },
): Promise<void> {
  await tx
    .updateTable('rtp_cases')
    .set({ latest: JSON.stringify(evidence), latest_z: z, worst_z: worst })
    .where('id', '=', id)
    .execute();
}

/** Returns whether it was open until now. */
export async function closeCase(
  tx: Db,
  id: number,
  given: { at: Date; userId: string; conclusion: RtpCaseConclusion; reason: string; inputs: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('rtp_cases')
    .set({
      closed_at: given.at,
      closed_by: given.userId,
      conclusion: given.conclusion,
      reason: given.reason,
      closed_inputs: given.inputs,
    })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether it was closed until now. */
export async function reopenCase(tx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('rtp_cases')
    .set({ closed_at: null, closed_by: null, conclusion: null, reason: null, closed_inputs: null })
    .where('id', '=', id)
    .where('closed_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The open case of a place. */
export async function findOpenAt(tx: Db, place: CasePlace): Promise<number | undefined> {
  const found = await tx
    .selectFrom('rtp_cases')
    .select('id')
    .where(atPlace(place))
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return found?.id;
}

export async function insertEvent(
  tx: Db,
  caseId: number,
  event: {
    at: Date;
    kind: RtpCaseEventKind;
    userId?: string;
    text?: string;
    conclusion?: RtpCaseConclusion;
  },
): Promise<void> {
  const { at, kind, userId = null, text = null, conclusion = null } = event;
  await tx
    .insertInto('rtp_case_events')
    .values({ case_id: caseId, at, kind, user_id: userId, text, conclusion })
    .execute();
}

/** Notes that someone looked, or printed inputs with a fingerprint (`text`), once since an instant. */
export async function noteOnce(
  db: Db,
  caseId: number,
  {
    at,
    kind,
    userId,
    since,
    text = null,
  }: { at: Date; kind: 'viewed' | 'printed'; userId: string; since: Date; text?: string | null },
): Promise<void> {
  await sql`
    INSERT INTO rtp_case_events (case_id, at, kind, user_id, text)
    SELECT ${caseId}::integer, ${at}::timestamptz, ${kind}, ${userId}, ${text}::text
    WHERE NOT EXISTS (
      SELECT FROM rtp_case_events
      WHERE case_id = ${caseId} AND kind = ${kind} AND user_id = ${userId} AND at >= ${since}::timestamptz
        AND text IS NOT DISTINCT FROM ${text}::text
    )`.execute(db);
}

export interface CaseRow extends StoredCase {
  name: string;
  sub_name: string | null;
  integration_name: string | null;
  closed_by_name: string | null;
}

const namedCases = (db: Db) =>
  db
    .selectFrom('rtp_cases as c')
    .innerJoin('games as g', 'g.id', 'c.game_id')
    .leftJoin('integrations as i', 'i.id', 'c.integration_id')
    .leftJoin('users as u', 'u.subject', 'c.closed_by')
    .select([
      'c.id',
      'c.game_id',
      'c.integration_id',
      'c.side',
      'c.opened_at',
      'c.opened',
      'c.opened_z',
      'c.latest_z',
      'c.worst_z',
      'c.closed_at',
      'c.closed_by',
      'c.conclusion',
      'c.reason',
      'c.opened_inputs',
      'c.closed_inputs',
      'g.name',
      'g.sub_name',
      'i.name as integration_name',
      sql<string | null>`coalesce(u.username, c.closed_by)`.as('closed_by_name'),
    ]);

export interface CaseFilter {
  state?: 'open' | 'closed' | undefined;
  integrationId?: number | undefined;
  gameId?: number | undefined;
}

/** Open ones first, then the newest; without their contexts, which hold a quarter of a year each. */
export async function findCases(
  db: Db,
  { state, integrationId, gameId }: CaseFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: CaseRow[]; count: number }> {
  const wanted = sql<boolean>`
    (${state ?? null}::text IS NULL OR (c.closed_at IS NULL) = (${state ?? null}::text = 'open'))
    AND (${integrationId ?? null}::integer IS NULL OR c.integration_id = ${integrationId ?? null}::integer)
    AND (${gameId ?? null}::integer IS NULL OR c.game_id = ${gameId ?? null}::integer)`;
  const [rows, { count }] = await Promise.all([
    namedCases(db)
      .select(sql<RtpEvidence>`c.latest - 'context'`.as('latest'))
      .where(wanted)
      .orderBy(sql`c.closed_at IS NOT NULL`)
      .orderBy('c.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('rtp_cases as c')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where(wanted)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, count };
}

export function findCase(db: Db, id: number): Promise<CaseRow | undefined> {
  return namedCases(db).select('c.latest').where('c.id', '=', id).executeTakeFirst();
}

export interface CaseEventRow extends Selectable<RtpCaseEventsTable> {
  username: string | null;
}

export function findEvents(db: Db, caseId: number): Promise<CaseEventRow[]> {
  return db
    .selectFrom('rtp_case_events as e')
    .leftJoin('users as u', 'u.subject', 'e.user_id')
    .selectAll('e')
    .select(sql<string | null>`coalesce(u.username, e.user_id)`.as('username'))
    .where('e.case_id', '=', caseId)
    .orderBy('e.id')
    .execute();
}
