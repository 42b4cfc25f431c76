import { sql } from 'kysely';
import type { Tx } from '../../infra/postgres/index.ts';

/** Until the transaction ends no other one writes the end of this viewing. */
export async function lockViewing(tx: Tx, id: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`view as ${id}`}, 0))`.execute(tx);
}
