import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';

/** What is counted together, such as a name from one network. */
export interface AttemptKey {
  key: string;
  /** Failures that cost no waiting. */
  free: number;
}

const firstDelaySeconds = 30;
const longestDelaySeconds = 15 * 60;
/** Failures older than this are forgotten. */
export const forgetAfterSeconds = 60 * 60;

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/**
 * Takes one try for each key before the password is looked at, so that guesses sent at once count like guesses sent in
 * turn. After the free failures each further one makes the key wait: 30 s, doubling up to 15 minutes.
 * Returns until when the caller has to wait, or undefined when the password may be checked.
 */
export async function takeAttempt(db: Db, keys: readonly AttemptKey[], now: Date): Promise<Date | undefined> {
  for (const { key, free } of keys) {
    const until = await takeOne(db, hashOf(key), free, now);
    if (until !== undefined) return until;
  }
  return undefined;
}

async function takeOne(db: Db, key: Buffer, free: number, now: Date): Promise<Date | undefined> {
  const forgotten = new Date(now.getTime() - forgetAfterSeconds * 1000);
  const failures = sql<number>`CASE WHEN sign_in_attempts.last_at < ${forgotten} THEN 1
    ELSE sign_in_attempts.failures + 1 END`;
  const over = sql<number>`(${failures} - ${free}::int)`;
  const taken = await db
    .insertInto('sign_in_attempts')
    .values({ key, failures: 1, blocked_until: null, last_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          failures,
          blocked_until: sql<Date | null>`CASE WHEN ${over} < 0 THEN NULL ELSE ${now}::timestamptz
            + least(${longestDelaySeconds}::float8, ${firstDelaySeconds}::float8 * power(2, least(${over}, 10)))
            * interval '1 second' END`,
          last_at: now,
        })
        // A key that waits is left as it is: asking again does not make the waiting longer.
        .where((where) =>
          where.or([
            where('sign_in_attempts.blocked_until', 'is', null),
            where('sign_in_attempts.blocked_until', '<=', now),
          ]),
        ),
    )
    .returning('failures')
    .executeTakeFirst();
  if (taken !== undefined) return undefined;
  const blocked = await db
    .selectFrom('sign_in_attempts')
    .select('blocked_until')
    .where('key', '=', key)
    .executeTakeFirst();
  return blocked?.blocked_until ?? now;
}

/** Forgets the failures of the `own` keys; a `shared` one only gets the attempt itself back. */
export async function clearAttempts(
  db: Db,
  own: readonly string[],
  shared: readonly string[],
): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('key', 'in', own.map(hashOf)).execute();
  if (shared.length === 0) return;
  await db
    .updateTable('sign_in_attempts')
    .set({ failures: sql<number>`greatest(failures - 1, 0)`, blocked_until: null })
    .where('key', 'in', shared.map(hashOf))
    .execute();
}

export async function deleteOldAttempts(db: Db, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - forgetAfterSeconds * 1000);
  await db
    .deleteFrom('sign_in_attempts')
    .where('last_at', '<', forgotten)
    .where((where) => where.or([where('blocked_until', 'is', null), where('blocked_until', '<', now)]))
    .execute();
}
