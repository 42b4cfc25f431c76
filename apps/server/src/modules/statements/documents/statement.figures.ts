import {
  centsFromEuros,
  eurosFromCents,
  type Language,
  type Party,
  type StatedAmounts,
  type StatedRow,
  type StatementAdjustment,
  type StatementContent,
} from '@ludus/contract';
import { renderMessage } from '../../../infra/messages/index.ts';

/** A statement as it is printed, written into a workbook and mailed. */
export interface StatementDocument {
  /** As printed, `LH-2026-0001`. */
  number: string;
  issuedAt: Date;
  /** A day of Rome, `2026-11-30`. */
  dueOn: string;
  /** It was withdrawn: its documents say so, and ask for nothing. */
  isVoid: boolean;
  content: StatementContent;
  /** Amounts that were put on the total when a dispute was accepted, below zero taken off: like the total, with VAT in them. */
  adjustments: readonly (Pick<StatementAdjustment, 'number' | 'note' | 'net' | 'vat' | 'amount'> & {
    day: string;
    /** What the integration had said: its reason, and how much is too much where it named an amount. */
    dispute: { reason: string; amount: number | null } | null;
  })[];
  /** Those that were not taken back; below zero: paid out. */
  payments: readonly { day: string; reference: string; amount: number }[];
}

export const statedAmountNames = ['bet', 'win', 'grosswin', 'tax', 'netwin', 'due'] as const;
export type StatedAmountName = (typeof statedAmountNames)[number];

export interface OperatorRows {
  name: string;
  rows: readonly StatedRow[];
  sum: StatedAmounts;
}

/** Groups the rows, which are in the order of their operators, with the exact sum of each. */
export function rowsByOperator(rows: readonly StatedRow[]): OperatorRows[] {
  const groups = new Map<string, StatedRow[]>();
  for (const row of rows) {
    const id = String(row.operator.id);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [row]);
    else group.push(row);
  }
  return [...groups.values()].map((group) => ({
    name: group[0]?.operator.name ?? '',
    rows: group,
    sum: sumOf(group),
  }));
}

export function sumOf(rows: readonly StatedAmounts[]): StatedAmounts {
  const amounts = statedAmountNames.map((name) => [name, sumOfEuros(rows.map((row) => row[name]))]);
  return {
    ...(Object.fromEntries(amounts) as Record<StatedAmountName, number>),
    sessions: rows.reduce((sum, { sessions }) => sum + sessions, 0),
  };
}

/** Adds euro in whole cents. */
export function sumOfEuros(amounts: readonly number[]): number {
  return eurosFromCents(amounts.reduce((sum, amount) => sum + BigInt(centsFromEuros(amount)), 0n));
}

/** What the statement asks for after its disputes. */
export function adjustedTotal({ content, adjustments }: StatementDocument): number {
  return sumOfEuros([content.total.total, ...adjustments.map(({ amount }) => amount)]);
}

/** Net amount and value added tax after its disputes. */
export function adjustedParts({ content, adjustments }: StatementDocument): { net: number; vat: number } {
  return {
    net: sumOfEuros([content.total.net, ...adjustments.map(({ net }) => net)]),
    vat: sumOfEuros([content.total.vat, ...adjustments.map(({ vat }) => vat)]),
  };
}

/** What is left to pay; nothing of one that was withdrawn. */
export function openOf(document: StatementDocument): number {
  if (document.isVoid) return 0;
  return sumOfEuros([adjustedTotal(document), ...document.payments.map(({ amount }) => -amount)]);
}

/** Whether anything was decided or paid since it was issued. */
export const hasChanged = ({ adjustments, payments }: StatementDocument) =>
  adjustments.length > 0 || payments.length > 0;

/** Whether the total after the disputes is not the amount that is left: where it is, it stands once. */
export const hasTotalBetween = (document: StatementDocument) =>
  document.adjustments.length > 0 && adjustedTotal(document) !== openOf(document);

/** What the integration owes with the statement, what was put on it, and what was paid for it. */
export function balanceAfter(document: StatementDocument): number {
  return sumOfEuros([document.content.balanceBefore, openOf({ ...document, isVoid: false })]);
}

/** Failed checks that the month was closed with, in words; none where all passed. */
export function exceptionsOf({ exceptions = [] }: StatementContent, language: Language): string {
  return exceptions.map(({ detail }) => renderMessage(detail, language)).join(' ');
}

/** An integration whose name for statements is not entered has its own. */
export function recipientOf({ recipient, integration }: StatementContent): Party {
  return recipient.name === '' ? { ...recipient, name: integration.name } : recipient;
}
