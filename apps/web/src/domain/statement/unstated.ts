import { centsFromEuros, eurosFromCents, type UnstatedAmount, type UnstatedReason } from '@ludus/contract';

/** The first month that should have a statement: it has ended, and has none. What only changed since has one. */
export const oldestUnstated = (months: readonly UnstatedAmount[]): string | undefined =>
  months
    .filter(({ reason }) => reason === 'ended' || reason === 'closed')
    .map(({ month }) => month)
    .toSorted()[0];

const sumOf = (months: readonly UnstatedAmount[]): number =>
  eurosFromCents(months.reduce((sum, { due }) => sum + centsFromEuros(due), 0));

/** A part of what is on no statement; what has changed in a closed month goes on the next statement like the month itself. */
const reasonsOf = {
  closed: ['closed', 'changed'],
  ended: ['ended'],
  running: ['running'],
} as const satisfies Record<string, readonly UnstatedReason[]>;

export type UnstatedPart = keyof typeof reasonsOf;
export const unstatedParts = ['closed', 'ended', 'running'] as const satisfies UnstatedPart[];

/**
 * What is on no statement, to the cent, in parts: closed months are final, ended ones wait for their close, and the month in
 * progress still grows, so that they are never one sum. `oldest` is the part's first month that should have a statement.
 */
export function splitUnstated(
  months: readonly UnstatedAmount[],
): { part: UnstatedPart; due: number; oldest: string | undefined }[] {
  return unstatedParts.map((part) => {
    const own = months.filter(({ reason }) => reasonsOf[part].some((one) => one === reason));
    return { part, due: sumOf(own), oldest: oldestUnstated(own) };
  });
}
