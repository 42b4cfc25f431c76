import { centsFromEuros, eurosFromCents, type UnstatedAmount } from '@ludus/contract';

/** The first month that should have a statement: it has ended, and has none. What only changed since has one. */
export const oldestUnstated = (months: readonly UnstatedAmount[]): string | undefined =>
  months
    .filter(({ reason }) => reason === 'ended' || reason === 'closed')
    .map(({ month }) => month)
    .toSorted()[0];

/** What is on no statement, to the cent. */
export const sumUnstated = (months: readonly UnstatedAmount[]): number =>
  eurosFromCents(months.reduce((sum, { due }) => sum + centsFromEuros(due), 0));
