import {
  type Age,
  ageOf,
  type BalanceEntry,
  daysLate,
  eurosFromCents,
  type IntegrationBalance,
  type Language,
  lateAges,
  noAgeing,
  type StatementEvent,
  type StatementFormat,
  type StatementPayment,
  type StatementSummary,
} from '@ludus/contract';
import type { Day } from '../../infra/clock/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import { integrationName, type References } from '../integrations/index.ts';
import type { DeliveryRow } from './statements.deliveries.repo.ts';
import { type BalanceRow, entryKinds, type LedgerRow, type PaymentRow } from './statements.ledger.repo.ts';
import type { EventRow, StatementRow } from './statements.repo.ts';

const euros = (cents: string) => eurosFromCents(BigInt(cents));

export const integrationOf = (id: number, names: References) => ({ id, name: integrationName(names, id) });

export function toSummary(row: StatementRow, names: References, today: Day): StatementSummary {
  return {
    id: row.id,
    number: row.number,
    integration: integrationOf(row.integration_id, names),
    month: row.month.slice(0, 7),
    state: row.state,
    payment: row.payment,
    disputeOutcome: row.dispute_outcome,
    issuedAt: row.issued_at.toISOString(),
    dueOn: row.due_on,
    daysLate: row.payment === 'overdue' ? daysLate(row.due_on, today) : 0,
    total: euros(row.total),
    adjusted: euros(row.adjusted),
    paid: euros(row.paid),
    open: euros(row.open),
    termsDifference: row.terms_difference === null ? null : euros(row.terms_difference),
  };
}

export function toEvent({ action, side, username, at, note, reference, amount }: EventRow): StatementEvent {
  return {
    action,
    side,
    username,
    at: at.toISOString(),
    note: note ?? reference,
    amount: amount === null ? null : euros(amount),
  };
}

export function toPayment(row: PaymentRow): StatementPayment {
  const { reversed_at: at, reversed_by: by, reversal_note: reason } = row;
  return {
    id: row.id,
    amount: euros(row.amount),
    receivedOn: row.received_on,
    reference: row.reference,
    recordedAt: row.recorded_at.toISOString(),
    recordedBy: row.recorded_by,
    reversal: at === null ? null : { at: at.toISOString(), by: by ?? '', reason: reason ?? '' },
  };
}

export const toDelivery = ({ recipient, state, reason }: DeliveryRow) => ({
  recipient,
  outcome: state,
  reason: reason === null ? null : renderMessage(reason),
  ...(reason === null ? {} : { reasonDetail: reason }),
});

export function toEntry(row: LedgerRow): BalanceEntry {
  return {
    kind: entryKinds[row.action],
    at: row.at.toISOString(),
    receivedOn: row.received_on,
    statement: { id: row.statement_id, number: row.number, month: row.month.slice(0, 7) },
    reference: row.reference,
    username: row.username,
    amount: euros(row.change),
    balance: euros(row.balance),
  };
}

export function toBalance(row: BalanceRow, names: References, today: Day): IntegrationBalance {
  const sums = new Map<Age | 'credit', bigint>();
  for (const { on, open } of row.due) {
    const cents = BigInt(open);
    const age = cents < 0n ? 'credit' : ageOf(daysLate(on, today));
    sums.set(age, (sums.get(age) ?? 0n) + cents);
  }
  const inEuros = [...sums].map(([age, cents]) => [age, eurosFromCents(cents)] as const);
  return {
    integration: integrationOf(row.integration_id, names),
    balance: euros(row.balance),
    overdue: eurosFromCents(lateAges.reduce((sum, age) => sum + (sums.get(age) ?? 0n), 0n)),
    ageing: { ...noAgeing, ...Object.fromEntries(inEuros) },
    open: row.open,
    disputed: row.disputed,
  };
}

/** Where a statement stands on screen. */
export const statementPath = (id: number) => `/statements?id=${id}`;

/** An adjustment by its number: it never changes. */
export const adjustmentFileName = (number: string, language: Language) =>
  `${number.replaceAll('/', '-')}-${language}.pdf`;

/** Each document of a statement by a name of its own: `asOf` is the day of one that is written now, null for one as it was issued. */
export const fileNameOf = (
  number: string,
  asOf: Day | null,
  { format, language }: { format: StatementFormat; language: Language },
) =>
  // A slash in a number would end the name of the file.
  `${number.replaceAll('/', '-')}-${asOf ?? 'issued'}-${language}.${format}`;
