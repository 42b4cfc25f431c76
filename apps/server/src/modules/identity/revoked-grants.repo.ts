import type { Db } from '../../infra/postgres/index.ts';

export async function findRevokedGrants(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('revoked_grants').select('grant_id').execute();
  return rows.map(({ grant_id }) => grant_id);
}

export async function saveRevokedGrants(
  db: Db,
  grantIds: readonly string[],
  expires_at: Date,
): Promise<void> {
  await db
    .insertInto('revoked_grants')
    .values(grantIds.map((grant_id) => ({ grant_id, expires_at })))
    .onConflict((conflict) => conflict.column('grant_id').doUpdateSet({ expires_at }))
    .execute();
}

/** Deletes revocations whose access tokens have all expired. */
export async function deleteExpiredRevocations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('revoked_grants').where('expires_at', '<', now).execute();
}
