import { type Kysely, sql } from 'kysely';

/** An answer to a maintenance names its giver as the log does: by the username, which outlives the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE maintenance_integrations SET answered_by = users.username FROM users
    WHERE users.subject = maintenance_integrations.answered_by`.execute(db);
}
