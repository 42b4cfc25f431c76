import { randomUUID } from 'node:crypto';
import type { TicketCase } from '@ludus/contract';
import type { Files } from '../../infra/files/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import { insertAnswer, insertMedium, insertTicket } from './tickets.repo.ts';
import { storedCase } from './tickets.subject.ts';

/** A ticket with what has happened to it, as the demo enters it. Texts are clean HTML. */
export interface ImportedTicket {
  title: string;
  description: string;
  /** General unless it is given. */
  case?: TicketCase;
  integrationId: number;
  gameId: number | null;
  session: { id: string; externalTicketId: string | null; operatorId: number } | null;
  /** The subject of a person, as are responders. */
  reporterId: string;
  createdAt: Date;
  /** In the order they were given; the last one's status is the ticket's. */
  answers: readonly {
    description: string;
    status: 'ongoing' | 'closed';
    responderId: string;
    createdAt: Date;
  }[];
  media: readonly { name: string; contentType: string; content: Uint8Array }[];
}

/** Writes a ticket as it is, without notifying anyone. */
export async function importTicket(tx: Tx, files: Files, entry: ImportedTicket): Promise<void> {
  const { session, createdAt } = entry;
  const ticketId = await insertTicket(tx, {
    ...storedCase(entry.case ?? { type: 'general' }),
    title: entry.title,
    description: entry.description,
    integration_id: entry.integrationId,
    game_id: entry.gameId,
    session_id: session?.id ?? null,
    session_ticket_id: session?.externalTicketId ?? null,
    operator_id: session?.operatorId ?? null,
    reporter_id: entry.reporterId,
    created_at: createdAt,
    updated_at: createdAt,
  });
  for (const answer of entry.answers) {
    await insertAnswer(tx, {
      ticket_id: ticketId,
      description: answer.description,
      status: answer.status,
      responder_id: answer.responderId,
      created_at: answer.createdAt,
    });
  }
  for (const { name, contentType, content } of entry.media) {
    const file_key = `tickets/${randomUUID()}`;
    await files.put(file_key, content);
    await insertMedium(tx, {
      ticket_id: ticketId,
      answer_id: null,
      name,
      file_key,
      content_type: contentType,
      bytes: content.length,
      created_at: createdAt,
    });
  }
}
