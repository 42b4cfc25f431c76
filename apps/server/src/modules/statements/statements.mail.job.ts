import { messageOf } from '@ludus/contract';
import { z } from 'zod';
import { visibleIntegrations } from '../../infra/access/index.ts';
import { type CurrentRights, findActor } from '../../infra/access/principal.ts';
import { type Clock, romeDay } from '../../infra/clock/index.ts';
import { ConflictError } from '../../infra/errors/index.ts';
import { type Mail, MailError, type Mailer, mailRetryPolicy } from '../../infra/mail/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import { defineJob, type FailedJob, type JobDefinition, type JobOptions } from '../../infra/queue/index.ts';
import { type DeliveryRow, findDelivery, updateDelivery } from './statements.deliveries.repo.ts';
import type { StatementDocuments } from './statements.documents.ts';
import { findStatement, type StatementRow } from './statements.repo.ts';

// Whose address it is stands with the delivery, so that a task names no one.
const payload = z.strictObject({ deliveryId: z.string().regex(/^\d+$/) });
export type StatementMailJob = JobDefinition<typeof payload>;

export interface StatementMailDeps {
  postgres: Pick<Postgres, 'db'>;
  clock: Clock;
  mailer: Mailer;
  rights: CurrentRights;
  documents: StatementDocuments;
}

const jobOptions: JobOptions = { ...mailRetryPolicy, concurrency: 2, timeoutSeconds: 300 };

/** Mails the documents of a statement to one address, once: what was sent or given up is not sent by a second attempt. */
export function defineStatementMailJob(deps: StatementMailDeps, options = jobOptions): StatementMailJob {
  const { postgres, clock } = deps;
  return defineJob({
    name: 'email-statement',
    queue: 'system',
    payload,
    options,
    async run({ payload: { deliveryId }, progress }) {
      const delivery = await findDelivery(postgres.db, deliveryId);
      if (delivery?.state !== 'waiting') return;
      const at = clock.now();
      const statement = await findStatement(postgres.db, romeDay(at), delivery.statement_id, { kind: 'all' });
      const refusal = statement && (await refusalOf(delivery, statement, deps.rights));
      if (statement === undefined || refusal !== undefined) {
        const reason = refusal ?? messageOf('mail.noStatement');
        await updateDelivery(postgres.db, deliveryId, { state: 'refused', reason, at });
        return;
      }
      try {
        await deps.mailer.send(await composeMail(deps.documents, statement, delivery));
      } catch (error) {
        // A conflict ends the job: the same mail would be refused again.
        if (error instanceof MailError && error.kind === 'refused')
          throw new ConflictError(error.detail ?? error.message, { cause: error });
        throw error;
      }
      await updateDelivery(postgres.db, deliveryId, { state: 'sent', reason: null, at: clock.now() });
      progress(100, messageOf('jobs.mailSent', { count: 1 }));
    },
  });
}

/** For a mail that was given up. */
export function noteFailure(clock: Clock) {
  return async (tx: Tx, { payload: given, message }: FailedJob<z.output<typeof payload>>): Promise<void> => {
    await updateDelivery(tx, given.deliveryId, { state: 'failed', reason: message, at: clock.now() });
  };
}

/** Rights are those of the moment in which the mail leaves, however long it has waited. */
async function refusalOf(
  { user_id: userId }: DeliveryRow,
  { state, number, integration_id: integrationId }: StatementRow,
  rights: CurrentRights,
) {
  // The address that it was sent to learns by mail that it is withdrawn; people are notified of it.
  if (userId === null) return undefined;
  if (state === 'void') return messageOf('refusals.statementVoid', { number });
  const actor = await findActor(userId, rights);
  if (actor === undefined) return messageOf('mail.noAccount');
  const isVisible = visibleIntegrations(actor, [integrationId])?.includes(integrationId) ?? false;
  return isVisible && actor.can('statements:read') ? undefined : messageOf('mail.noStatement');
}

async function composeMail(
  documents: StatementDocuments,
  row: StatementRow,
  { recipient, language }: DeliveryRow,
): Promise<Mail> {
  return { ...(await documents.mail(row, language)), to: [recipient] };
}
