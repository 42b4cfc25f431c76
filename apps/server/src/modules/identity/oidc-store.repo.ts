import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock } from '../../platform/clock/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { refreshReuseGraceSeconds } from './identity.lifetimes.ts';

// The ids of these are what a browser presents, so the store keeps only their hashes: a copy of the database signs
// nobody in. Sessions are found by their uid too and must then name their id; their cookies are signed besides.
const secretIds = new Set(['RefreshToken', 'AuthorizationCode', 'AccessToken']);

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();

/** The provider's state in PostgreSQL, one adapter for each of its models. */
export function createOidcAdapter(db: Db, clock: Clock, model: string): Adapter {
  const own = db.selectFrom('oidc_payloads').select(['payload', 'consumed_at']).where('model', '=', model);

  function payloadOf(
    row: { payload: Record<string, unknown>; consumed_at: Date | null } | undefined,
    id?: string,
  ): AdapterPayload | undefined {
    if (row === undefined) return undefined;
    const consumed =
      row.consumed_at === null || (model === 'RefreshToken' && withinGrace(row.consumed_at, clock.now()))
        ? {}
        : { consumed: Math.floor(row.consumed_at.getTime() / 1000) };
    return { ...row.payload, ...(id === undefined ? {} : { jti: id }), ...consumed };
  }

  return {
    async upsert(id, payload, expiresIn) {
      const { jti, ...rest } = payload;
      const row = {
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
    },
    async find(id) {
      return payloadOf(await own.where('id_hash', '=', hashOf(id)).executeTakeFirst(), id);
    },
    async findByUid(uid) {
      return payloadOf(await own.where('uid', '=', uid).executeTakeFirst());
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
      await db
        .deleteFrom('oidc_payloads')
        .where('model', '=', model)
        .where('grant_id', '=', grantId)
        .execute();
    },
  };
}

function withinGrace(consumedAt: Date, now: Date): boolean {
  return now.getTime() - consumedAt.getTime() <= refreshReuseGraceSeconds * 1000;
}

/** Ends one sign-in session: its tokens can no longer be refreshed. */
export async function deleteSession(db: Db, sessionUid: string): Promise<void> {
  await db
    .deleteFrom('oidc_payloads')
    .where((where) =>
      where.or([
        where('session_uid', '=', sessionUid),
        where.and([where('model', '=', 'Session'), where('uid', '=', sessionUid)]),
      ]),
    )
    .execute();
  await db.deleteFrom('account_sessions').where('session_uid', '=', sessionUid).execute();
}

/** Ends everything an account is signed in with. */
export async function deleteAccountState(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('oidc_payloads').where('account_id', '=', accountId).execute();
  await db.deleteFrom('account_sessions').where('account_id', '=', accountId).execute();
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oidc_payloads').where('expires_at', '<', now).execute();
}

export async function findKey(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('oidc_keys').select('sealed').where('name', '=', name).executeTakeFirst();
  return row?.sealed;
}

/** Keeps a key unless another hub was first; `replaced` is the value it may take the place of. */
export async function saveKey(
  db: Db,
  name: string,
  sealed: string,
  at: Date,
  replaced: string | undefined,
): Promise<void> {
  if (replaced === undefined) {
    await db
      .insertInto('oidc_keys')
      .values({ name, sealed, created_at: at })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    return;
  }
  await db
    .updateTable('oidc_keys')
    .set({ sealed, created_at: at })
    .where('name', '=', name)
    .where('sealed', '=', replaced)
    .execute();
}
