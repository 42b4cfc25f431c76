import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';

export interface StoredFactor {
  encryptedKey: string;
  confirmedAt: Date;
}

export async function findFactor(db: Db, accountId: string): Promise<StoredFactor | undefined> {
  const row = await db
    .selectFrom('account_second_factors')
    .select(['encrypted_key', 'confirmed_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && { encryptedKey: row.encrypted_key, confirmedAt: row.confirmed_at };
}

/** Returns the ids of the accounts that have a second factor. */
export async function findFactorOwners(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('account_second_factors').select('account_id').execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

export async function saveFactor(
  db: Db,
  factor: { accountId: string; encryptedKey: string; step: number; at: Date },
): Promise<void> {
  const values = {
    encrypted_key: factor.encryptedKey,
    last_step: String(factor.step),
    confirmed_at: factor.at,
  };
  await db
    .insertInto('account_second_factors')
    .values({ account_id: factor.accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

/** Stores the time step of an accepted code. Returns false when a code of that step or a later one was used before. */
export async function takeStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable('account_second_factors')
    .set({ last_step: String(step) })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`last_step < ${step}`)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteFactor(db: Db, accountId: string): Promise<void> {
  for (const table of [
    'account_second_factors',
    'account_pending_factors',
    'account_recovery_codes',
  ] as const) {
    await db.deleteFrom(table).where('account_id', '=', accountId).execute();
  }
}

/** Stores a key that waits for its first code, in place of an earlier one. */
export async function savePendingKey(
  db: Db,
  accountId: string,
  encryptedKey: string,
  at: Date,
): Promise<void> {
  const values = { encrypted_key: encryptedKey, created_at: at };
  await db
    .insertInto('account_pending_factors')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

export async function findPendingKey(
  db: Db,
  accountId: string,
  createdAfter: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_pending_factors')
    .select('encrypted_key')
    .where('account_id', '=', accountId)
    .where('created_at', '>', createdAfter)
    .executeTakeFirst();
  return row?.encrypted_key;
}

export async function deletePendingKey(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('account_pending_factors').where('account_id', '=', accountId).execute();
}

const factorTables = ['account_second_factors', 'account_pending_factors'] as const;

export interface EncryptedFactor {
  accountId: string;
  table: (typeof factorTables)[number];
  encryptedKey: string;
}

/** The keys of all second factors, those that wait for their first code too. */
export async function findEncryptedFactors(db: Db): Promise<EncryptedFactor[]> {
  const found = await Promise.all(
    factorTables.map(async (table) => {
      const rows = await db.selectFrom(table).select(['account_id', 'encrypted_key']).execute();
      return rows.map((row) => ({ accountId: row.account_id, table, encryptedKey: row.encrypted_key }));
    }),
  );
  return found.flat();
}

/** Stores the same key, encrypted anew. */
export async function renewFactor(
  db: Db,
  { accountId, table, encryptedKey }: EncryptedFactor,
  fresh: string,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ encrypted_key: fresh })
    .where('account_id', '=', accountId)
    .where('encrypted_key', '=', encryptedKey)
    .execute();
}

export async function replaceRecoveryCodes(
  db: Db,
  accountId: string,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('account_recovery_codes').where('account_id', '=', accountId).execute();
  await db
    .insertInto('account_recovery_codes')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute();
}

/** Uses a recovery code up. Returns false when there is no such code. */
export async function takeRecoveryCode(db: Db, accountId: string, hash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('account_recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .returning('code_hash')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('account_recovery_codes')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
