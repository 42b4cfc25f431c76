import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { createDurably, makeFolderDurably, syncFolder } from '../durable/index.ts';
import { Secret } from './secret.ts';

const algorithm = 'aes-256-gcm';
const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;
const keyPattern = /^[0-9a-f]{64}$/;

/** Encrypts credentials for the database and decrypts them again. */
export interface Encryptor {
  /** Returns the ciphertext as text. `purpose` names whose credential it is; another purpose cannot decrypt it. */
  encrypt(secret: Secret, purpose: string): string;
  /** @throws Error when the text was changed, moved to another purpose, or encrypted with another key. */
  decrypt(ciphertext: string, purpose: string): Secret;
  /** A signature that only this key makes, base64url; one of another purpose never fits. Compare in constant time. */
  sign(text: string, purpose: string): string;
}

/** An encryptor with a key of 64 hexadecimal digits (AES-256-GCM, a fresh nonce each time, the purpose authenticated). */
export function createEncryptor(keyHex: string): Encryptor {
  if (!keyPattern.test(keyHex)) throw new Error('The encryption key must be 64 hexadecimal digits.');
  const key = Buffer.from(keyHex, 'hex');
  return {
    sign(text, purpose) {
      const own = Buffer.from(hkdfSync('sha256', key, '', `sign ${purpose}`, 32));
      return createHmac('sha256', own).update(text).digest('base64url');
    },
    encrypt(secret, purpose) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(purpose));
      const ciphertext = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
    },
    decrypt(ciphertext, purpose) {
      const [form, payload] = ciphertext.split('.');
      const bytes = Buffer.from(payload ?? '', 'base64url');
      if (form !== version || bytes.length < ivBytes + tagBytes) throw unreadable();
      const cipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      cipher.setAAD(Buffer.from(purpose));
      cipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        const plain = Buffer.concat([cipher.update(bytes.subarray(ivBytes + tagBytes)), cipher.final()]);
        return new Secret(plain.toString('utf8'));
      } catch {
        throw unreadable();
      }
    },
  };
}

function unreadable(): Error {
  return new Error('A stored credential cannot be read with the encryption key of this hub.');
}

/**
 * The encryptor of the hub: `ENCRYPTION_KEY`, else the key in `<dataDir>/encryption.key`, created at first use, readable only by
 * the hub's user. Hubs that start together on one folder agree on one key.
 */
export async function openEncryptor(
  settings: Pick<Settings, 'dataDir' | 'encryptionKey'>,
): Promise<Encryptor> {
  const key = await readEncryptionKey(settings);
  return createEncryptor(key ?? (await makeKey(settings.dataDir, keyFile(settings))));
}

/** The key of {@link openEncryptor}; undefined where none has been created yet. */
export async function readEncryptionKey(
  settings: Pick<Settings, 'dataDir' | 'encryptionKey'>,
): Promise<string | undefined> {
  return settings.encryptionKey ?? readKey(keyFile(settings));
}

const keyFile = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'encryption.key');

async function readKey(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function makeKey(folder: string, file: string): Promise<string> {
  await makeFolderDurably(folder);
  const fresh = randomBytes(32).toString('hex');
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  await createDurably(temporary, `${fresh}\n`);
  try {
    // A link, unlike a rename, never replaces the key another process has just made.
    await link(temporary, file);
    await syncFolder(folder);
    return fresh;
  } catch (error) {
    const storedKey = await readKey(file);
    if (storedKey === undefined) throw error;
    return storedKey;
  } finally {
    await unlink(temporary);
  }
}
