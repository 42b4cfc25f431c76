import type { BalanceEntryKind, StatementAction } from '@ludus/contract';
import { sql } from 'kysely';
import type { IntegrationScope } from '../../infra/access/index.ts';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import './statements.tables.ts';

export interface PaymentRow {
  id: number;
  statement_id: number;
  amount: string;
  received_on: string;
  reference: string;
  recorded_at: Date;
  recorded_by: string;
  reversed_at: Date | null;
  reversed_by: string | null;
  reversal_note: string | null;
}

const payments = (db: Db) =>
  db
    .selectFrom('statement_payments as p')
    .innerJoin('statement_events as e', 'e.id', 'p.event_id')
    .leftJoin('statement_events as r', 'r.id', 'p.reversal_id')
    .select(['p.id', 'p.statement_id', 'p.amount', 'p.received_on', 'p.reference'])
    .select(['e.at as recorded_at', 'e.username as recorded_by'])
    .select(['r.at as reversed_at', 'r.username as reversed_by', 'r.note as reversal_note']);

/** In the order they were recorded. */
export function findPayments(db: Db, statementId: number): Promise<PaymentRow[]> {
  return payments(db).where('p.statement_id', '=', statementId).orderBy('p.id').execute();
}

export function findPayment(db: Db, id: number): Promise<PaymentRow | undefined> {
  return payments(db).where('p.id', '=', id).executeTakeFirst();
}

export async function insertPayment(
  tx: Tx,
  payment: { statementId: number; amount: bigint; receivedOn: string; reference: string; eventId: string },
): Promise<void> {
  await tx
    .insertInto('statement_payments')
    .values({
      statement_id: payment.statementId,
      amount: String(payment.amount),
      received_on: payment.receivedOn,
      reference: payment.reference,
      event_id: payment.eventId,
    })
    .execute();
}

export async function markReversed(tx: Tx, id: number, eventId: string): Promise<void> {
  await tx.updateTable('statement_payments').set({ reversal_id: eventId }).where('id', '=', id).execute();
}

/** What changes the balance, and the entry it makes. */
export const entryKinds = {
  issue: 'statement',
  void: 'void',
  pay: 'payment',
  reverse: 'reversal',
  accept: 'adjustment',
} as const satisfies Partial<Record<StatementAction, BalanceEntryKind>>;

export interface LedgerRow {
  action: keyof typeof entryKinds;
  at: Date;
  received_on: string | null;
  username: string;
  reference: string;
  change: string;
  balance: string;
  statement_id: number;
  number: string;
  month: string;
}

/** Entries of an integration, newest first, each with the balance after it. */
export async function findLedger(
  db: Db,
  integrationId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: LedgerRow[]; count: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<LedgerRow>`
      SELECT e.action, e.at, e.username, coalesce(e.reference, e.note, '') AS reference, e.change, e.balance,
        e.statement_id, s.number, s.month, p.received_on
      FROM (
        SELECT *, sum(change) OVER (ORDER BY id) AS balance FROM statement_events
        WHERE integration_id = ${integrationId} AND change IS NOT NULL
      ) AS e
      JOIN statements s ON s.id = e.statement_id
      LEFT JOIN statement_payments p ON p.event_id = e.id
      ORDER BY e.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`.execute(db),
    sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM statement_events
      WHERE integration_id = ${integrationId} AND change IS NOT NULL`.execute(db),
  ]);
  return { rows, count: counted.rows[0]?.count ?? 0 };
}

/** What an integration owes, in cents. */
export async function sumLedger(db: Db, integrationId: number): Promise<bigint> {
  const { rows } = await sql<{ balance: string }>`
    SELECT coalesce(sum(change), 0) AS balance FROM statement_events
    WHERE integration_id = ${integrationId}`.execute(db);
  return BigInt(rows[0]?.balance ?? 0);
}

export interface BalanceRow {
  integration_id: number;
  balance: string;
  /** What of each statement is open in cents, below zero in the integration's favour, and the day it was due. */
  due: { on: string; open: string }[];
  open: number;
  disputed: number;
}

/** Of each integration in the scope that has had a statement. */
export async function findBalances(db: Db, scope: IntegrationScope): Promise<BalanceRow[]> {
  if (scope.kind === 'none') return [];
  const { rows } = await sql<BalanceRow>`
    WITH open AS (
      SELECT s.id, s.integration_id, s.due_on, s.state, CASE WHEN s.state = 'void' THEN 0 ELSE sum(e.change) END AS open
      FROM statements s JOIN statement_events e ON e.statement_id = s.id AND e.change IS NOT NULL
      WHERE ${scope.kind === 'all' ? sql`true` : sql`s.integration_id = ${scope.id}`}
      GROUP BY s.id
    )
    SELECT o.integration_id,
      (SELECT coalesce(sum(e.change), 0) FROM statement_events e WHERE e.integration_id = o.integration_id) AS balance,
      coalesce(
        jsonb_agg(jsonb_build_object('on', o.due_on, 'open', o.open::text)) FILTER (WHERE o.open <> 0), '[]'
      ) AS due,
      count(*) FILTER (WHERE o.open > 0)::integer AS open,
      count(*) FILTER (WHERE o.state = 'disputed')::integer AS disputed
    FROM open o GROUP BY o.integration_id`.execute(db);
  return rows;
}
