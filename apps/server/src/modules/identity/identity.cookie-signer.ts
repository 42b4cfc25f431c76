import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the provider's cookies are signed and checked with, in the form of the library `keygrip`. */
export interface CookieSigner {
  sign(data: string): string;
  verify(data: string, signature: string): boolean;
  /** Position of the key that made the signature, -1 for none; a cookie of an older key is signed again. */
  index(data: string, signature: string): number;
}

/** Signs with HMAC-SHA-256, where `keygrip` by itself uses SHA-1. The first key signs, all verify. */
export function createCookieSigner(keys: readonly [string, ...string[]]): CookieSigner {
  const signWith = (key: string, data: string) => createHmac('sha256', key).update(data).digest('base64url');
  const index = (data: string, signature: string) =>
    keys.findIndex((key) => isSame(signWith(key, data), signature));
  return {
    sign: (data) => signWith(keys[0], data),
    verify: (data, signature) => index(data, signature) !== -1,
    index,
  };
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
