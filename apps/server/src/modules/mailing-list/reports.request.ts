import { randomUUID } from 'node:crypto';
import { type BodyOf, type mailCustomReport, messageOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import { type Clock, parsePeriod } from '../../infra/clock/index.ts';
import { NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { MailQuota } from '../../infra/mail/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import { type RunType, reportDays } from './reports.days.ts';
import type { ReportJob } from './reports.job.ts';
import { insertRecipients, insertRun, updateRunJob } from './reports.repo.ts';

export interface RequestDeps {
  postgres: Pick<Postgres, 'transaction'>;
  clock: Clock;
  jobs: Pick<JobQueueClient, 'enqueue'>;
  job: ReportJob;
  referenceData: Pick<ReferenceData, 'read'>;
  quota: MailQuota;
}

export type ReportRequester = (
  actor: Actor,
  type: RunType,
  body: BodyOf<typeof mailCustomReport>,
) => Promise<{ jobId: string }>;

/**
 * Queues a report that someone requests. Without addresses it goes to the mailing list.
 * The function it makes throws ValidationError for a custom one without address or range, NotFoundError for an integration
 * that there is not.
 */
export function createReportRequester(deps: RequestDeps): ReportRequester {
  const { postgres, clock, jobs, job, referenceData, quota } = deps;
  return async (actor, type, body) => {
    const recipients = once(body.to ?? []);
    const { dateStart, dateEnd } =
      type === 'custom' ? customDays(body, recipients) : reportDays(type, clock.now());
    const integrationId = body.integrationId ?? null;
    if (integrationId !== null && !(await referenceData.read()).integrations.get(integrationId)?.isActive) {
      throw new NotFoundError(messageOf('refusals.integrationNotFound'));
    }
    const runId = randomUUID();
    const jobId = await postgres.transaction(async (tx) => {
      const now = clock.now();
      await quota.spend(tx, actor, recipients.length);
      const addressedAt = recipients.length === 0 ? null : now;
      await insertRun(tx, {
        id: runId,
        report_type: type,
        due_at: null,
        created_at: now,
        addressed_at: addressedAt,
      });
      if (recipients.length > 0) await insertRecipients(tx, runId, recipients, integrationId);
      const payload = { type, dateStart, dateEnd, integrationId, runId };
      const added = await jobs.enqueue(job, payload, { tx, actor });
      await updateRunJob(tx, runId, added);
      await recordAudit(tx, {
        actor,
        type: 'exports',
        action: 'mail',
        objectId: added,
        description:
          recipients.length === 0
            ? messageOf('logs.reportSentToList', { type: messageOf(loggedTypes[type]) })
            : messageOf('logs.reportSent', { type: messageOf(loggedTypes[type]), count: recipients.length }),
        changes: changesBetween({}, { from: dateStart, to: dateEnd, integrationId, recipients }),
      });
      return added;
    });
    return { jobId };
  };
}

const loggedTypes = {
  daily: 'logs.dailyReport',
  monthly: 'logs.monthlyReport',
  'italy-games': 'logs.italyGamesReport',
  custom: 'logs.customReport',
} as const;

function customDays(
  { dateStart = '', dateEnd = '' }: BodyOf<typeof mailCustomReport>,
  recipients: readonly string[],
): { dateStart: string; dateEnd: string } {
  if (recipients.length === 0) {
    const refusal = messageOf('fields.addressRequired');
    throw new ValidationError({ to: refusal }, refusal);
  }
  try {
    parsePeriod({ from: dateStart, to: dateEnd });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const { from, to } = error.fieldMessages ?? {};
    throw new ValidationError({
      ...(from === undefined ? {} : { dateStart: from }),
      ...(to === undefined ? {} : { dateEnd: to }),
    });
  }
  return { dateStart, dateEnd };
}

/** Each address once, whatever its case, as it was given first. */
function once(addresses: readonly string[]): string[] {
  return [...new Map(addresses.toReversed().map((one) => [one.toLowerCase(), one])).values()].toReversed();
}
