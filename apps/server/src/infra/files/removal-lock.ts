/** Files that a backup is about to copy stay: what removes files of deleted rows waits until it has copied them. */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Postgres } from '../postgres/postgres.ts';

// Any numbers that no other lock of the hub uses.
const removalLock = [7_305_005, 1] as const;

/** Runs a removal, unless a backup copies files; false then, and nothing has been done. */
export function unlessHeld(
  { transaction }: Pick<Postgres, 'transaction'>,
  remove: () => Promise<void>,
): Promise<boolean> {
  return transaction(async (tx) => {
    const { rows } = await sql<{ locked: boolean }>`
      SELECT pg_try_advisory_xact_lock_shared(${removalLock[0]}, ${removalLock[1]}) AS locked`.execute(tx);
    if (rows[0]?.locked !== true) return false;
    await remove();
    return true;
  });
}

/** Keeps files from being removed until the connection ends or releases its locks; waits for removals that run. */
export async function holdRemovals(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1, $2)', [...removalLock]);
}
