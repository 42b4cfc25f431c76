import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { AnonymousLimits } from './anonymous-state.ts';

/** Deletes the oldest rows of a network, and of all of them, beyond the limits. */
export async function evictOldest(
  db: Db,
  model: string,
  caller: string,
  { perNetwork, total }: AnonymousLimits,
): Promise<void> {
  // Concurrent evictions choose the same rows; whoever comes second leaves them to the first.
  await sql`
    DELETE FROM oidc_payloads WHERE (model, id_hash) IN (
      SELECT model, id_hash FROM oidc_payloads WHERE model = ${model} AND caller = ${caller}
      ORDER BY expires_at DESC OFFSET ${perNetwork} FOR UPDATE SKIP LOCKED)`.execute(db);
  await sql`
    DELETE FROM oidc_payloads WHERE (model, id_hash) IN (
      SELECT model, id_hash FROM oidc_payloads WHERE model = ${model} AND caller IS NOT NULL
      ORDER BY expires_at DESC OFFSET ${total} FOR UPDATE SKIP LOCKED)`.execute(db);
}
