import { type Kysely, sql } from 'kysely';

/** What the books have taken in from each platform, rows they did not take, and mails that have gone out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fetch_coverage')
    .addColumn('integration_id', 'integer', (column) => column.primaryKey())
    // Change times of the platform that were read without a gap, half-open.
    .addColumn('covered_from', 'timestamptz', (column) => column.notNull())
    .addColumn('covered_to', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('quarantined_rows')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('integration_id', 'integer', (column) => column.notNull())
    // SHA-256 of the row as it came: the same row of the same integration is one entry, however often it arrives.
    .addColumn('row_hash', 'bytea', (column) => column.notNull())
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text')
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('row_text', 'text', (column) => column.notNull())
    .addColumn('times', 'integer', (column) => column.notNull())
    .addColumn('first_received_at', 'timestamptz', (column) => column.notNull())
    .addColumn('received_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('quarantined_rows_once', ['integration_id', 'row_hash'])
    .execute();
  await sql`CREATE INDEX quarantined_rows_newest ON quarantined_rows (received_at DESC, id DESC)`.execute(db);
  await sql`CREATE INDEX quarantined_rows_job ON quarantined_rows (job_id, received_at DESC)`.execute(db);

  await db.schema
    .createTable('mail_deliveries')
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'timestamptz')
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('mail_deliveries_once', ['job_id', 'recipient'])
    .execute();
}
