import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { emailAddress, type Message, messageOf, type Scope, type SessionListQuery } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ValidationError } from '../../infra/errors/index.ts';
import { deliverToEach, maxAttachmentBytes } from '../../infra/mail/deliver.ts';
import type { Mailer, MailQuota } from '../../infra/mail/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import {
  defineJob,
  type JobContext,
  type JobDefinition,
  type JobQueueClient,
} from '../../infra/queue/index.ts';
import { csvPieces } from '../../infra/spreadsheet/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import { type CoverageOf, coverageLines } from '../statistics/index.ts';
import { requestedIntegrations, toStoreFilter } from './sessions.filter.ts';
import { type WholeLists, writeWhole } from './sessions.lists.ts';
import { type MailPayload, mailPayload } from './sessions.mail-payload.ts';
import { sessionsFileName, sessionsMail } from './sessions.mail-text.ts';
import { requireListOrder } from './sessions.policy.ts';

/** A sessions list that a job has written and that is too large for a mail. */
export interface LargeList extends Pick<MailPayload, 'filter' | 'order'> {
  jobId: string;
  /** The CSV file, which the job removes afterwards. */
  path: string;
  rows: number;
  bytes: number;
}

/** Stores a large list for download and returns its URL. A second call for the same job replaces its file. */
export type StoreLargeList = (actor: Actor, list: LargeList) => Promise<{ url: string; expiresAt: Date }>;

export interface MailDeps {
  lists: WholeLists;
  referenceData: Pick<ReferenceData, 'read'>;
  /** Returns the user with the current rights. @throws ForbiddenError when they may not sign in or lack the scope by now */
  findPrincipal(userId: string, scope: Scope): Promise<Actor>;
  coverage: CoverageOf;
  storeLargeList: StoreLargeList;
  mailer: Mailer;
  postgres: Postgres;
  clock: Clock;
  /** Folder for files that live as long as a job. */
  workDir: string;
}

export interface SessionMails {
  /**
   * Queues the mail of a filtered list and returns the job's id.
   * @throws ForbiddenError for an order by a field the actor may not see
   * @throws ValidationError for a bad period and for addresses that are missing, malformed or given twice
   * @throws TooManyRequestsError when the actor's quota of mails is used up
   */
  request(actor: Actor, query: SessionListQuery): Promise<string>;
}

const mostRecipients = 50;

export type MailJob = JobDefinition<typeof mailPayload>;

interface RequestDeps {
  postgres: Pick<Postgres, 'transaction'>;
  jobs: Pick<JobQueueClient, 'enqueue'>;
  job: MailJob;
  quota: MailQuota;
}

export function createSessionMails({ postgres, jobs, job, quota }: RequestDeps): SessionMails {
  return {
    async request(actor, query) {
      const { page, limit, order, nextItem, socketId, emails: given, ...filter } = query;
      if (order !== undefined) requireListOrder(actor, order);
      const emails = checkedAddresses(given);
      toStoreFilter(filter);
      const payload = { filter, ...(order === undefined ? {} : { order }), emails };
      return postgres.transaction(async (tx) => {
        await quota.spend(tx, actor, emails.length);
        const jobId = await jobs.enqueue(job, payload, { actor, tx });
        const [from, to] = [filter.from.slice(0, 10), filter.to.slice(0, 10)];
        await recordAudit(tx, {
          actor,
          type: 'exports',
          action: 'mail',
          objectId: jobId,
          description: messageOf('logs.sessionsSent', { from, to, count: emails.length }),
          object: { integration: actor.integration?.name ?? null },
          changes: changesBetween({}, { recipients: emails, filter }),
        });
        return jobId;
      });
    },
  };
}

export function checkedAddresses(given: readonly string[] | undefined): string[] {
  const emails = (given ?? []).map((email) => email.trim());
  const refuse = (text: Message): never => {
    throw new ValidationError({ emails: text }, text);
  };
  if (emails.length === 0) refuse(messageOf('fields.noAddress'));
  if (emails.some((email) => !emailAddress.safeParse(email).success))
    refuse(messageOf('fields.invalidAddress'));
  if (new Set(emails.map((email) => email.toLowerCase())).size < emails.length)
    refuse(messageOf('fields.duplicateAddress'));
  if (emails.length > mostRecipients) refuse(messageOf('fields.tooManyAddresses', { max: mostRecipients }));
  return emails;
}

/**
 * The job behind /range-mail: the whole list as one CSV, sent to each address once; or the URL that opens it, where it is
 * too large for a mail.
 */
export function defineMailJob(deps: MailDeps): MailJob {
  return defineJob({
    name: 'email-sessions',
    queue: 'reports',
    payload: mailPayload,
    options: { retries: 8, retryDelaySeconds: 5, timeoutSeconds: 3_600 },
    run: (context) => runMail(context, deps),
  });
}

async function runMail(context: JobContext<MailPayload>, deps: MailDeps): Promise<void> {
  const { payload, job, signal } = context;
  const actor = await deps.findPrincipal(job.userId, 'sessions:email');
  const list = deps.lists.open(actor, payload.filter, payload.order);

  context.progress(0, messageOf('jobs.writingSessions'));
  const folder = join(deps.workDir, job.id);
  await mkdir(folder, { recursive: true });
  try {
    const path = join(folder, 'sessions.csv');
    const names = await deps.referenceData.read();
    const { filter } = payload;
    const coverage = await deps.coverage(actor, {
      from: filter.from,
      to: filter.to,
      sessionTypeId: filter.sessionTypeId,
      integrations: requestedIntegrations(filter),
    });
    const rows = await writeWhole(
      list,
      (table) => pipeline(Readable.from(csvPieces(table)), createWriteStream(path), { signal }),
      (written, expected) => {
        const share = Math.min(1, written / Math.max(1, expected));
        context.progress(90 * share, messageOf('jobs.sessionsWritten', { done: written, all: expected }));
      },
    );
    const { size: bytes } = await stat(path);
    const isAttached = bytes <= maxAttachmentBytes;
    const download = isAttached
      ? undefined
      : await deps.storeLargeList(actor, { ...payload, jobId: job.id, path, rows, bytes });
    const recipients = payload.emails;
    const sent = await deliverToEach(
      { mailer: deps.mailer, db: deps.postgres.db, clock: deps.clock },
      {
        jobId: job.id,
        recipients,
        content: sessionsMail({
          filter: payload.filter,
          names,
          rows,
          fresh: { asOf: coverage.asOf, notFetched: 0 },
          missing: coverageLines(coverage, { withOpen: false }),
          username: actor.username,
          download,
        }),
        attachment: isAttached
          ? {
              filename: sessionsFileName(payload.filter),
              contentType: 'text/csv; charset=utf-8',
              open: async () => createReadStream(path),
            }
          : undefined,
        signal,
        onProgress(done) {
          context.summarise({ rows, recipients: recipients.length, sent: done });
          context.progress(
            90 + (9 * done) / recipients.length,
            messageOf('jobs.mailed', { sent: done, all: recipients.length }),
          );
        },
      },
    );
    context.summarise({ rows, recipients: recipients.length, sent });
    context.progress(100, messageOf('jobs.sessionsMailed', { rows, count: sent }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
