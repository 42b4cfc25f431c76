import { randomUUID } from 'node:crypto';
import { type BodyOf, type mailCustomReport, mailingMessages } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import { type Clock, parsePeriod } from '../../platform/clock/index.ts';
import { NotFoundError, ValidationError } from '../../platform/errors/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import type { JobQueueClient } from '../../platform/queue/index.ts';
import type { ReferenceDirectory } from '../integrations/index.ts';
import { type RunType, reportDays } from './reports.days.ts';
import type { ReportJob } from './reports.job.ts';
import { insertRecipients, insertRun, updateRunJob } from './reports.repo.ts';

export interface RequestDeps {
  postgres: Pick<Postgres, 'transaction'>;
  clock: Clock;
  jobs: Pick<JobQueueClient, 'enqueue'>;
  job: ReportJob;
  directory: Pick<ReferenceDirectory, 'read'>;
}

export type ReportRequester = (
  actor: Actor,
  type: RunType,
  body: BodyOf<typeof mailCustomReport>,
) => Promise<{ jobId: string }>;

/**
 * Queues a report that somebody asks for (API-058 to API-061). Without addresses it goes to the mailing list (OPEN-55).
 * The function it makes throws ValidationError for a custom one without address or range, NotFoundError for an integration
 * that there is not.
 */
export function createReportRequester(deps: RequestDeps): ReportRequester {
  const { postgres, clock, jobs, job, directory } = deps;
  return async (actor, type, body) => {
    const recipients = once(body.to ?? []);
    const { dateStart, dateEnd } =
      type === 'custom' ? customDays(body, recipients) : reportDays(type, clock.now());
    const integrationId = body.integrationId ?? null;
    if (integrationId !== null && !(await directory.read()).integrations.get(integrationId)?.isActive) {
      throw new NotFoundError('Integration not found');
    }
    const runId = randomUUID();
    const jobId = await postgres.transaction(async (tx) => {
      const now = clock.now();
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
      return added;
    });
    return { jobId };
  };
}

function customDays(
  { dateStart = '', dateEnd = '' }: BodyOf<typeof mailCustomReport>,
  recipients: readonly string[],
): { dateStart: string; dateEnd: string } {
  if (recipients.length === 0) {
    throw new ValidationError({ to: mailingMessages.addressRequired }, mailingMessages.addressRequired);
  }
  try {
    parsePeriod({ from: dateStart, to: dateEnd });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const { from, to } = error.fields ?? {};
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
