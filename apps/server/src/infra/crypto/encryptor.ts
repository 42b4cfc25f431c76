import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
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
  /** A signature that only this key makes, base64url; one of another purpose never fits. */
  sign(text: string, purpose: string): string;
  /** Whether a signature was made with this key or, while it is changed, with the other one. */
  verify(text: string, purpose: string, signature: string): boolean;
  /**
   * Encrypts anew what the other key has encrypted; undefined for what this key opens.
   * @throws Error when no key opens it
   */
  renew(ciphertext: string, purpose: string): string | undefined;
  /** What the other key signs with, hexadecimal; undefined without one. */
  otherSigningKey(purpose: string): Secret | undefined;
}

/** What the key of a hub follows from. */
export type KeySettings = Pick<Settings, 'dataDir' | 'encryptionKey' | 'otherEncryptionKey'>;

/**
 * An encryptor with a key of 64 hexadecimal digits (AES-256-GCM, a fresh nonce each time, the purpose authenticated).
 * @param otherHex while the key is changed: a further one that decrypts and verifies
 */
export function createEncryptor(keyHex: string, otherHex?: string): Encryptor {
  const own = withKey(keyHex);
  const other = otherHex === undefined || otherHex === keyHex ? undefined : withKey(otherHex);
  return {
    encrypt: own.encrypt,
    sign: own.sign,
    decrypt: (ciphertext, purpose) =>
      own.open(ciphertext, purpose) ?? other?.open(ciphertext, purpose) ?? unreadable(),
    verify: (text, purpose, signature) =>
      [own, other].some((key) => key !== undefined && isSame(signature, key.sign(text, purpose))),
    renew(ciphertext, purpose) {
      if (own.open(ciphertext, purpose) !== undefined) return undefined;
      return own.encrypt(other?.open(ciphertext, purpose) ?? unreadable(), purpose);
    },
    otherSigningKey: (purpose) => other && new Secret(other.signingKey(purpose).toString('hex')),
  };
}

function withKey(keyHex: string) {
  if (!keyPattern.test(keyHex)) throw new Error('The encryption key must be 64 hexadecimal digits.');
  const key = Buffer.from(keyHex, 'hex');
  const signingKey = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `sign ${purpose}`, 32));
  return {
    signingKey,
    sign: (text: string, purpose: string) => signWith(signingKey(purpose), text),
    encrypt(secret: Secret, purpose: string): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(purpose));
      const ciphertext = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
    },
    /** Undefined when this key does not open it. */
    open(ciphertext: string, purpose: string): Secret | undefined {
      const [form, payload] = ciphertext.split('.');
      const bytes = Buffer.from(payload ?? '', 'base64url');
      if (form !== version || bytes.length < ivBytes + tagBytes) return undefined;
      const cipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      cipher.setAAD(Buffer.from(purpose));
      cipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        const plain = Buffer.concat([cipher.update(bytes.subarray(ivBytes + tagBytes)), cipher.final()]);
        return new Secret(plain.toString('utf8'));
      } catch {
        return undefined;
      }
    },
  };
}

/** A signature, base64url. */
export function signWith(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function unreadable(): never {
  throw new Error('A stored credential cannot be read with the encryption key of this hub.');
}

/**
 * The encryptor of the hub: `ENCRYPTION_KEY`, else the key in `<dataDir>/encryption.key`, created at first use, readable only by
 * the hub's user. Hubs that start together on one folder agree on one key.
 */
export async function openEncryptor(settings: KeySettings): Promise<Encryptor> {
  const key = await readEncryptionKey(settings);
  return createEncryptor(
    key ?? (await makeKey(settings.dataDir, keyFile(settings))),
    settings.otherEncryptionKey,
  );
}

/** The key of {@link openEncryptor}; undefined where none has been created yet. */
export async function readEncryptionKey(settings: KeySettings): Promise<string | undefined> {
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
