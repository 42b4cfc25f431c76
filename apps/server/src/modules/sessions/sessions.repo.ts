import type { Db } from '../../platform/postgres/index.ts';

/** Who has received the mail of a job: the one memory that a second attempt goes by. */
interface MailDeliveriesTable {
  job_id: string;
  recipient: string;
  sent_at: Date | null;
  error: string | null;
}

declare module '../../platform/postgres/database.ts' {
  interface Database {
    mail_deliveries: MailDeliveriesTable;
  }
}

/** Recipients of a job's mail that have got it. */
export async function listDelivered(db: Db, jobId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mail_deliveries')
    .select('recipient')
    .where('job_id', '=', jobId)
    .where('sent_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ recipient }) => recipient));
}

/** Notes what became of the mail to one recipient: `sentAt` when it went out, `error` when it did not. */
export async function upsertDelivery(
  db: Db,
  delivery: { jobId: string; recipient: string; sentAt: Date | null; error: string | null },
): Promise<void> {
  const outcome = { sent_at: delivery.sentAt, error: delivery.error };
  await db
    .insertInto('mail_deliveries')
    .values({ job_id: delivery.jobId, recipient: delivery.recipient, ...outcome })
    .onConflict((conflict) => conflict.columns(['job_id', 'recipient']).doUpdateSet(outcome))
    .execute();
}
