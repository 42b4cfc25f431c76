/** Whether the encryption key of this process is the one that the credentials in PostgreSQL were encrypted with. */
import { type Generated, sql } from 'kysely';
import type { Settings } from '../config/settings.ts';
import { EncryptionKeyError } from '../errors/startup-errors.ts';
import type { Db } from '../postgres/index.ts';
import { createEncryptor, type Encryptor, readEncryptionKey } from './encryptor.ts';
import { Secret } from './secret.ts';

interface EncryptionCheckTable {
  only_row: Generated<boolean>;
  ciphertext: string;
}

declare module '../postgres/database.ts' {
  interface Database {
    encryption_check: EncryptionCheckTable;
  }
}

type KeySettings = Pick<Settings, 'dataDir' | 'encryptionKey'>;

const purpose = 'encryption check';
const newKeysAdvice =
  'Start with the former key, or with --new-keys to give up what it has encrypted: everyone signs in again, and the tokens of ' +
  'integrations are entered anew.';

/** Checks the key before anything is changed. @throws EncryptionKeyError */
export async function assertEncryptionKey(db: Db, settings: KeySettings): Promise<void> {
  const ciphertext = await readCheck(db);
  if (ciphertext === undefined) return;
  const key = await readEncryptionKey(settings);
  if (key === undefined) {
    throw new EncryptionKeyError(
      `There is no encryption key: ENCRYPTION_KEY is not set, and ${settings.dataDir} has no encryption.key. ${newKeysAdvice}`,
    );
  }
  if (!opens(createEncryptor(key), ciphertext)) throw wrongKey(settings);
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
  const values = { ciphertext: encryptor.encrypt(new Secret('ludus-hub'), purpose) };
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
