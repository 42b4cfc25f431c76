import { type Answer, recognisedRoles, type Ticket, type TicketMedium } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import type { TicketFileAddresses } from './tickets.address.ts';
import type { AnswerRow, MediumRow, TicketRow } from './tickets.repo.ts';

/** The tickets with their answers and files, in the order of the rows. */
export function ticketsOf(
  rows: { tickets: readonly TicketRow[]; answers: readonly AnswerRow[]; media: readonly MediumRow[] },
  addresses: TicketFileAddresses,
  actor: Actor,
): Ticket[] {
  const media = Map.groupBy(rows.media, (row) => `${row.ticket_id} ${row.answer_id ?? ''}`);
  const answers = Map.groupBy(rows.answers, (row) => row.ticket_id);
  const filesOf = (ticketId: number, answerId: number | null) =>
    (media.get(`${ticketId} ${answerId ?? ''}`) ?? []).map((row) => mediumOf(row, addresses));
  return rows.tickets.map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
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
    answers: (answers.get(row.id) ?? []).map((answer) => answerOf(answer, filesOf(row.id, answer.id), actor)),
    ticket_media: filesOf(row.id, null),
  }));
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
  };
}

// Whoever asks is there, though the hub may not have noted them yet.
function personOf(id: string, username: string | null, actor: Actor) {
  if (id === actor.userId) return { id, username: actor.username };
  return username === null ? null : { id, username };
}

/** A file with its address: both fields are the same one, signed, for an hour. */
export function mediumOf(row: MediumRow, addresses: TicketFileAddresses): TicketMedium {
  const url = addresses.of(row);
  return {
    id: row.id,
    name: row.name,
    contentType: row.content_type,
    bytes: Number(row.bytes),
    url,
    s3Url: url,
  };
}
