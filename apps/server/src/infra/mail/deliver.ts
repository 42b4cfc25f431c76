import type { Readable } from 'node:stream';
import { messageOf } from '@ludus/contract';
import { type Generated, sql } from 'kysely';
import type { Clock } from '../clock/index.ts';
import { ConflictError } from '../errors/index.ts';
import type { Db } from '../postgres/database.ts';
import { type Mail, MailError, type Mailer } from './types.ts';

/** The recipients of a job's mail: a second attempt skips those who have received it. */
interface MailDeliveriesTable {
  job_id: string;
  recipient: string;
  tried_at: Date;
  sent_at: Date | null;
  error: string | null;
  /** The mail server refused it for good: no further attempt is made. */
  refused: Generated<boolean>;
}

declare module '../postgres/database.ts' {
  interface Database {
    mail_deliveries: MailDeliveriesTable;
  }
}

/** Mail servers refuse larger attachments: a mail links to a larger file. */
export const maxAttachmentBytes = 5 * 1024 * 1024;

/** A mail that goes to several people, each for themselves. */
export interface SharedMail {
  jobId: string;
  recipients: readonly string[];
  content: Pick<Mail, 'subject' | 'text' | 'html'>;
  /** Opened anew for each of them. */
  attachment?: { filename: string; contentType: string; open(): Promise<Readable> } | undefined;
  signal: AbortSignal;
  /** Called before each mail with the number of recipients that have theirs. */
  onProgress(sent: number): void;
}

/**
 * Sends a job's mail to each recipient who has not received it from an earlier attempt. A failed delivery does not hold
 * up the others. One that may pass is thrown at the end, so that the job is tried again with those who are left;
 * recipients that the mail server refuses for good are not tried again.
 * @returns how many have received it by now
 * @throws ConflictError when everyone else has received it and some were refused for good
 */
export async function deliverToEach(
  deps: { mailer: Mailer; db: Db; clock: Clock },
  { jobId, recipients, content, attachment, signal, onProgress }: SharedMail,
): Promise<number> {
  const { delivered, refused } = await listSettled(deps.db, jobId);
  let failure: unknown;
  for (const recipient of recipients) {
    if (delivered.has(recipient) || refused.has(recipient)) continue;
    signal.throwIfAborted();
    onProgress(delivered.size);
    let opened: Readable | undefined;
    try {
      opened = await attachment?.open();
      const attachments =
        attachment === undefined || opened === undefined
          ? []
          : [{ filename: attachment.filename, contentType: attachment.contentType, content: opened }];
      await deps.mailer.send({ ...content, to: [recipient], attachments });
    } catch (error) {
      const isRefused = error instanceof MailError && error.kind === 'refused';
      if (isRefused) refused.add(recipient);
      else failure = error;
      const reason = error instanceof Error ? error.message : String(error);
      const failed = { tried_at: deps.clock.now(), sent_at: null, error: reason, refused: isRefused };
      await upsertDelivery(deps.db, jobId, recipient, failed);
      continue;
    } finally {
      opened?.destroy();
    }
    const now = deps.clock.now();
    const sent = { tried_at: now, sent_at: now, error: null, refused: false };
    await upsertDelivery(deps.db, jobId, recipient, sent);
    delivered.add(recipient);
  }
  if (failure !== undefined) throw failure;
  if (refused.size > 0) {
    throw new ConflictError(
      messageOf('mail.refusedForSome', { refused: refused.size, count: recipients.length }),
    );
  }
  return delivered.size;
}

async function listSettled(db: Db, jobId: string): Promise<{ delivered: Set<string>; refused: Set<string> }> {
  const rows = await db
    .selectFrom('mail_deliveries')
    .select(['recipient', 'refused'])
    .where('job_id', '=', jobId)
    .where((where) => where.or([where('sent_at', 'is not', null), where('refused', '=', true)]))
    .execute();
  const named = (isRefused: boolean) =>
    new Set(rows.filter(({ refused }) => refused === isRefused).map(({ recipient }) => recipient));
  return { delivered: named(false), refused: named(true) };
}

async function upsertDelivery(
  db: Db,
  jobId: string,
  recipient: string,
  outcome: { tried_at: Date; sent_at: Date | null; error: string | null; refused: boolean },
): Promise<void> {
  await db
    .insertInto('mail_deliveries')
    .values({ job_id: jobId, recipient, ...outcome })
    .onConflict((conflict) => conflict.columns(['job_id', 'recipient']).doUpdateSet(outcome))
    .execute();
}

/**
 * Deletes the deliveries of mails last tried before an instant, `limit` at most, and returns how many. While the job of a
 * mail is not finished, they say who must not get it again.
 */
export async function deleteOldDeliveries(tx: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM mail_deliveries WHERE (job_id, recipient) IN (
      SELECT d.job_id, d.recipient FROM mail_deliveries d
      WHERE d.tried_at < ${before}::timestamptz
        AND NOT EXISTS (SELECT FROM jobs j WHERE j.id::text = d.job_id AND j.finished_at IS NULL)
      LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
    )`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}
