import type { Readable } from 'node:stream';
import type { Clock } from '../clock/index.ts';
import type { Db } from '../postgres/database.ts';
import type { Mail, Mailer } from './types.ts';

/** Who has received the mail of a job: the one memory that a second attempt goes by. */
interface MailDeliveriesTable {
  job_id: string;
  recipient: string;
  sent_at: Date | null;
  error: string | null;
}

declare module '../postgres/database.ts' {
  interface Database {
    mail_deliveries: MailDeliveriesTable;
  }
}

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
 * Sends a job's mail to each recipient who has not received it from an earlier attempt. Who cannot be reached does not
 * keep the others waiting; the last failure is thrown in the end, so that the job is tried again.
 * @returns how many have received it by now
 */
export async function deliverToEach(
  deps: { mailer: Mailer; db: Db; clock: Clock },
  { jobId, recipients, content, attachment, signal, onProgress }: SharedMail,
): Promise<number> {
  const delivered = await listDelivered(deps.db, jobId);
  let failure: unknown;
  for (const recipient of recipients.filter((address) => !delivered.has(address))) {
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
      failure = error;
      const reason = error instanceof Error ? error.message : String(error);
      await upsertDelivery(deps.db, jobId, recipient, { sent_at: null, error: reason });
      continue;
    } finally {
      opened?.destroy();
    }
    await upsertDelivery(deps.db, jobId, recipient, { sent_at: deps.clock.now(), error: null });
    delivered.add(recipient);
  }
  if (failure !== undefined) throw failure;
  return delivered.size;
}

async function listDelivered(db: Db, jobId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mail_deliveries')
    .select('recipient')
    .where('job_id', '=', jobId)
    .where('sent_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ recipient }) => recipient));
}

async function upsertDelivery(
  db: Db,
  jobId: string,
  recipient: string,
  outcome: { sent_at: Date | null; error: string | null },
): Promise<void> {
  await db
    .insertInto('mail_deliveries')
    .values({ job_id: jobId, recipient, ...outcome })
    .onConflict((conflict) => conflict.columns(['job_id', 'recipient']).doUpdateSet(outcome))
    .execute();
}
