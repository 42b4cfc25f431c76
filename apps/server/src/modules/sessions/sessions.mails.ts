import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { emailAddress, messages, type SessionListQuery } from '@ludus/contract';
import { type Actor, integrationScope, requireScope } from '../../platform/access/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { ForbiddenError, ValidationError } from '../../platform/errors/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import {
  defineJob,
  type JobContext,
  type JobDefinition,
  type JobQueueClient,
} from '../../platform/queue/index.ts';
import type { Books, StoredSession } from '../books/index.ts';
import type { ReferenceDirectory } from '../integrations/index.ts';
import { columnsFor, csvPieces } from './sessions.csv.ts';
import { booksFilter, defaultOrder } from './sessions.filter.ts';
import { type MailPayload, mailPayload } from './sessions.mail-payload.ts';
import { sessionsMail } from './sessions.mail-text.ts';
import { requireListOrder } from './sessions.policy.ts';
import { listDelivered, upsertDelivery } from './sessions.repo.ts';

/** What mails ask of the books: the whole filtered list, and how long it is. */
export type MailBooks = Pick<Books, 'count' | 'stream'>;

export interface MailDeps {
  books: MailBooks;
  directory: Pick<ReferenceDirectory, 'read'>;
  /** The person as they are now: roles and integration; null when they may not sign in any more. */
  findRequester(requester: MailPayload['requester']): Promise<Actor | null>;
  /** When the actor's sessions were last fetched. */
  lastFetched(actor: Actor): Promise<string | null>;
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
const mostTries = 3;

export type MailJob = JobDefinition<typeof mailPayload>;

export function createSessionMails(jobs: JobQueueClient, job: MailJob): SessionMails {
  return {
    async request(actor, query) {
      const { page, limit, order, nextItem, socketId, emails: given, ...filter } = query;
      if (order !== undefined) requireListOrder(actor, order);
      const emails = checkedAddresses(given);
      booksFilter(filter);
      const { userId, username, email } = actor;
      return jobs.enqueue(
        job,
        {
          filter,
          ...(order === undefined ? {} : { order }),
          emails,
          requester: {
            userId,
            username,
            email,
            roles: [...actor.roles],
            integrationName: actor.integration?.name ?? null,
          },
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
  const actor = await deps.findRequester(payload.requester);
  if (actor === null)
    throw new ForbiddenError('The person who asked for this mail may not sign in any more.');
  requireScope(actor, 'sessions:email');
  if (payload.order !== undefined) requireListOrder(actor, payload.order);

  const delivered = await listDelivered(deps.postgres.db, job.id);
  const open = payload.emails.filter((email) => !delivered.has(email));
  context.progress(0, 'Writing the sessions list');
  const folder = join(deps.workDir, job.id);
  await mkdir(folder, { recursive: true });
  try {
    const path = join(folder, 'sessions.csv');
    const names = await deps.directory.read();
    const asOf = await deps.lastFetched(actor);
    const rows = await writeList(path, actor, payload, deps, context);
    const mail = sessionsMail({ filter: payload.filter, names, rows, asOf, username: actor.username });
    const filename = `sessions-${payload.filter.from.slice(0, 10)}-${payload.filter.to.slice(0, 10)}.csv`;
    context.summarise({ rows, recipients: payload.emails.length, sent: delivered.size });
    let failure: unknown;
    for (const [index, recipient] of open.entries()) {
      signal.throwIfAborted();
      context.progress(90 + (9 * index) / open.length, `Sending to ${recipient}`);
      const content = createReadStream(path);
      const attachments = [{ filename, contentType: 'text/csv; charset=utf-8', content }];
      try {
        await deps.mailer.send({ ...mail, to: [recipient], attachments });
      } catch (error) {
        // The others get theirs; this one is tried again with the next attempt.
        failure = error;
        await noteDelivery(deps, job.id, recipient, error instanceof Error ? error.message : String(error));
        continue;
      } finally {
        content.destroy();
      }
      await noteDelivery(deps, job.id, recipient, null);
      delivered.add(recipient);
      context.summarise({ rows, recipients: payload.emails.length, sent: delivered.size });
    }
    if (failure !== undefined) throw failure;
    context.progress(100, `Sent ${rows.toLocaleString('en-GB')} sessions to ${payload.emails.join(', ')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function noteDelivery(deps: MailDeps, jobId: string, recipient: string, error: string | null): Promise<void> {
  const sentAt = error === null ? deps.clock.now() : null;
  return upsertDelivery(deps.postgres.db, { jobId, recipient, sentAt, error });
}

/**
 * Writes the list and answers its number of rows, which must be what the books count for the same filter. Sessions that
 * arrive meanwhile make the two differ: then it is written again.
 */
async function writeList(
  path: string,
  actor: Actor,
  payload: MailPayload,
  deps: MailDeps,
  context: JobContext<MailPayload>,
): Promise<number> {
  const scope = integrationScope(actor);
  const filter = booksFilter(payload.filter);
  const columns = columnsFor(actor);
  const names = await deps.directory.read();
  for (let attempt = 1; ; attempt += 1) {
    const expected = filter === null ? 0 : await deps.books.count(scope, filter);
    let rows = 0;
    const batches =
      filter === null ? none() : deps.books.stream(scope, filter, payload.order ?? defaultOrder);
    const pieces = csvPieces(batches, columns, names, (count) => {
      rows += count;
      const share = Math.min(1, rows / Math.max(1, expected));
      context.progress(
        90 * share,
        `${rows.toLocaleString('en-GB')} of ${expected.toLocaleString('en-GB')} sessions`,
      );
    });
    await pipeline(Readable.from(pieces), createWriteStream(path), { signal: context.signal });
    if (rows === expected || (filter !== null && rows === (await deps.books.count(scope, filter))))
      return rows;
    if (attempt === mostTries) {
      throw new Error(`The list has ${rows} rows where the books count ${expected}.`);
    }
  }
}

async function* none(): AsyncGenerator<readonly StoredSession[]> {}
