import { type BodyOf, messageOf, type rateTicket, ratingDays, type SatisfactionRow } from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError } from '../../infra/errors/index.ts';
import { afterCommit, type Postgres } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { Notify } from '../notifications/index.ts';
import { recipientsOfEscalation } from './tickets.policy.ts';
import { countSatisfaction, saveRating } from './tickets.ratings.repo.ts';
import { findTickets, lockTicket } from './tickets.repo.ts';
import { notificationOf } from './tickets.texts.ts';

/** How integrations rate the tickets that were closed. */
export interface TicketRatings {
  /** @throws NotFoundError, ConflictError for a ticket that is not closed, and for a rating that is past its days */
  rate(actor: Actor, id: number, body: BodyOf<typeof rateTicket>): Promise<void>;
  /** The last twelve months, the newest first, then by username. */
  satisfaction(): Promise<SatisfactionRow[]>;
}

export interface TicketRatingsDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Realtime;
  notify: Notify;
}

const dayMs = 86_400_000;

/** Until when a rating can be changed. */
export const changeableUntil = (ratedAt: Date): Date => new Date(ratedAt.getTime() + ratingDays * dayMs);

export function createTicketRatings({ postgres, clock, realtime, notify }: TicketRatingsDeps): TicketRatings {
  return {
    rate: (actor, id, { value, comment: written }) =>
      postgres.transaction(async (tx) => {
        const scope = integrationScope(actor);
        const held = await lockTicket(tx, scope, id);
        const [ticket] = await findTickets(tx, scope, { id });
        if (held === undefined || held.deleted_at !== null || ticket === undefined) {
          throw new NotFoundError(messageOf('refusals.ticketNotFound'));
        }
        if (ticket.status !== 'closed') throw new ConflictError(messageOf('refusals.ticketNotClosed'));
        const now = clock.now();
        const { rating_value: old, rating_rated_at: ratedAt } = ticket;
        if (ratedAt !== null && now.getTime() >= changeableUntil(ratedAt).getTime()) {
          throw new ConflictError(messageOf('refusals.ratingFinal', { days: ratingDays }));
        }
        const comment = written || null;
        if (old === value && ticket.rating_comment === comment) return;
        await saveRating(tx, id, { value, comment, rated_by: actor.userId, changed_at: now });
        const { title, integration_name: integration } = ticket;
        if (old !== value) {
          await notify(
            tx,
            recipientsOfEscalation(ticket),
            notificationOf({
              kind: value === 'good' ? 'ratedGood' : 'ratedBad',
              id,
              title,
              integration,
              username: actor.username,
            }),
          );
        }
        await recordAudit(tx, {
          actor,
          type: 'tickets',
          action: 'rate',
          objectId: id,
          description: messageOf('logs.ticketRated', { id, title }),
          object: { name: title, integration },
          changes: changesBetween(old === null ? {} : { rating: old }, { rating: value }),
        });
        afterCommit(tx, () =>
          realtime.publish(
            { name: 'changed', data: { topic: 'tickets', id: String(id) } },
            {
              providers: true,
              ...(held.integration_id === null ? {} : { integration: held.integration_id }),
            },
          ),
        );
      }),

    async satisfaction() {
      const rows = await countSatisfaction(postgres.db, clock.now());
      return rows.map(({ id, username, ...counts }) => ({
        ...counts,
        assignee: id === null || username === null ? null : { id, username },
      }));
    },
  };
}
