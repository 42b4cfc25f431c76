import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Adapter } from 'oidc-provider';
import type { Clock } from '../../infra/clock/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { evictOldest } from './anonymous-state.repo.ts';
import { type AnonymousLimits, callerOf } from './anonymous-state.ts';
import { mayRepeat } from './refresh-tokens.repo.ts';
import type { RevokedGrants } from './revoked-grants.ts';

// The ids of these are what a browser presents, so the store keeps only their hashes: a copy of the database signs
// no one in. Sessions are found by their uid too and must then name their id; their cookies are signed besides.
const secretIds = new Set(['RefreshToken', 'AuthorizationCode', 'AccessToken']);

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();

export interface OidcStoreDeps {
  db: Db;
  clock: Clock;
  revokedGrants: Pick<RevokedGrants, 'revoke'>;
  anonymousLimits: AnonymousLimits;
}

/** The provider's state in PostgreSQL, one adapter for each of its models. */
export function createOidcAdapter(deps: OidcStoreDeps, model: string): Adapter {
  const { db, clock, revokedGrants } = deps;
  const own = db
    .selectFrom('oidc_payloads')
    .select(['payload', 'consumed_at', 'successor_salt'])
    .where('model', '=', model);

  return {
    async upsert(id, payload, expiresIn) {
      const { jti, ...rest } = payload;
      const caller = callerOf(model, payload);
      const row = {
        ...(caller === undefined ? {} : { caller }),
        payload: JSON.stringify(secretIds.has(model) ? rest : { ...rest, jti }),
        uid: payload.uid ?? null,
        grant_id: payload.grantId ?? null,
        session_uid: typeof payload.sessionUid === 'string' ? payload.sessionUid : null,
        account_id: payload.accountId ?? null,
        expires_at: expiresIn === undefined ? null : new Date(clock.now().getTime() + expiresIn * 1000),
      };
      await db
        .insertInto('oidc_payloads')
        .values({ model, id_hash: hashOf(id), consumed_at: null, ...row })
        .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(row))
        .execute();
      if (caller) await evictOldest(db, model, caller, deps.anonymousLimits);
    },
    async find(id) {
      const row = await own.where('id_hash', '=', hashOf(id)).executeTakeFirst();
      if (row === undefined) return undefined;
      const { payload, consumed_at, successor_salt } = row;
      const isUsed =
        consumed_at !== null &&
        !(model === 'RefreshToken' && (await mayRepeat(db, clock, id, { consumed_at, successor_salt })));
      return {
        ...payload,
        jti: id,
        ...(isUsed ? { consumed: Math.floor(consumed_at.getTime() / 1000) } : {}),
      };
    },
    async findByUid(uid) {
      const row = await own.where('uid', '=', uid).executeTakeFirst();
      return row?.payload;
    },
    async findByUserCode() {
      // Only the device flow asks for this, and it is off.
      return undefined;
    },
    async consume(id) {
      await db
        .updateTable('oidc_payloads')
        .set({ consumed_at: sql<Date>`coalesce(consumed_at, ${clock.now()})` })
        .where('model', '=', model)
        .where('id_hash', '=', hashOf(id))
        .execute();
    },
    async destroy(id) {
      await db
        .deleteFrom('oidc_payloads')
        .where('model', '=', model)
        .where('id_hash', '=', hashOf(id))
        .execute();
    },
    async revokeByGrantId(grantId) {
      // Access tokens are signed and not stored: those of the grant are refused from here on.
      if (model === 'AccessToken') return revokedGrants.revoke(db, [grantId]);
      await db
        .deleteFrom('oidc_payloads')
        .where('model', '=', model)
        .where('grant_id', '=', grantId)
        .execute();
    },
  };
}

/** Deletes one sign-in session with its tokens. Returns the grants that they belonged to. */
export async function deleteSession(db: Db, sessionUid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('oidc_payloads')
    .select('grant_id')
    .distinct()
    .where('session_uid', '=', sessionUid)
    .where('grant_id', 'is not', null)
    .execute();
  const grantIds = rows.flatMap(({ grant_id }) => grant_id ?? []);
  await db
    .deleteFrom('oidc_payloads')
    .where((where) =>
      where.or([
        where('session_uid', '=', sessionUid),
        where('grant_id', 'in', [...grantIds, '']),
        where.and([where('model', '=', 'Grant'), where('id_hash', 'in', [...grantIds, ''].map(hashOf))]),
        where.and([where('model', '=', 'Session'), where('uid', '=', sessionUid)]),
      ]),
    )
    .execute();
  await db.deleteFrom('account_sessions').where('session_uid', '=', sessionUid).execute();
  return grantIds;
}

/** Ends everything an account is signed in with. */
export async function deleteAccountState(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('oidc_payloads').where('account_id', '=', accountId).execute();
  await db.deleteFrom('account_sessions').where('account_id', '=', accountId).execute();
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oidc_payloads').where('expires_at', '<', now).execute();
}
