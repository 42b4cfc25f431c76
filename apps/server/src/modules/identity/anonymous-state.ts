import Provider, { type AdapterPayload } from 'oidc-provider';
import { networkOf } from './sign-in.caller.ts';

/** How many rows of a model are kept for callers without an account. The oldest are evicted. */
export interface AnonymousLimits {
  /** From one IPv4 address or one /64 of IPv6. */
  perNetwork: number;
  total: number;
}

/** An office behind one address signs in at once; ten thousand rows of 8 KB are 80 MB. */
export const anonymousLimits: AnonymousLimits = { perNetwork: 200, total: 10_000 };

/** The longest value of a parameter of a sign-in or sign-out that is stored, and the longest query. */
const maxValueLength = 2 * 1024;
const maxQueryLength = 8 * 1024;
// An ID token names its person with all roles.
const longerValues: Readonly<Record<string, number>> = { id_token_hint: 6 * 1024 };

/** Returns true for a query string whose values are short enough to be stored. */
export function isStorableQuery(query: string): boolean {
  if (query.length > maxQueryLength) return false;
  return [...new URLSearchParams(query)].every(
    ([name, value]) => value.length <= (longerValues[name] ?? maxValueLength),
  );
}

/** Returns the network a bounded row is counted for; null for other rows, undefined when no request makes the row. */
export function callerOf(model: string, payload: AdapterPayload): string | null | undefined {
  const isBounded = model === 'Interaction' || (model === 'Session' && payload.accountId === undefined);
  if (!isBounded) return null;
  const address = Provider.ctx?.ip;
  return address === undefined ? undefined : networkOf(address);
}
