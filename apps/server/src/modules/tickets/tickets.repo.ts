import {
  type LinkTarget,
  scopeRoles,
  type TicketRating,
  type TicketSettings,
  type TicketStatus,
  type TicketType,
} from '@ludus/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { IntegrationScope } from '../../infra/access/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import type { TicketAnswersTable, TicketMediaTable, TicketsTable } from './tickets.tables.ts';
import '../games/index.ts';
import '../integrations/index.ts';
import '../users/index.ts';

/** Names of people are null where no one with that id can sign in any more. */
export interface TicketRow extends Selectable<TicketsTable> {
  integration_name: string | null;
  game_name: string | null;
  game_sub_name: string | null;
  reporter_name: string | null;
  reporter_roles: string[] | null;
  deleted_by_name: string | null;
  assignee_name: string | null;
  rating_value: TicketRating | null;
  rating_comment: string | null;
  rating_by: string | null;
  rating_by_name: string | null;
  rating_rated_at: Date | null;
  rating_changed_at: Date | null;
}

export interface AnswerRow extends Selectable<TicketAnswersTable> {
  responder_name: string | null;
  responder_roles: string[] | null;
}

export type MediumRow = Selectable<TicketMediaTable>;

export interface FoundTicketRow {
  id: number;
  title: string;
  status: TicketStatus;
  created_at: Date;
  integration_id: number | null;
  integration_name: string | null;
}

export interface TicketsAsked {
  id?: number | undefined;
  status?: TicketStatus | undefined;
  type?: TicketType | undefined;
  integrationId?: number | undefined;
  gameId?: number | undefined;
  operatorId?: number | undefined;
  sessionId?: string | undefined;
  /** About it or linked with it. */
  about?: LinkTarget | undefined;
  /** Leaves out those that are closed. */
  isUnclosed?: boolean;
  /** Deleted ones only, or the others only; both when it is not given. */
  deleted?: boolean | undefined;
}

/** Who can take care of tickets. */
export const assigneeRoles = [...scopeRoles['tickets:manage']];

/** Who can take care of tickets, by username; with `id` only that person. */
export async function findAssignees(db: Db, id?: string): Promise<{ id: string; username: string }[]> {
  const { rows } = await sql<{ id: string; username: string }>`
    SELECT subject AS id, username FROM users
    WHERE enabled AND subject IS NOT NULL AND roles && ${assigneeRoles}::text[]
      AND (${id ?? null}::text IS NULL OR subject = ${id ?? null})
    ORDER BY lower(username), id`.execute(db);
  return rows;
}

export async function updateAssignee(tx: Db, id: number, assigneeId: string | null): Promise<void> {
  await tx.updateTable('tickets').set({ assignee_id: assigneeId }).where('id', '=', id).execute();
}

/** No targets until someone sets them. */
export async function findSettings(db: Db): Promise<TicketSettings> {
  const row = await db.selectFrom('ticket_settings').selectAll().executeTakeFirst();
  return {
    firstAnswerHours: row?.first_answer_hours ?? null,
    nextAnswerHours: row?.next_answer_hours ?? null,
  };
}

export async function saveSettings(tx: Db, settings: TicketSettings): Promise<void> {
  const hours = {
    first_answer_hours: settings.firstAnswerHours,
    next_answer_hours: settings.nextAnswerHours,
  };
  await tx
    .insertInto('ticket_settings')
    .values(hours)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(hours))
    .execute();
}

/** Tickets that someone may still have to answer, oldest first. */
export async function findUnclosedIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('tickets')
    .select('id')
    .where('status', '!=', 'closed')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateEscalation(tx: Db, id: number, wait: Date): Promise<void> {
  await tx.updateTable('tickets').set({ escalated_wait: wait }).where('id', '=', id).execute();
}

/** Tickets that the view shows, newest first. */
export async function findTickets(
  db: Db,
  view: IntegrationScope,
  {
    id = undefined,
    status,
    type,
    integrationId,
    gameId,
    operatorId,
    sessionId,
    about,
    isUnclosed,
    deleted,
  }: TicketsAsked,
): Promise<TicketRow[]> {
  let query = db
    .selectFrom('tickets as t')
    .leftJoin('integrations as i', 'i.id', 't.integration_id')
    .leftJoin('games as g', 'g.id', 't.game_id')
    .leftJoin('users as u', (join) =>
      join.onRef('u.subject', '=', 't.reporter_id').on('u.enabled', '=', true),
    )
    .leftJoin('users as d', (join) => join.onRef('d.subject', '=', 't.deleted_by').on('d.enabled', '=', true))
    .leftJoin('users as s', (join) =>
      join
        .onRef('s.subject', '=', 't.assignee_id')
        .on('s.enabled', '=', true)
        .on(sql<boolean>`s.roles && ${assigneeRoles}::text[]`),
    )
    .leftJoin('ticket_ratings as r', 'r.ticket_id', 't.id')
    .leftJoin('users as v', (join) => join.onRef('v.subject', '=', 'r.rated_by').on('v.enabled', '=', true))
    .selectAll('t')
    .select([
      'i.name as integration_name',
      'g.name as game_name',
      'g.sub_name as game_sub_name',
      'u.username as reporter_name',
      'u.roles as reporter_roles',
      'd.username as deleted_by_name',
      's.username as assignee_name',
      'r.value as rating_value',
      'r.comment as rating_comment',
      'r.rated_by as rating_by',
      'v.username as rating_by_name',
      'r.rated_at as rating_rated_at',
      'r.changed_at as rating_changed_at',
    ]);
  if (view.kind === 'one') query = query.where('t.integration_id', '=', view.id);
  if (view.kind === 'none') query = query.where(sql<boolean>`false`);
  if (id !== undefined) query = query.where('t.id', '=', id);
  if (status !== undefined) query = query.where('t.status', '=', status);
  if (isUnclosed) query = query.where('t.status', '!=', 'closed');
  if (type !== undefined) query = query.where('t.type', '=', type);
  if (integrationId !== undefined) query = query.where('t.integration_id', '=', integrationId);
  if (gameId !== undefined) query = query.where('t.game_id', '=', gameId);
  if (operatorId !== undefined) query = query.where('t.operator_id', '=', operatorId);
  if (sessionId !== undefined) query = query.where('t.session_id', '=', sessionId);
  if (about !== undefined) {
    const { kind, ref } = about;
    const isLinked = sql<boolean>`EXISTS (
      SELECT FROM ticket_links l WHERE l.ticket_id = t.id AND l.kind = ${kind} AND l.ref = ${ref})`;
    if (kind === 'session') query = query.where(sql<boolean>`(t.session_id::text = ${ref} OR ${isLinked})`);
    else if (kind === 'game') query = query.where(sql<boolean>`(t.game_id::text = ${ref} OR ${isLinked})`);
    else query = query.where(isLinked);
  }
  if (deleted !== undefined) query = query.where('t.deleted_at', deleted ? 'is not' : 'is', null);
  return query.orderBy('t.created_at', 'desc').orderBy('t.id', 'desc').execute();
}

interface TicketsSought {
  id: number | null;
  text: string;
  words: readonly string[];
  /** The hub's ids of the sessions that have the text as an id. */
  sessionIds: readonly string[];
  limit: number;
}

/** Tickets with this id, of these sessions, or with every word in their title; the id first, then the newest. */
export async function searchTickets(
  db: Db,
  view: IntegrationScope,
  { id, text, words, sessionIds, limit }: TicketsSought,
): Promise<FoundTicketRow[]> {
  if (view.kind === 'none') return [];
  const own = view.kind === 'one' ? sql`AND t.integration_id = ${view.id}` : sql``;
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  const { rows } = await sql<FoundTicketRow>`
    SELECT t.id, t.title, t.status, t.created_at, i.id AS integration_id, i.name AS integration_name
    FROM tickets t
    LEFT JOIN integrations i ON i.id = t.integration_id
    WHERE t.deleted_at IS NULL ${own} AND (
      t.id = ${id}::integer OR t.session_id = ANY(${[...sessionIds]}::uuid[])
      OR t.session_id::text = lower(${text}) OR t.session_ticket_id IN (${text}, upper(${text}))
      OR t.title ILIKE ALL(${patterns}::text[]))
    ORDER BY (t.id = ${id}::integer) IS TRUE DESC, t.created_at DESC, t.id DESC
    LIMIT ${limit}`.execute(db);
  return rows;
}

/** Answers in the order they were given. */
export function findAnswers(db: Db, ticketIds: readonly number[]): Promise<AnswerRow[]> {
  return db
    .selectFrom('ticket_answers as a')
    .leftJoin('users as u', (join) =>
      join.onRef('u.subject', '=', 'a.responder_id').on('u.enabled', '=', true),
    )
    .selectAll('a')
    .select(['u.username as responder_name', 'u.roles as responder_roles'])
    .where(sql<boolean>`a.ticket_id = ANY(${[...ticketIds]}::integer[])`)
    .orderBy('a.id')
    .execute();
}

/** Files of tickets and of their answers. */
export function findMedia(db: Db, ticketIds: readonly number[]): Promise<MediumRow[]> {
  return db
    .selectFrom('ticket_media')
    .selectAll()
    .where(sql<boolean>`ticket_id = ANY(${[...ticketIds]}::integer[])`)
    .orderBy('id')
    .execute();
}

export function findMedium(db: Db, id: number): Promise<MediumRow | undefined> {
  return db.selectFrom('ticket_media').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A ticket that the view shows, deleted or not, locked until the transaction ends. */
export async function lockTicket(
  tx: Db,
  view: IntegrationScope,
  id: number,
): Promise<Selectable<TicketsTable> | undefined> {
  if (view.kind === 'none') return undefined;
  let query = tx.selectFrom('tickets').selectAll().where('id', '=', id);
  if (view.kind === 'one') query = query.where('integration_id', '=', view.id);
  return query.forUpdate().executeTakeFirst();
}

export async function insertTicket(tx: Db, row: Insertable<TicketsTable>): Promise<number> {
  const { id } = await tx.insertInto('tickets').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Marks a ticket as deleted, or as not deleted any more with null. */
export async function updateDeletion(
  tx: Db,
  id: number,
  deletion: { at: Date; by: string } | null,
): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ deleted_at: deletion?.at ?? null, deleted_by: deletion?.by ?? null })
    .where('id', '=', id)
    .execute();
}

/** Writes an answer, whose status becomes the ticket's. */
export async function insertAnswer(tx: Db, row: Insertable<TicketAnswersTable>): Promise<number> {
  const { id } = await tx.insertInto('ticket_answers').values(row).returning('id').executeTakeFirstOrThrow();
  await tx
    .updateTable('tickets')
    .set({ status: row.status, updated_at: row.created_at })
    .where('id', '=', row.ticket_id)
    .execute();
  return id;
}

export function findAnswer(
  tx: Db,
  ticketId: number,
  id: number,
): Promise<Selectable<TicketAnswersTable> | undefined> {
  return tx
    .selectFrom('ticket_answers')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function countMedia(tx: Db, ticketId: number, answerId: number | null): Promise<number> {
  const { count } = await tx
    .selectFrom('ticket_media')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('ticket_id', '=', ticketId)
    .where(sql<boolean>`answer_id IS NOT DISTINCT FROM ${answerId}::integer`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertMedium(tx: Db, row: Insertable<TicketMediaTable>): Promise<MediumRow> {
  return tx.insertInto('ticket_media').values(row).returningAll().executeTakeFirstOrThrow();
}
