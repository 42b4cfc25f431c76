import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';

export type KeyPurpose = 'signing' | 'cookies';

export interface StoredKey {
  name: string;
  ciphertext: string;
  createdAt: Date;
  /** Null for the key that signs; the others only verify. */
  retiredAt: Date | null;
}

/** Lets one process at a time replace keys, until its transaction ends. */
export async function lockKeys(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('oidc keys', 0))`.execute(tx);
}

/** Returns the keys of a purpose, the one that signs first, then the most recently retired. */
export async function findKeys(db: Db, purpose: KeyPurpose): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('oidc_keys')
    .selectAll()
    .where('purpose', '=', purpose)
    .orderBy('retired_at', (order) => order.desc().nullsFirst())
    .execute();
  return rows.map((row) => ({
    name: row.name,
    ciphertext: row.ciphertext,
    createdAt: row.created_at,
    retiredAt: row.retired_at,
  }));
}

/** Stores the key that signs, unless another process was first. */
export async function insertKey(
  db: Db,
  key: { name: string; purpose: KeyPurpose; ciphertext: string; at: Date },
): Promise<void> {
  await db
    .insertInto('oidc_keys')
    .values({
      name: key.name,
      purpose: key.purpose,
      ciphertext: key.ciphertext,
      created_at: key.at,
      retired_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Every key, as it is stored. */
export async function findAllKeys(db: Db): Promise<(StoredKey & { purpose: KeyPurpose })[]> {
  const purposes = ['signing', 'cookies'] as const;
  const found = await Promise.all(
    purposes.map(async (purpose) => (await findKeys(db, purpose)).map((key) => ({ ...key, purpose }))),
  );
  return found.flat();
}

/** Stores the same key, encrypted anew. */
export async function renewKey(
  db: Db,
  key: Pick<StoredKey, 'name' | 'ciphertext'>,
  ciphertext: string,
): Promise<void> {
  await db
    .updateTable('oidc_keys')
    .set({ ciphertext })
    .where('name', '=', key.name)
    .where('ciphertext', '=', key.ciphertext)
    .execute();
}

/** Replaces a key that cannot be decrypted, unless another process was first. */
export async function replaceKey(db: Db, key: StoredKey, ciphertext: string, at: Date): Promise<void> {
  await db
    .updateTable('oidc_keys')
    .set({ ciphertext, created_at: at })
    .where('name', '=', key.name)
    .where('ciphertext', '=', key.ciphertext)
    .execute();
}

export async function retireKeys(db: Db, at: Date): Promise<void> {
  await db.updateTable('oidc_keys').set({ retired_at: at }).where('retired_at', 'is', null).execute();
}

export async function deleteRetiredKeys(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('oidc_keys').where('retired_at', '<', before).execute();
}
