/** Verifies calls of webhooks as the Standard Webhooks specification asks of a receiver. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const VERDICTS = ['valid', 'no-secret', 'headers-missing', 'stale', 'wrong-signature'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface SignedCall {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Byte for byte as it was received. */
  body: string;
}

export interface Verification {
  verdict: Verdict;
  /** How many signatures the call carries. */
  signatures: number;
  /** Which of the receiver's secrets have made one of them, by their places in its list. */
  matches: number[];
}

/** A timestamp that is further away is refused, so that a call that someone has recorded cannot be repeated later. */
const TOLERANCE_SECONDS = 300;

export function verifyCall(
  secrets: readonly string[],
  { headers, body }: SignedCall,
  now: number,
): Verification {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string];
  const signatures = signature.split(' ').filter((one) => one !== '');
  const outcome = (verdict: Verdict, matches: number[] = []): Verification => ({
    verdict,
    signatures: signatures.length,
    matches,
  });
  if (id === '' || timestamp === '' || signatures.length === 0) return outcome('headers-missing');
  if (secrets.length === 0) return outcome('no-secret');
  const age = Math.abs(now / 1_000 - Number(timestamp));
  // What is no number is not within the tolerance either.
  if (!(age <= TOLERANCE_SECONDS)) return outcome('stale');
  const matches = secrets.flatMap((secret, place) => {
    const expected = signatureOf(secret, `${id}.${timestamp}.${body}`);
    return signatures.some((one) => isEqual(one, expected)) ? [place] : [];
  });
  return outcome(matches.length > 0 ? 'valid' : 'wrong-signature', matches);
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
