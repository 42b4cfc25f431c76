import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../infra/postgres/index.ts';

export interface Refusal {
  /** The name that was typed, cut to what a log needs. */
  name: string;
  accountId: string | null;
  address: string;
  browser: string;
  reason: string;
}

/** Counts a refusal. Returns true for the first one of a key. */
export async function countRefusal(tx: Tx, key: string, refusal: Refusal, now: Date): Promise<boolean> {
  const { rows } = await sql<{ repeats: number }>`
    INSERT INTO sign_in_refusals (key, refusal, repeats, first_at)
    VALUES (${createHash('sha256').update(key).digest()}, ${JSON.stringify(refusal)}, 0, ${now})
    ON CONFLICT (key) DO UPDATE SET repeats = sign_in_refusals.repeats + 1
    RETURNING repeats`.execute(tx);
  return rows[0]?.repeats === 0;
}

/** Removes what was first counted up to an instant. Returns the refusals that were repeated since. */
export async function takeRepeatedRefusals(
  tx: Db,
  firstBefore: Date,
): Promise<(Refusal & { repeats: number })[]> {
  const { rows } = await sql<{ refusal: Refusal; repeats: number }>`
    DELETE FROM sign_in_refusals WHERE key IN (
      SELECT key FROM sign_in_refusals WHERE first_at <= ${firstBefore} FOR UPDATE SKIP LOCKED
    ) RETURNING refusal, repeats`.execute(tx);
  return rows.filter(({ repeats }) => repeats > 0).map(({ refusal, repeats }) => ({ ...refusal, repeats }));
}
