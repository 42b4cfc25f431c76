import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../infra/clock/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { refreshReuseGraceSeconds } from './identity.lifetimes.ts';

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();

/** A used token as the store holds it. */
interface UsedToken {
  consumed_at: Date;
  successor_salt: Buffer | null;
}

/**
 * The id of the token that replaces another one. The store keeps neither of the two, only the salt: a copy of the
 * database gives no token away, and whoever holds the old token cannot derive the next one without the salt.
 */
const successorOf = (id: string, salt: Buffer): string =>
  createHmac('sha256', id).update(salt).digest('base64url');

/**
 * Returns true while a used refresh token may be presented again: within the grace period, and only until its successor
 * is used. After that the token is of an older generation, which only a copy can present.
 */
export async function mayRepeat(db: Db, clock: Clock, id: string, token: UsedToken): Promise<boolean> {
  const age = clock.now().getTime() - token.consumed_at.getTime();
  if (age > refreshReuseGraceSeconds * 1000) return false;
  if (token.successor_salt === null) return true;
  const successor = await db
    .selectFrom('oidc_payloads')
    .select('consumed_at')
    .where('model', '=', 'RefreshToken')
    .where('id_hash', '=', hashOf(successorOf(id, token.successor_salt)))
    .executeTakeFirst();
  // It is missing when the process ended between using the token and storing the next one.
  return successor === undefined || successor.consumed_at === null;
}

/** Marks a refresh token as used. Returns the id of its successor: the same one for every use, also for concurrent ones. */
export async function rotateRefreshToken(db: Db, clock: Clock, id: string): Promise<string | undefined> {
  const row = await db
    .updateTable('oidc_payloads')
    .set({
      consumed_at: sql<Date>`coalesce(consumed_at, ${clock.now()})`,
      successor_salt: sql<Buffer>`coalesce(successor_salt, ${randomBytes(32)})`,
    })
    .where('model', '=', 'RefreshToken')
    .where('id_hash', '=', hashOf(id))
    .returning('successor_salt')
    .executeTakeFirst();
  return row?.successor_salt ? successorOf(id, row.successor_salt) : undefined;
}
