import { type Kysely, sql } from 'kysely';

/**
 * What the RTP monitor measures a game by: the standard deviation of a round's win per unit staked, and since when the
 * variant of its RTP is in force. Games of older releases have neither.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE games
      ADD COLUMN rtp_std_dev numeric(7, 2) CHECK (rtp_std_dev > 0),
      ADD COLUMN rtp_since date`.execute(db);
}
