import {
  type Answer,
  answerDue,
  type FoundTicket,
  isProviderRole,
  recognisedRoles,
  type Ticket,
  type TicketMedium,
  type TicketSettings,
  type TicketSide,
  type TicketTurn,
  ticketTurn,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { SignFileUrl } from '../../infra/http/index.ts';
import { changeableUntil } from './tickets.ratings.ts';
import type { AnswerRow, FoundTicketRow, MediumRow, TicketRow } from './tickets.repo.ts';
import { caseOf } from './tickets.subject.ts';

/** The tickets with their answers and files, in the order of the rows. */
export function ticketsOf(
  rows: { tickets: readonly TicketRow[]; answers: readonly AnswerRow[]; media: readonly MediumRow[] },
  signUrl: SignFileUrl,
  actor: Actor,
  target: TicketSettings,
): Ticket[] {
  const media = Map.groupBy(rows.media, (row) => `${row.ticket_id} ${row.answer_id ?? ''}`);
  const answers = Map.groupBy(rows.answers, (row) => row.ticket_id);
  const filesOf = (ticketId: number, answerId: number | null) =>
    (media.get(`${ticketId} ${answerId ?? ''}`) ?? []).map((row) => mediumOf(row, signUrl, actor));
  return rows.tickets.map((row) => ({
    ...mattersOf(row, answers.get(row.id) ?? [], actor, target),
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    case: caseOf(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    integration:
      row.integration_id === null ? null : { id: row.integration_id, name: row.integration_name ?? '' },
    game:
      row.game_id === null
        ? null
        : { id: row.game_id, name: row.game_name ?? '', sub_name: row.game_sub_name },
    session: row.session_id === null ? null : { id: row.session_id, aamsTicketId: row.session_ticket_id },
    sessionId: row.session_id,
    operatorId: row.operator_id,
    reporter: personOf(row.reporter_id, row.reporter_name, actor),
    reporterSide: row.reporter_side ?? sideOf(row.reporter_roles),
    answers: (answers.get(row.id) ?? []).map((answer) => answerOf(answer, filesOf(row.id, answer.id), actor)),
    ticket_media: filesOf(row.id, null),
    rating: ratingOf(row, actor),
    deletion:
      row.deleted_at === null
        ? null
        : {
            at: row.deleted_at.toISOString(),
            by: personOf(row.deleted_by ?? '', row.deleted_by_name, actor),
          },
  }));
}

/** Who takes care of a ticket, whose turn it is, and when an answer is due, which is for the provider to know. */
function mattersOf(
  row: TicketRow,
  answers: readonly AnswerRow[],
  actor: Actor,
  target: TicketSettings,
): Pick<Ticket, 'assignee' | 'turn' | 'answerDue'> {
  const turn = turnOf(row, answers);
  const due = turn && actor.side === 'provider' ? answerDue(turn, target) : null;
  return {
    // Someone who is gone, or may not use tickets any more, takes care of nothing.
    assignee:
      row.assignee_id === null || row.assignee_name === null
        ? null
        : personOf(row.assignee_id, row.assignee_name, actor),
    turn: turn && { side: turn.side, since: new Date(turn.since).toISOString() },
    answerDue: due && new Date(due.at).toISOString(),
  };
}

function ratingOf(row: TicketRow, actor: Actor): Ticket['rating'] {
  const { rating_value: value, rating_rated_at: ratedAt, rating_changed_at: changedAt } = row;
  if (value === null || ratedAt === null || changedAt === null) return null;
  return {
    value,
    comment: row.rating_comment,
    by: personOf(row.rating_by ?? '', row.rating_by_name, actor),
    changedAt: changedAt.toISOString(),
    changeableUntil: changeableUntil(ratedAt).toISOString(),
  };
}

export function turnOf(
  row: Pick<
    TicketRow,
    'status' | 'deleted_at' | 'integration_id' | 'created_at' | 'reporter_side' | 'reporter_roles'
  >,
  answers: readonly Pick<AnswerRow, 'created_at' | 'side' | 'responder_roles' | 'waits_for'>[],
): TicketTurn | null {
  return ticketTurn({
    status: row.status,
    isDeleted: row.deleted_at !== null,
    hasIntegration: row.integration_id !== null,
    createdAt: row.created_at.getTime(),
    reporterSide: row.reporter_side ?? sideOf(row.reporter_roles),
    answers: answers.map((answer) => ({
      createdAt: answer.created_at.getTime(),
      side: answer.side ?? sideOf(answer.responder_roles),
      waitsFor: answer.waits_for,
    })),
  });
}

/** The side of someone whose roles of today are known. */
function sideOf(roles: readonly string[] | null): TicketSide | null {
  if (roles === null) return null;
  return recognisedRoles(roles).some(isProviderRole) ? 'provider' : 'integration';
}

function answerOf(row: AnswerRow, ticket_media: TicketMedium[], actor: Actor): Answer {
  const person = personOf(row.responder_id, row.responder_name, actor);
  const roles = person?.id === actor.userId ? actor.roles : recognisedRoles(row.responder_roles ?? []);
  return {
    id: row.id,
    description: row.description,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    responder: person === null ? null : { ...person, role: roles[0] ?? null },
    ticket_media,
    waitsFor: row.waits_for,
  };
}

// The caller exists, though the hub may not have stored them yet.
function personOf(id: string, username: string | null, actor: Actor) {
  if (id === actor.userId) return { id, username: actor.username };
  return username === null ? null : { id, username };
}

/** A file with its URL, signed for this user for an hour. Both fields hold the same one. */
export function mediumOf(row: MediumRow, signUrl: SignFileUrl, actor: Actor): TicketMedium {
  const url = signUrl(row, actor.userId);
  return {
    id: row.id,
    name: row.name,
    contentType: row.content_type,
    bytes: Number(row.bytes),
    url,
    s3Url: url,
  };
}

export function foundTicketOf(row: FoundTicketRow): FoundTicket {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    integration:
      row.integration_id === null ? null : { id: row.integration_id, name: row.integration_name ?? '' },
    createdAt: row.created_at.toISOString(),
  };
}
