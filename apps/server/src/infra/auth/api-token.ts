import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { tokenPrefix } from '@ludus/contract';

/*
 * `ludus_<id>_<secret><checksum>`: 12 letters and digits, 43 of them that hold 256 random bits, and 6 of the CRC-32 of all that is
 * before it. The checksum lets secret scanners distinguish a token from text that looks like one, and refuses a mistyped one without a query.
 */

const idCharacters = '0123456789abcdefghijklmnopqrstuvwxyz';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 12;
const secretBytes = 32;
const secretLength = 43;
const checksumLength = 6;
const pattern = new RegExp(
  `^(${tokenPrefix}([0-9a-z]{${idLength}})_([0-9A-Za-z]{${secretLength}}))([0-9A-Za-z]{${checksumLength}})$`,
);

/** What a caller sends, taken apart. */
export interface ApiTokenParts {
  id: string;
  /** SHA-256 of the secret. */
  hash: Buffer;
}

export const createTokenId = (): string =>
  Array.from({ length: idLength }, () => idCharacters[randomInt(idCharacters.length)]).join('');

/** A new secret for a token: its whole text, which is shown once, and the hash that is stored. */
export function createTokenSecret(id: string): { text: string; hash: Buffer } {
  const secret = inBase62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretLength);
  const body = `${tokenPrefix}${id}_${secret}`;
  return { text: body + checksumOf(body), hash: hashOf(secret) };
}

/** Whether a credential is meant to be an API token, valid or not: those of identity providers never begin like one. */
export const looksLikeApiToken = (text: string): boolean => text.startsWith(tokenPrefix);

/** The parts of a token; undefined for any text that the hub cannot have made. */
export function parseApiToken(text: string): ApiTokenParts | undefined {
  const [, body, id, secret, checksum] = pattern.exec(text) ?? [];
  if (body === undefined || id === undefined || secret === undefined || checksumOf(body) !== checksum)
    return undefined;
  return { id, hash: hashOf(secret) };
}

/** Compares in constant time, so that the time of a refusal says nothing about the stored hash. */
export const isSameHash = (given: Buffer, stored: Buffer): boolean =>
  given.length === stored.length && timingSafeEqual(given, stored);

// A fast hash is enough: unlike a password, 256 random bits cannot be guessed, however fast one tries.
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const checksumOf = (body: string): string => inBase62(BigInt(crc32(body)), checksumLength);

function inBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = base62[Number(rest % 62n)] + text;
  return text.padStart(length, '0');
}
