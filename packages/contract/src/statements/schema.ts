import { z } from 'zod';
import { instant, recordId, rowId } from '../common.ts';
import { gameSummary } from '../games/schema.ts';
import { message } from '../messages/schema.ts';
import { periodCheckIds, restatementReasons } from '../period-close/names.ts';
import { monthKey } from '../period-close/schema.ts';
import {
  balanceEntryKinds,
  disputeOutcomes,
  paymentStates,
  statementActions,
  statementEditions,
  statementFormats,
  statementStates,
  unstatedReasons,
} from './names.ts';
import { integrationRef, party, statementSettings, termsResult } from './terms.ts';

export const maxStatementNote = 1000;
export const statementNote = z.string().trim().min(3).max(maxStatementNote);
/** A day in Rome. */
export const statementDay = z.iso.date();

/** Euro and counts of real sessions. `tax` is gross win minus net win: what the platform keeps back before net win. */
export const statedAmounts = z
  .strictObject({
    sessions: z.int(),
    bet: z.number(),
    win: z.number(),
    grosswin: z.number(),
    tax: z.number(),
    netwin: z.number(),
    due: z.number(),
  })
  .meta({ id: 'StatedAmounts' });
export type StatedAmounts = z.infer<typeof statedAmounts>;

/** A game of an operator, as the month was closed. */
export const statedRow = statedAmounts
  .extend({
    operator: z.strictObject({ id: recordId, name: z.string() }),
    game: gameSummary.pick({ id: true, name: true, sub_name: true, slug: true }),
  })
  .meta({ id: 'StatedRow' });
export type StatedRow = z.infer<typeof statedRow>;

/** What has changed in closed months since, and is on no statement yet. Every difference is on exactly one statement. */
export const statedRestatement = statedAmounts
  .extend({ month: monthKey, reason: z.enum(restatementReasons), lines: z.int().positive() })
  .meta({ id: 'StatedRestatement' });
export type StatedRestatement = z.infer<typeof statedRestatement>;

/** The amount that a statement asks for: `due` and `restated` are the platform's, `vat` is rounded once. */
export const statedTotal = z.strictObject({
  due: z.number(),
  restated: z.number(),
  net: z.number(),
  vatRate: z.int(),
  vat: z.number(),
  total: z.number(),
});

/** What a statement says; the same from the day it was issued on. */
export const statementContent = z
  .strictObject({
    integration: integrationRef,
    month: monthKey,
    zone: z.string(),
    closedAt: instant,
    closedBy: z.string(),
    /** Null: nothing of the month could be fetched to its end before it was closed. */
    asOf: instant.nullable(),
    /** Failed checks that did not keep the month from being closed; absent on statements of releases that did not record them. */
    exceptions: z.array(z.strictObject({ check: z.enum(periodCheckIds), detail: message })).optional(),
    issuer: statementSettings.shape.issuer,
    footer: statementSettings.shape.footer,
    recipient: party,
    /** By operator, then game, by name. */
    rows: z.array(statedRow),
    monthTotal: statedAmounts,
    /** Oldest month first. */
    restatements: z.array(statedRestatement),
    /** Null where no terms apply to the month. */
    terms: termsResult.nullable(),
    total: statedTotal,
    /** What the integration owed before this statement. */
    balanceBefore: z.number(),
    paymentDays: z.int(),
  })
  .meta({ id: 'StatementContent' });
export type StatementContent = z.infer<typeof statementContent>;

export const statementSummary = z
  .strictObject({
    id: rowId,
    /** As printed, `LH-2026-0001`: without gaps within a year. */
    number: z.string(),
    integration: integrationRef,
    month: monthKey,
    state: z.enum(statementStates),
    payment: z.enum(paymentStates),
    /** How its last dispute ended, until the integration answers it again. */
    disputeOutcome: z.enum(disputeOutcomes).nullable(),
    issuedAt: instant,
    dueOn: statementDay,
    /** Of what is open, after `dueOn`; 0 where nothing is late. */
    daysLate: z.int().nonnegative(),
    total: z.number(),
    /** What was taken off or put on after a dispute; like `total`, VAT included. */
    adjusted: z.number(),
    paid: z.number(),
    /** Total and adjustments minus payments; 0 for a void one. Below zero: in the integration's favour. */
    open: z.number(),
    /** Of the month: the platform's due minus that of the terms; null without terms. */
    termsDifference: z.number().nullable(),
  })
  .meta({ id: 'StatementSummary' });
export type StatementSummary = z.infer<typeof statementSummary>;

export const statementEvent = z.strictObject({
  action: z.enum(statementActions),
  /** Of the integration, or of the provider. */
  side: z.enum(['integration', 'provider']),
  username: z.string(),
  at: instant,
  note: z.string().nullable(),
  /** Of a payment, a reversal, a dispute or an adjustment. */
  amount: z.number().nullable(),
});
export type StatementEvent = z.infer<typeof statementEvent>;

export const statementPayment = z.strictObject({
  id: rowId,
  amount: z.number(),
  receivedOn: statementDay,
  reference: z.string(),
  recordedAt: instant,
  recordedBy: z.string(),
  /** Taken back, and why. */
  reversal: z.strictObject({ at: instant, by: z.string(), reason: z.string() }).nullable(),
});
export type StatementPayment = z.infer<typeof statementPayment>;

/** How the mail of a statement went to one address. People of an integration are not shown them. */
export const statementDelivery = z.strictObject({
  recipient: z.string(),
  outcome: z.enum(['waiting', 'sent', 'failed', 'refused']),
  /** In English; `reasonDetail` is the same for a reader of any language. */
  reason: z.string().nullable(),
  reasonDetail: message.optional(),
});

/** What an accepted dispute has put on a statement, below zero taken off: with a number of its own, net and with value added tax. */
export const statementAdjustment = z
  .strictObject({
    /** `LH-2026-0001-A1`: of its statement, counted from 1. */
    number: z.string(),
    at: instant,
    username: z.string(),
    note: z.string(),
    net: z.number(),
    /** Hundredths of a percent: that of the statement. */
    vatRate: z.int(),
    vat: z.number(),
    /** Net and value added tax. */
    amount: z.number(),
    /** The adjustment as a document of its own, as PDF; each address is signed, for this person and an hour. */
    files: z.array(z.strictObject({ language: z.enum(['en', 'it']), url: z.string() })),
  })
  .meta({ id: 'StatementAdjustment' });
export type StatementAdjustment = z.infer<typeof statementAdjustment>;

export const statementFile = z.strictObject({
  format: z.enum(statementFormats),
  language: z.enum(['en', 'it']),
  edition: z.enum(statementEditions),
  /** Of a file as issued, in hexadecimal digits: the same at every download. */
  sha256: z.string().nullable(),
  /** Signed, for this person and an hour. */
  url: z.string(),
});

export const statementDetail = statementSummary
  .extend({
    content: statementContent,
    /** Oldest first. */
    adjustments: z.array(statementAdjustment),
    payments: z.array(statementPayment),
    /** Newest first. */
    history: z.array(statementEvent),
    /** As issued, where that was kept; and as it is now, once anything was decided or paid. */
    files: z.array(statementFile),
    deliveries: z.array(statementDelivery).optional(),
    /** What is disputed now. */
    dispute: z
      .strictObject({ reason: z.string(), amount: z.number().nullable(), username: z.string(), at: instant })
      .nullable(),
  })
  .meta({ id: 'Statement' });
export type StatementDetail = z.infer<typeof statementDetail>;

/** Euro that are open by age, and what is in the integration's favour, below zero: together the balance. */
export const ageing = z
  .strictObject({
    notDue: z.number(),
    upTo30: z.number(),
    upTo60: z.number(),
    upTo90: z.number(),
    over90: z.number(),
    credit: z.number(),
  })
  .meta({ id: 'StatementAgeing' });
export type Ageing = z.infer<typeof ageing>;

/** What an integration owes now, and what it is made of. */
export const integrationBalance = z
  .strictObject({
    integration: integrationRef,
    balance: z.number(),
    /** What of `ageing` is late. */
    overdue: z.number(),
    ageing,
    /** Statements of which something is open. */
    open: z.int().nonnegative(),
    disputed: z.int().nonnegative(),
  })
  .meta({ id: 'IntegrationBalance' });
export type IntegrationBalance = z.infer<typeof integrationBalance>;

export const balanceEntry = z
  .strictObject({
    kind: z.enum(balanceEntryKinds),
    /** When it was recorded: the balance is in this order. */
    at: instant,
    /** Of a payment: the day the money came. */
    receivedOn: statementDay.nullable(),
    statement: z.strictObject({ id: rowId, number: z.string(), month: monthKey }),
    reference: z.string(),
    username: z.string(),
    /** Above zero: the integration owes more. */
    amount: z.number(),
    /** After this entry. */
    balance: z.number(),
  })
  .meta({ id: 'BalanceEntry' });
export type BalanceEntry = z.infer<typeof balanceEntry>;

/** An amount that is on no statement yet. */
export const unstatedAmount = z
  .strictObject({
    integration: integrationRef,
    month: monthKey,
    reason: z.enum(unstatedReasons),
    /** The platform's, before VAT: as closed where the month is, otherwise as known now. Of a change its difference. */
    due: z.number(),
  })
  .meta({ id: 'UnstatedAmount' });
export type UnstatedAmount = z.infer<typeof unstatedAmount>;

/** A closed month without a statement. */
export const statableMonth = z.strictObject({
  integration: integrationRef,
  month: monthKey,
  closedAt: instant,
  /** The platform's, as closed. */
  due: z.number(),
});
