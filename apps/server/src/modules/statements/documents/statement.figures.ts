import {
  centsFromEuros,
  eurosFromCents,
  type Language,
  type Party,
  type StatedAmounts,
  type StatedRow,
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

/** What the integration owes once the statement is issued. */
export function balanceAfter({ balanceBefore, total }: StatementContent): number {
  return sumOfEuros([balanceBefore, total.total]);
}

/** Failed checks that the month was closed with, in words; none where all passed. */
export function exceptionsOf({ exceptions = [] }: StatementContent, language: Language): string {
  return exceptions.map(({ detail }) => renderMessage(detail, language)).join(' ');
}

/** An integration whose name for statements is not entered has its own. */
export function recipientOf({ recipient, integration }: StatementContent): Party {
  return recipient.name === '' ? { ...recipient, name: integration.name } : recipient;
}
