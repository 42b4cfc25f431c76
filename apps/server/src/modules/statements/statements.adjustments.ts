/** What disputes have put on a statement or taken off, each a document of its own within it. */
import { eurosFromCents, type StatementAdjustment, splitOfGross } from '@ludus/contract';
import type { EventRow, StatementRow } from './statements.repo.ts';

/** The number of the n-th adjustment of a statement, from 1. */
export const adjustmentNumber = (statement: string, ordinal: number) => `${statement}-A${ordinal}`;

const isAdjustment = ({ action, change }: Pick<EventRow, 'action' | 'change'>) =>
  action === 'accept' && change !== null;

/** How many there are; `events` are all of the statement. */
export const countAdjustments = (events: readonly EventRow[]) => events.filter(isAdjustment).length;

/** Oldest first. Value added tax is at the rate of the statement, which it has for good. */
export function adjustmentsOf(
  { number, content }: Pick<StatementRow, 'number' | 'content'>,
  newestFirst: readonly EventRow[],
): Omit<StatementAdjustment, 'files'>[] {
  const { vatRate } = content.total;
  return newestFirst
    .toReversed()
    .filter(isAdjustment)
    .map(({ at, note, username, reference, change }, index) => {
      const amount = BigInt(change ?? 0);
      const { net, vat } = splitOfGross(amount, vatRate);
      return {
        // Those of before they had one are counted.
        number: reference ?? adjustmentNumber(number, index + 1),
        at: at.toISOString(),
        username,
        note: note ?? '',
        net: eurosFromCents(net),
        vatRate,
        vat: eurosFromCents(vat),
        amount: eurosFromCents(amount),
      };
    });
}

/** What each adjustment answers, oldest first, as `adjustmentsOf` lists them: the dispute before it. */
export function disputesAnswered(
  newestFirst: readonly EventRow[],
): ({ reason: string; amount: number | null } | null)[] {
  const events = newestFirst.toReversed();
  return events.flatMap((event, index) => {
    if (!isAdjustment(event)) return [];
    const dispute = events.slice(0, index).findLast(({ action }) => action === 'dispute');
    if (dispute === undefined) return [null];
    const { note, amount } = dispute;
    return [{ reason: note ?? '', amount: amount === null ? null : eurosFromCents(BigInt(amount)) }];
  });
}
