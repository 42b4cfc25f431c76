/** Whether the encryption key of this process is the one that the credentials in PostgreSQL were encrypted with. */
import { type Generated, sql } from 'kysely';
import { EncryptionKeyError } from '../errors/startup-errors.ts';
import type { Db } from '../postgres/index.ts';
import {
  createEncryptor,
  type Encryptor,
  type KeySettings,
  readEncryptionKey,
  signWith,
} from './encryptor.ts';
import { Secret } from './secret.ts';

interface EncryptionCheckTable {
  only_row: Generated<boolean>;
  ciphertext: string;
  /** What recovery codes are hashed with, encrypted; null until the encryption key is changed for the first time. */
  recovery_code_key: string | null;
}

declare module '../postgres/database.ts' {
  interface Database {
    encryption_check: EncryptionCheckTable;
  }
}

const purpose = 'encryption check';
const newKeysAdvice =
  'Start with the former key, or with --new-keys to give up what it has encrypted: everyone signs in again, and the tokens of ' +
  'integrations are entered anew.';

/** Checks the key before anything is changed. @throws EncryptionKeyError */
export async function assertEncryptionKey(db: Db, settings: KeySettings): Promise<void> {
  const ciphertext = await readCheck(db);
  if (ciphertext === undefined) return;
  const key = (await readEncryptionKey(settings)) ?? settings.otherEncryptionKey;
  if (key === undefined) {
    throw new EncryptionKeyError(
      `There is no encryption key: ENCRYPTION_KEY is not set, and ${settings.dataDir} has no encryption.key. ${newKeysAdvice}`,
    );
  }
  if (!opens(createEncryptor(key, settings.otherEncryptionKey), ciphertext)) throw wrongKey(settings);
}

/**
 * Stores a text that shows later starts whether they have the same key; `replace` takes this key for the right one.
 * @throws EncryptionKeyError when another process with another key was faster
 */
export async function saveEncryptionCheck(
  db: Db,
  encryptor: Encryptor,
  settings: KeySettings,
  { replace }: { replace: boolean },
): Promise<void> {
  // A key that is replaced opens nothing of the former one.
  const values = { ciphertext: encryptor.encrypt(new Secret('ludus-hub'), purpose), recovery_code_key: null };
  await db
    .insertInto('encryption_check')
    .values(values)
    .onConflict((conflict) =>
      replace ? conflict.column('only_row').doUpdateSet(values) : conflict.column('only_row').doNothing(),
    )
    .execute();
  const ciphertext = await readCheck(db);
  if (ciphertext === undefined || !opens(encryptor, ciphertext)) throw wrongKey(settings);
}

const recoveryCodes = 'recovery code';

/**
 * Encrypts the check with the present key; from then on the hub does not start without it. What recovery codes are hashed with
 * stays what it was: their text is stored nowhere, so they cannot be hashed anew.
 * @returns whether that was due
 */
export async function renewEncryptionCheck(db: Db, encryptor: Encryptor): Promise<boolean> {
  const row = await db.selectFrom('encryption_check').selectAll().executeTakeFirst();
  const ciphertext = row && encryptor.renew(row.ciphertext, purpose);
  if (row === undefined || ciphertext === undefined) return false;
  const former = row.recovery_code_key;
  const first = encryptor.otherSigningKey(recoveryCodes);
  const recovery_code_key =
    former === null
      ? first && encryptor.encrypt(first, recoveryCodes)
      : encryptor.renew(former, recoveryCodes);
  await db
    .updateTable('encryption_check')
    .set({ ciphertext, ...(recovery_code_key === undefined ? {} : { recovery_code_key }) })
    .where('ciphertext', '=', row.ciphertext)
    .execute();
  return true;
}

/** The hash of a recovery code. Codes are short, so it needs a key: a copy of the database does not give them away. */
export async function hashRecoveryCode(db: Db, encryptor: Encryptor, text: string): Promise<string> {
  const row = await db.selectFrom('encryption_check').select('recovery_code_key').executeTakeFirst();
  if (!row?.recovery_code_key) return encryptor.sign(text, recoveryCodes);
  const key = encryptor.decrypt(row.recovery_code_key, recoveryCodes).reveal();
  return signWith(Buffer.from(key, 'hex'), text);
}

async function readCheck(db: Db): Promise<string | undefined> {
  const { rows: tables } = await sql`SELECT WHERE to_regclass('encryption_check') IS NOT NULL`.execute(db);
  if (tables.length === 0) return undefined;
  const row = await db.selectFrom('encryption_check').select('ciphertext').executeTakeFirst();
  return row?.ciphertext;
}

function opens(encryptor: Encryptor, ciphertext: string): boolean {
  try {
    encryptor.decrypt(ciphertext, purpose);
    return true;
  } catch {
    return false;
  }
}

function wrongKey({ encryptionKey, dataDir }: KeySettings): EncryptionKeyError {
  const source = encryptionKey === undefined ? `The key in ${dataDir}/encryption.key` : 'ENCRYPTION_KEY';
  return new EncryptionKeyError(
    `${source} is not the key that the credentials in PostgreSQL were encrypted with. ${newKeysAdvice}`,
  );
}
