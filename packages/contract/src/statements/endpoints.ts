import { z } from 'zod';
import { heldChange } from '../approvals/schema.ts';
import { pageOf, queryId, queryInteger, queryList, queryRowId, recordId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { monthKey } from '../period-close/schema.ts';
import { disputeOutcomes, paymentStates, statementStates } from './names.ts';
import {
  balanceEntry,
  integrationBalance,
  statableMonth,
  statementContent,
  statementDay,
  statementDetail,
  statementNote,
  statementSummary,
  unstatedAmount,
} from './schema.ts';
import { party, settlementTerms, statementAmount, statementSettings, storedTerms } from './terms.ts';

const tag = 'statements';
const id = z.strictObject({ id: queryRowId });
const month = z.strictObject({ integrationId: queryId, month: monthKey });
const integration = z.strictObject({ integrationId: queryId });

/** Newest first. People of an integration see their own. */
export const listStatements = endpoint({
  id: 'listStatements',
  method: 'GET',
  path: '/statements',
  access: 'statements:read',
  tag,
  summary: 'Statements of closed months',
  query: z.strictObject({
    integrationId: queryId.optional(),
    states: queryList(z.enum(statementStates), statementStates.length),
    payments: queryList(z.enum(paymentStates), paymentStates.length),
    page: queryInteger(1, 100_000).optional(),
    limit: queryInteger(1, 200).optional(),
  }),
  response: pageOf(statementSummary),
});

/** Closed months that have no statement, oldest first. */
export const listStatableMonths = endpoint({
  id: 'listStatableMonths',
  method: 'GET',
  path: '/statements/months',
  access: 'statements:manage',
  tag,
  summary: 'Closed months without a statement',
  response: rowsOf(statableMonth),
});

/** Newest month first, of the last 36 months and of all that are closed. People of an integration see their own. */
export const listUnstatedAmounts = endpoint({
  id: 'listUnstatedAmounts',
  method: 'GET',
  path: '/statements/unstated',
  access: 'statements:read',
  tag,
  summary: 'What is due and on no statement yet, by month',
  response: rowsOf(unstatedAmount),
});

/** By name; those without a statement are left out. */
export const listBalances = endpoint({
  id: 'listBalances',
  method: 'GET',
  path: '/statements/balances',
  access: 'statements:read',
  tag,
  summary: 'What each integration owes',
  response: rowsOf(integrationBalance),
});

/** Newest first. */
export const getBalance = endpoint({
  id: 'getBalance',
  method: 'GET',
  path: '/statements/balances/:integrationId',
  access: 'statements:read',
  tag,
  summary: 'Running balance of an integration',
  params: integration,
  query: z.strictObject({
    page: queryInteger(1, 100_000).optional(),
    limit: queryInteger(1, 500).optional(),
  }),
  response: pageOf(balanceEntry).extend({ balance: integrationBalance }),
  failures: [404],
});

/** What the statement of a closed month would say now. 409 unless the month is closed and has none. */
export const previewStatement = endpoint({
  id: 'previewStatement',
  method: 'GET',
  path: '/statements/preview',
  access: 'statements:manage',
  tag,
  summary: 'The statement of a closed month before it is issued',
  query: month,
  response: statementContent,
  failures: [404, 409],
});

/** Issues it and mails it to the integration. 409 also where the total is no longer the one that was seen. */
export const issueStatement = endpoint({
  id: 'issueStatement',
  method: 'POST',
  path: '/statements',
  access: 'statements:manage',
  tag,
  summary: 'Issue the statement of a closed month',
  body: z.strictObject({ integrationId: recordId, month: monthKey, expectedTotal: statementAmount }),
  response: statementDetail,
  failures: [404, 409],
});

export const getStatement = endpoint({
  id: 'getStatement',
  method: 'GET',
  path: '/statements/:id',
  access: 'statements:read',
  tag,
  summary: 'A statement with its payments and history',
  params: id,
  response: statementDetail,
  failures: [404],
});

/** Mails it once more to whoever receives statements of the integration. 409 for a void one. */
export const sendStatement = endpoint({
  id: 'sendStatement',
  method: 'POST',
  path: '/statements/:id/send',
  access: 'statements:manage',
  tag,
  summary: 'Mail a statement again',
  params: id,
  response: statementDetail,
  failures: [404, 409],
  perMinute: 30,
});

/** 409 unless it waits for the integration. */
export const acknowledgeStatement = endpoint({
  id: 'acknowledgeStatement',
  method: 'POST',
  path: '/statements/:id/acknowledge',
  access: 'statements:answer',
  tag,
  summary: 'Acknowledge a statement as the integration',
  params: id,
  body: z.strictObject({ note: statementNote.optional() }),
  response: statementDetail,
  failures: [404, 409],
});

/** 409 when it is disputed already or void. An acknowledged one can still be disputed. */
export const disputeStatement = endpoint({
  id: 'disputeStatement',
  method: 'POST',
  path: '/statements/:id/dispute',
  access: 'statements:answer',
  tag,
  summary: 'Dispute a statement as the integration',
  params: id,
  body: z.strictObject({
    reason: statementNote,
    /** What is too much, VAT included, where that is known: above 0, at most what the statement asks for. */
    amount: statementAmount.optional(),
  }),
  response: statementDetail,
  failures: [404, 409],
});

/** 409 once the provider has answered. The statement waits for the integration again. */
export const withdrawDispute = endpoint({
  id: 'withdrawDispute',
  method: 'POST',
  path: '/statements/:id/dispute/withdraw',
  access: 'statements:answer',
  tag,
  summary: 'Withdraw a dispute',
  params: id,
  response: statementDetail,
  failures: [404, 409],
});

/** 409 unless it is disputed. `adjustment` is put on the total, VAT included, below zero to take off; accepted disputes need one. */
export const resolveStatement = endpoint({
  id: 'resolveStatement',
  method: 'POST',
  path: '/statements/:id/resolve',
  access: 'statements:manage',
  tag,
  summary: 'End the dispute of a statement',
  params: id,
  body: z.strictObject({
    outcome: z.enum(disputeOutcomes),
    note: statementNote,
    adjustment: statementAmount.optional(),
  }),
  response: statementDetail,
  failures: [404, 409],
});

/** 409 once anything was paid, or where a later statement of the integration stands on it. Its month can be stated again. */
export const voidStatement = endpoint({
  id: 'voidStatement',
  method: 'POST',
  path: '/statements/:id/void',
  access: 'statements:manage',
  tag,
  summary: 'Withdraw a statement',
  params: id,
  body: z.strictObject({ reason: statementNote }),
  response: statementDetail,
  failures: [404, 409],
});

/** More than is open may be paid: the balance carries it. 409 for a void one. */
export const recordPayment = endpoint({
  id: 'recordPayment',
  method: 'POST',
  path: '/statements/:id/payments',
  access: 'statements:manage',
  tag,
  summary: 'Record a payment for a statement',
  params: id,
  body: z.strictObject({
    /** Above 0. Below: paid out to the integration, of what is in its favour only. */
    amount: statementAmount,
    /** Not after today. */
    receivedOn: statementDay,
    reference: z.string().trim().max(140),
  }),
  response: statementDetail,
  failures: [404, 409],
});

/** 409 when it is taken back already. */
export const reversePayment = endpoint({
  id: 'reversePayment',
  method: 'POST',
  path: '/statements/payments/:id/reverse',
  access: 'statements:manage',
  tag,
  summary: 'Take a recorded payment back',
  params: id,
  body: z.strictObject({ reason: statementNote }),
  response: statementDetail,
  failures: [404, 409],
});

export const getStatementSettings = endpoint({
  id: 'getStatementSettings',
  method: 'GET',
  path: '/statements/settings',
  access: 'statements:manage',
  tag,
  summary: 'What the provider prints on statements',
  response: statementSettings,
});

export const saveStatementSettings = endpoint({
  id: 'saveStatementSettings',
  method: 'PUT',
  path: '/statements/settings',
  access: 'statements:manage',
  tag,
  summary: 'Change what the provider prints on statements',
  body: statementSettings,
  response: statementSettings,
});

const termsOfIntegration = z.strictObject({
  recipient: party,
  /** Newest first. */
  terms: z.array(storedTerms),
});

/** People of an integration see their own. */
export const getTerms = endpoint({
  id: 'getTerms',
  method: 'GET',
  path: '/statements/terms/:integrationId',
  access: 'statements:read',
  tag,
  summary: 'Terms of settlement of an integration',
  params: integration,
  response: termsOfIntegration,
  failures: [404],
});

/** Adds the terms that begin with their month, or replaces them. 409 where a month they apply to has a statement. */
export const saveTerms = endpoint({
  id: 'saveTerms',
  method: 'PUT',
  path: '/statements/terms/:integrationId',
  access: 'statements:manage',
  tag,
  summary: 'Set the terms of settlement from a month on',
  params: integration,
  body: settlementTerms,
  response: termsOfIntegration,
  accepted: heldChange,
  failures: [404, 409],
});

/** The terms before them apply then. 409 where a month they apply to has a statement. */
export const deleteTerms = endpoint({
  id: 'deleteTerms',
  method: 'DELETE',
  path: '/statements/terms/:integrationId/:month',
  access: 'statements:manage',
  tag,
  summary: 'Remove the terms of settlement that begin with a month',
  params: month,
  response: termsOfIntegration,
  accepted: heldChange,
  failures: [404, 409],
});

/** Statements that are issued already keep theirs. */
export const saveRecipient = endpoint({
  id: 'saveRecipient',
  method: 'PUT',
  path: '/statements/recipients/:integrationId',
  access: 'statements:manage',
  tag,
  summary: 'Name and address of an integration on its statements',
  params: integration,
  body: party,
  response: termsOfIntegration,
  failures: [404],
});

export const statementEndpoints = [
  listStatements,
  listStatableMonths,
  listUnstatedAmounts,
  listBalances,
  getBalance,
  previewStatement,
  issueStatement,
  getStatementSettings,
  saveStatementSettings,
  getTerms,
  saveTerms,
  deleteTerms,
  saveRecipient,
  getStatement,
  sendStatement,
  acknowledgeStatement,
  disputeStatement,
  withdrawDispute,
  resolveStatement,
  voidStatement,
  recordPayment,
  reversePayment,
] as const;
