/**
 * What the two sides have said about a statement. `issued` waits for the integration; a dispute ends with `issued` again, whether
 * it was accepted, rejected or withdrawn by the integration; `void` was withdrawn, keeps its number and counts for nothing.
 */
export const statementStates = ['issued', 'acknowledged', 'disputed', 'void'] as const;
export type StatementState = (typeof statementStates)[number];

/** `settled`: nothing of it is open, also where it was in the integration's favour; `overdue`: open after the day it was due. */
export const paymentStates = ['open', 'partPaid', 'overdue', 'settled'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** What happens to a statement, as its history and the log name it. */
export const statementActions = [
  'issue',
  'send',
  'acknowledge',
  'dispute',
  'withdraw',
  'accept',
  'reject',
  'pay',
  'reverse',
  'void',
] as const;
export type StatementAction = (typeof statementActions)[number];

/** How a dispute ends: `accepted` with an amount that is taken off, `rejected` with the reason. */
export const disputeOutcomes = ['accepted', 'rejected'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];

/** Entries of the running balance of an integration. */
/** The documents as they were issued, which never change, or with what was decided and paid since. */
export const statementEditions = ['issued', 'now'] as const;
export type StatementEdition = (typeof statementEditions)[number];

export const balanceEntryKinds = ['statement', 'void', 'payment', 'reversal', 'adjustment'] as const;
export type BalanceEntryKind = (typeof balanceEntryKinds)[number];

/**
 * Why an amount is on no statement yet: its month has not ended, has ended and is not closed, is closed, or was closed and has
 * changed since.
 */
export const unstatedReasons = ['running', 'ended', 'closed', 'changed'] as const;
export type UnstatedReason = (typeof unstatedReasons)[number];

/** What a share is taken of: of the month, as closed. */
export const shareBases = ['netwin', 'grosswin'] as const;
export type ShareBase = (typeof shareBases)[number];

export const statementFormats = ['pdf', 'xlsx'] as const;
export type StatementFormat = (typeof statementFormats)[number];
