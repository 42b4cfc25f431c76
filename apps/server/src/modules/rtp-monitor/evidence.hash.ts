/** The fingerprint of what a case was judged by: two prints with the same one were made of the same figures. */
import { createHash } from 'node:crypto';
import type { RtpCheck } from '@ludus/contract';
import type { CasePlace, CaseRow, LatestEvidence } from './cases.repo.ts';

/** SHA-256, in hexadecimal, of the inputs as canonical JSON. When they were read is none of them. */
export function hashOfInputs(place: CasePlace, evidence: LatestEvidence): string {
  const { ruleVersion, until, rtp, deviation, deviationOrigin, since, context } = evidence;
  const inputs = {
    game: place.gameId,
    integration: place.integrationId,
    ...{ ruleVersion, until, rtp, deviation, deviationOrigin, since },
    ...windowsOf(evidence),
    integrations: (context?.integrations ?? [])
      .map((one) => ({ integration: one.integrationId, ...windowsOf(one) }))
      .toSorted((a, b) => a.integration - b.integration),
    days: (context?.days ?? []).map(({ day, bet, win, plays }) => ({ day, bet, win, plays })),
    months: (context?.months ?? []).map(({ month, days, bet, win, plays }) => ({
      month,
      days,
      bet,
      win,
      plays,
    })),
  };
  return createHash('sha256').update(canonicalJson(inputs)).digest('hex');
}

/** Of what a case was measured by last. */
export const inputsHashOf = ({ game_id, integration_id, latest }: CaseRow): string =>
  hashOfInputs({ gameId: game_id, integrationId: integration_id }, latest);

const windowsOf = ({ month, variant, lifetime }: Record<'month' | 'variant' | 'lifetime', RtpCheck>) => ({
  month: sumsOf(month),
  variant: sumsOf(variant),
  lifetime: sumsOf(lifetime),
});

const sumsOf = ({ from, sessions, openSessions, rounds, bet, win, plays }: RtpCheck) => ({
  ...{ from, sessions, openSessions, rounds, bet, win, plays },
});

/** Without spaces and with the keys of each object in order, like RFC 8785: a database keeps them in its own. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => `${JSON.stringify(key)}:${canonicalJson(own)}`);
  return `{${parts.join(',')}}`;
}
