import { z } from 'zod';
import { emailAddress, instant, recordId } from '../common.ts';
import { monthKey } from '../period-close/schema.ts';
import { shareBases } from './names.ts';

/** Hundredths of a percent: 1250 is 12.5 %. */
const basisPoints = z.int().min(0).max(10_000);
/** Euro with two decimals. */
export const statementAmount = z
  .number()
  .min(-1_000_000_000)
  .max(1_000_000_000)
  .refine((amount) => Number(amount.toFixed(2)) === amount);

export const shareTier = z.strictObject({
  /** Euro of the base from which on the rate applies, to the part above only. The first tier starts at 0. */
  from: statementAmount.min(0),
  rate: basisPoints,
});
export type ShareTier = z.infer<typeof shareTier>;

export const maxTiers = 12;

/** What an integration owes for a month by contract. It stands beside the `due` that the platform reports, which is what is stated. */
export const settlementTerms = z
  .strictObject({
    /** The first month that they apply to; they end where the next ones begin. */
    fromMonth: monthKey,
    base: z.enum(shareBases),
    /** By `from`, rising. */
    tiers: z.array(shareTier).min(1).max(maxTiers),
    /** Euro a month that are owed in any case. */
    minimum: statementAmount.min(0),
    /** Value added tax on the amount due. */
    vatRate: basisPoints,
    /** Days from the day of issue in which the amount is to be paid. */
    paymentDays: z.int().min(0).max(365),
    note: z.string().trim().max(500),
  })
  .meta({ id: 'SettlementTerms' });
export type SettlementTerms = z.infer<typeof settlementTerms>;

/** Without terms: no value added tax, and a month to pay. */
export const defaultTerms = { vatRate: 0, paymentDays: 30 } as const;

/** Terms as they are kept: those of a month with a statement do not change any more. */
export const storedTerms = settlementTerms
  .extend({ isLocked: z.boolean(), updatedAt: instant, updatedBy: z.string() })
  .meta({ id: 'StoredSettlementTerms' });
export type StoredTerms = z.infer<typeof storedTerms>;

const line = (max: number) => z.string().trim().max(max);

/** Name, address and numbers of one side, as they stand on a statement. */
export const party = z
  .strictObject({
    name: line(200),
    /** Lines below the name. */
    address: line(500),
    vatId: line(40),
    email: z.union([emailAddress, z.literal('')]),
  })
  .meta({ id: 'StatementParty' });
export type Party = z.infer<typeof party>;

/** The provider's side. A statement cannot be issued before `name` is there. */
export const statementSettings = z
  .strictObject({
    issuer: party.extend({ iban: line(40), bic: line(15), bank: line(120) }),
    /** Before the number: `LH-` makes LH-2026-0001. */
    numberPrefix: z
      .string()
      .trim()
      .max(12)
      .regex(/^[A-Za-z0-9/-]*$/),
    /** At the foot of every statement. */
    footer: z.strictObject({ en: line(500), it: line(500) }),
  })
  .meta({ id: 'StatementSettings' });
export type StatementSettings = z.infer<typeof statementSettings>;

/** A part of the base and what it owes; `to` is null for the last tier. Each amount is rounded to the cent, halves away from zero. */
export const tierLine = z.strictObject({
  from: z.number(),
  to: z.number().nullable(),
  rate: basisPoints,
  base: z.number(),
  amount: z.number(),
});
export type TierLine = z.infer<typeof tierLine>;

/** What the terms make of a month, beside what the platform reports. A month with a loss owes the minimum only. */
export const termsResult = z
  .strictObject({
    terms: settlementTerms,
    baseAmount: z.number(),
    tiers: z.array(tierLine),
    minimumApplied: z.boolean(),
    amount: z.number(),
    /** The platform's own due minus `amount`. */
    difference: z.number(),
  })
  .meta({ id: 'TermsResult' });
export type TermsResult = z.infer<typeof termsResult>;

export const integrationRef = z.strictObject({ id: recordId, name: z.string() });
