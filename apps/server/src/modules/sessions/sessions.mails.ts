import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { emailAddress, messages, type Scope, type SessionListQuery } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { ValidationError } from '../../platform/errors/index.ts';
import { deliverToEach } from '../../platform/mail/deliver.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import {
  defineJob,
  type JobContext,
  type JobDefinition,
  type JobQueueClient,
} from '../../platform/queue/index.ts';
import { csvPieces } from '../../platform/spreadsheet/index.ts';
import type { FreshnessOf, ReferenceDirectory } from '../integrations/index.ts';
import { askedIntegrations, booksFilter } from './sessions.filter.ts';
import { type WholeLists, writeWhole } from './sessions.lists.ts';
import { type MailPayload, mailPayload } from './sessions.mail-payload.ts';
import { sessionsMail } from './sessions.mail-text.ts';
import { requireListOrder } from './sessions.policy.ts';

export interface MailDeps {
  lists: WholeLists;
  directory: Pick<ReferenceDirectory, 'read'>;
  /** The person as they are now. @throws ForbiddenError when they may not sign in or lack the scope by now */
  findRequester(userId: string, scope: Scope): Promise<Actor>;
  freshness: FreshnessOf;
  mailer: Mailer;
  postgres: Postgres;
  clock: Clock;
  /** Folder for files that live as long as a job. */
  workDir: string;
}

export interface SessionMails {
  /**
   * Queues the mail of a filtered list and answers the job's id.
   * @throws ForbiddenError for an order by a field the actor may not see
   * @throws ValidationError for a bad period and for addresses that are missing, malformed or given twice
   */
  request(actor: Actor, query: SessionListQuery): Promise<string>;
}

const mostRecipients = 50;

export type MailJob = JobDefinition<typeof mailPayload>;

export function createSessionMails(jobs: JobQueueClient, job: MailJob): SessionMails {
  return {
    async request(actor, query) {
      const { page, limit, order, nextItem, socketId, emails: given, ...filter } = query;
      if (order !== undefined) requireListOrder(actor, order);
      const emails = checkedAddresses(given);
      booksFilter(filter);
      return jobs.enqueue(
        job,
        {
          filter,
          ...(order === undefined ? {} : { order }),
          emails,
        },
        { actor },
      );
    },
  };
}

/** ERR-084, ERR-085. */
export function checkedAddresses(given: readonly string[] | undefined): string[] {
  const emails = (given ?? []).map((email) => email.trim());
  const refuse = (text: string): never => {
    throw new ValidationError({ emails: text }, text);
  };
  if (emails.length === 0) refuse('Give at least one e-mail address.');
  if (emails.some((email) => !emailAddress.safeParse(email).success)) refuse(messages.invalidEmail);
  if (new Set(emails.map((email) => email.toLowerCase())).size < emails.length)
    refuse(messages.duplicateEmail);
  if (emails.length > mostRecipients) refuse(`Give at most ${mostRecipients} e-mail addresses.`);
  return emails;
}

/** The job behind /range-mail: the whole list as one CSV, sent to each address once. */
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
  const actor = await deps.findRequester(job.userId, 'sessions:email');
  const list = deps.lists.open(actor, payload.filter, payload.order);

  context.progress(0, 'Writing the sessions list');
  const folder = join(deps.workDir, job.id);
  await mkdir(folder, { recursive: true });
  try {
    const path = join(folder, 'sessions.csv');
    const names = await deps.directory.read();
    const fresh = await deps.freshness(actor, askedIntegrations(payload.filter));
    const rows = await writeWhole(
      list,
      (table) => pipeline(Readable.from(csvPieces(table)), createWriteStream(path), { signal }),
      (written, expected) => {
        const share = Math.min(1, written / Math.max(1, expected));
        context.progress(
          90 * share,
          `${written.toLocaleString('en-GB')} of ${expected.toLocaleString('en-GB')} sessions`,
        );
      },
    );
    const recipients = payload.emails;
    const sent = await deliverToEach(
      { mailer: deps.mailer, db: deps.postgres.db, clock: deps.clock },
      {
        jobId: job.id,
        recipients,
        content: sessionsMail({ filter: payload.filter, names, rows, fresh, username: actor.username }),
        attachment: {
          filename: `sessions-${payload.filter.from.slice(0, 10)}-${payload.filter.to.slice(0, 10)}.csv`,
          contentType: 'text/csv; charset=utf-8',
          open: async () => createReadStream(path),
        },
        signal,
        onProgress(done) {
          context.summarise({ rows, recipients: recipients.length, sent: done });
          context.progress(
            90 + (9 * done) / recipients.length,
            `Sent to ${done} of ${recipients.length} addresses`,
          );
        },
      },
    );
    context.summarise({ rows, recipients: recipients.length, sent });
    context.progress(
      100,
      `Sent ${rows.toLocaleString('en-GB')} sessions to ${sent} ${sent === 1 ? 'address' : 'addresses'}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
