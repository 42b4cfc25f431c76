/** The life of a document, by days of Rome. Without a schema, so that screens can read it without them. */
import type { DocumentState } from './types.ts';

/** How many days before its end a document is expiring. */
export const expiringDays = 60;

/** Days before its end on which people are reminded of a document; 0 is the day after its end. */
export const reminderDays = [60, 30, 7, 0] as const;
export type ReminderDays = (typeof reminderDays)[number];

/** What decides about the state of a document; days are YYYY-MM-DD. */
export interface DocumentLife {
  /** The first day on which it holds; null for one that holds since ever. */
  validFrom: string | null;
  /** The last day on which it holds; null for one without an end. */
  validUntil: string | null;
  /** The document that takes its place; null without one. */
  replacedBy: { validFrom: string | null } | null;
}

const dayMs = 86_400_000;

/** How many days there are from one day to another; negative for an earlier one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/**
 * The state of a document on a day. It holds on its first and on its last day. One that has a successor goes on until the successor
 * begins, so that an early renewal leaves no gap.
 */
export function documentState(
  { validFrom, validUntil, replacedBy }: DocumentLife,
  today: string,
): DocumentState {
  if (replacedBy !== null && (replacedBy.validFrom === null || replacedBy.validFrom <= today))
    return 'replaced';
  if (validUntil !== null && validUntil < today) return 'expired';
  if (validFrom !== null && validFrom > today) return 'upcoming';
  return validUntil !== null && daysBetween(today, validUntil) <= expiringDays ? 'expiring' : 'valid';
}

/** Of a game in a jurisdiction. */
export const coverageStates = ['valid', 'expiring', 'expired', 'missing'] as const;
export type CoverageState = (typeof coverageStates)[number];

/**
 * Whether certificates cover a game in a jurisdiction. Expiring ones do, and one that begins by the day after the last of them ends
 * continues them. `expired` says that there was one and none follows.
 */
export function coverageState(certificates: readonly DocumentLife[], today: string): CoverageState {
  const states = certificates.map((one) => ({ ...one, state: documentState(one, today) }));
  const of = (state: DocumentState) => states.filter((one) => one.state === state);
  if (of('valid').length > 0) return 'valid';
  const ends = of('expiring').map(({ validUntil }) => validUntil ?? today);
  if (ends.length > 0) {
    const last = ends.reduce((latest, end) => (end > latest ? end : latest));
    const follows = of('upcoming').some(({ validFrom }) => daysBetween(last, validFrom ?? today) <= 1);
    return follows ? 'valid' : 'expiring';
  }
  return of('expired').length > 0 ? 'expired' : 'missing';
}

/** Which reminder is due: the latest that a document has reached; null for one whose end is far, or without an end. */
export function reminderDue(validUntil: string | null, today: string): ReminderDays | null {
  if (validUntil === null) return null;
  const left = daysBetween(today, validUntil);
  if (left < 0) return 0;
  if (left <= 7) return 7;
  if (left <= 30) return 30;
  return left <= 60 ? 60 : null;
}
