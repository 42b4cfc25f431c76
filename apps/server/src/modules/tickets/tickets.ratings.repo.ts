import type { TicketRating } from '@ludus/contract';
import { sql } from 'kysely';
import { zone } from '../../infra/clock/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { assigneeRoles } from './tickets.repo.ts';
import '../users/index.ts';

interface RatingChange {
  value: TicketRating;
  comment: string | null;
  rated_by: string;
  changed_at: Date;
}

/** Writes a rating; the instant of the first one stays. */
export async function saveRating(tx: Db, ticketId: number, change: RatingChange): Promise<void> {
  await tx
    .insertInto('ticket_ratings')
    .values({ ticket_id: ticketId, rated_at: change.changed_at, ...change })
    .onConflict((conflict) => conflict.column('ticket_id').doUpdateSet(change))
    .execute();
}

interface SatisfactionRecord {
  month: string;
  /** Null for no one, and for someone who is gone. */
  id: string | null;
  username: string | null;
  closed: number;
  good: number;
  bad: number;
}

/** Tickets of integrations closed in the twelve months up to an instant, by month of Rome and by who took care of them. */
export async function countSatisfaction(db: Db, now: Date): Promise<SatisfactionRecord[]> {
  const { rows } = await sql<SatisfactionRecord>`
    WITH closings AS (
      SELECT t.id, t.assignee_id, to_char(max(a.created_at) AT TIME ZONE ${zone}, 'YYYY-MM') AS month
      FROM tickets t JOIN ticket_answers a ON a.ticket_id = t.id AND a.status = 'closed'
      WHERE t.status = 'closed' AND t.deleted_at IS NULL AND t.integration_id IS NOT NULL
      GROUP BY t.id
    )
    SELECT c.month, u.subject AS id, u.username, count(*)::integer AS closed,
      count(*) FILTER (WHERE r.value = 'good')::integer AS good,
      count(*) FILTER (WHERE r.value = 'bad')::integer AS bad
    FROM closings c
    LEFT JOIN ticket_ratings r ON r.ticket_id = c.id
    LEFT JOIN users u ON u.subject = c.assignee_id AND u.enabled AND u.roles && ${assigneeRoles}::text[]
    WHERE c.month > to_char((${now}::timestamptz AT TIME ZONE ${zone}) - interval '12 months', 'YYYY-MM')
    GROUP BY c.month, u.subject, u.username
    ORDER BY c.month DESC, lower(u.username) NULLS LAST, u.subject`.execute(db);
  return rows;
}
