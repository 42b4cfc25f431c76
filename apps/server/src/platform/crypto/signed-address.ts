import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock/index.ts';
import type { Vault } from './vault.ts';

/** Signs addresses of one purpose, so that whoever has one may open what it names until it expires. */
export interface AddressSigner {
  /** The query of the address: `expires=…&signature=…`. */
  query(subject: string, expiresAt: Date): string;
  /** Whether this hub made the query for that subject, and it has not expired. Takes whatever arrives. */
  isGood(subject: string, query: { expires?: unknown; signature?: unknown }): boolean;
}

export function createAddressSigner(vault: Vault, clock: Clock, purpose: string): AddressSigner {
  const sign = (subject: string, expires: string) => vault.sign(`${subject} ${expires}`, purpose);
  return {
    query(subject, expiresAt) {
      const expires = String(expiresAt.getTime());
      return `expires=${expires}&signature=${sign(subject, expires)}`;
    },
    isGood(subject, { expires, signature }) {
      if (typeof expires !== 'string' || typeof signature !== 'string') return false;
      if (!/^\d{1,15}$/.test(expires) || Number(expires) <= clock.now().getTime()) return false;
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(subject, expires))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
