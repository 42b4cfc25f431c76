import { messageOf, type TicketStatus } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';

interface LoggedTicket {
  id: number;
  title: string;
  integration: string | null;
}

interface TicketEntry {
  action: 'create' | 'delete' | 'restore' | 'answer' | 'add-file' | 'assign';
  /** Status before and after. */
  status?: { old: TicketStatus | null; new: TicketStatus | null };
  fileName?: string;
  /** Usernames before and after; null for no one. */
  assignee?: { old: string | null; new: string | null };
}

/** Writes a change of a ticket to the log, in its transaction; texts of tickets are not kept there. */
export async function recordTicket(
  tx: Tx,
  actor: Actor,
  { id, title, integration }: LoggedTicket,
  { action, status, fileName, assignee }: TicketEntry,
): Promise<void> {
  const ticket = { id, title };
  const sentences = {
    create: () => messageOf('logs.ticketCreated', ticket),
    delete: () => messageOf('logs.ticketDeleted', ticket),
    restore: () => messageOf('logs.ticketRestored', ticket),
    answer: () => messageOf(status?.new === 'closed' ? 'logs.ticketClosed' : 'logs.ticketAnswered', ticket),
    assign: () =>
      assignee?.new
        ? messageOf('logs.ticketAssigned', { ...ticket, assignee: assignee.new })
        : messageOf('logs.ticketUnassigned', ticket),
    'add-file': () => messageOf('logs.ticketFileAdded', { ...ticket, file: fileName ?? '' }),
  };
  await recordAudit(tx, {
    actor,
    type: 'tickets',
    action,
    objectId: id,
    description: sentences[action](),
    object: { name: title, integration },
    changes: changesBetween(
      { ...(status && { status: status.old }), ...(assignee && { assignee: assignee.old }) },
      { ...(status && { status: status.new }), ...(assignee && { assignee: assignee.new }) },
    ),
  });
}
