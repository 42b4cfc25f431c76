import type { Clock } from '../clock/index.ts';
import type { Encryptor } from './encryptor.ts';

/** Signs URLs of one purpose for one user each. What a URL opens depends on the user's rights when it is opened. */
export interface UrlSigner {
  /** The query of the URL: `by=…&expires=…&signature=…`. */
  query(subject: string, userId: string, expiresAt: Date): string;
  /** Returns the user the query was signed for; undefined unless this hub signed it for that subject and it has not expired. */
  userOf(subject: string, query: SignedQuery): string | undefined;
}

/** The query of a signed URL as it was received: any value. */
export interface SignedQuery {
  by?: unknown;
  expires?: unknown;
  signature?: unknown;
}

export function createUrlSigner(encryptor: Encryptor, clock: Clock, purpose: string): UrlSigner {
  const textOf = (subject: string, userId: string, expires: string) =>
    `${JSON.stringify([subject, userId])} ${expires}`;
  return {
    query(subject, userId, expiresAt) {
      const expires = String(expiresAt.getTime());
      const signature = encryptor.sign(textOf(subject, userId, expires), purpose);
      return `by=${encodeURIComponent(userId)}&expires=${expires}&signature=${signature}`;
    },
    userOf(subject, { by, expires, signature }) {
      if (typeof by !== 'string' || typeof expires !== 'string' || typeof signature !== 'string') {
        return undefined;
      }
      if (!/^\d{1,15}$/.test(expires) || Number(expires) <= clock.now().getTime()) return undefined;
      return encryptor.verify(textOf(subject, by, expires), purpose, signature) ? by : undefined;
    },
  };
}
