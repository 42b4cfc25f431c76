import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import { deleteAccountState, deleteSession } from './oidc-store.repo.ts';

/** Ends everything an account is signed in with, and every sign-in page that has accepted its credentials. */
export async function endSignIns(db: Db, accountId: string): Promise<void> {
  await deleteAccountState(db, accountId);
  await deletePages(db, accountId);
}

/** Ends everything but the sign-in of one grant. Returns the grants that have ended. */
export async function endOtherSignIns(
  db: Db,
  accountId: string,
  keptGrant: string | undefined,
): Promise<string[]> {
  // No grant and no session has the empty text for its id.
  const keptGrantId = keptGrant ?? '';
  const keptSessions = ['', ...(await findSessionsOfGrant(db, accountId, keptGrantId))];
  const ended = await db
    .deleteFrom('oidc_payloads')
    .where('account_id', '=', accountId)
    .where((where) =>
      where.not(
        where.or([
          where(sql`coalesce(grant_id, '-')`, '=', keptGrantId),
          where(sql`coalesce(session_uid, '-')`, 'in', keptSessions),
          where.and([where('model', '=', 'Session'), where(sql`coalesce(uid, '-')`, 'in', keptSessions)]),
          where.and([where('model', '=', 'Grant'), where('id_hash', '=', hashOf(keptGrantId))]),
        ]),
      ),
    )
    .returning('grant_id')
    .execute();
  await db
    .deleteFrom('account_sessions')
    .where('account_id', '=', accountId)
    .where('session_uid', 'not in', keptSessions)
    .execute();
  await deletePages(db, accountId);
  return [...new Set(ended.flatMap(({ grant_id }) => grant_id ?? []))];
}

/** Ends one sign-in of an account. Returns its grants; undefined where the account has no such sign-in. */
export async function endSignIn(
  db: Db,
  accountId: string,
  sessionUid: string,
): Promise<string[] | undefined> {
  const own = await db
    .selectFrom('account_sessions')
    .select('session_uid')
    .where('account_id', '=', accountId)
    .where('session_uid', '=', sessionUid)
    .executeTakeFirst();
  return own && deleteSession(db, sessionUid);
}

/** The browser sessions whose tokens belong to a grant. */
export async function findSessionsOfGrant(db: Db, accountId: string, grantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('oidc_payloads')
    .select('session_uid')
    .distinct()
    .where('account_id', '=', accountId)
    .where('grant_id', '=', grantId)
    .where('session_uid', 'is not', null)
    .execute();
  return rows.flatMap(({ session_uid }) => session_uid ?? []);
}

async function deletePages(db: Db, accountId: string): Promise<void> {
  await db
    .deleteFrom('oidc_payloads')
    .where('model', '=', 'Interaction')
    .where(
      sql<boolean>`${accountId} IN (payload #>> '{result,step,accountId}', payload #>> '{result,login,accountId}',
        payload #>> '{session,accountId}')`,
    )
    .execute();
}

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();
