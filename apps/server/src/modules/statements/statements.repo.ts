import type { DisputeOutcome, PaymentState, StatementAction, StatementState } from '@ludus/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { IntegrationScope } from '../../infra/access/index.ts';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import type { StatementEventsTable, StatementsTable } from './statements.tables.ts';

/** Waits for whoever changes statements of this integration; until the transaction ends, no one else does. */
export async function lockIntegration(tx: Tx, integrationId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`statements ${integrationId}`}, 0))`.execute(tx);
}

/** A statement with what was paid and put on it; amounts are cents as text. */
export interface StatementRow extends Selectable<StatementsTable> {
  adjusted: string;
  paid: string;
  open: string;
  payment: PaymentState;
  dispute_outcome: DisputeOutcome | null;
}

/** `today` decides what is overdue: a stored flag would be wrong every midnight. */
const statementsOn = (today: string) => sql`
  SELECT s.*, a.adjusted, p.paid, o.open,
    CASE
      WHEN o.open <= 0 THEN 'settled'
      WHEN s.due_on < ${today}::date THEN 'overdue'
      WHEN p.paid > 0 THEN 'partPaid'
      ELSE 'open'
    END AS payment,
    CASE WHEN s.state = 'issued' THEN (
      SELECT CASE e.action WHEN 'accept' THEN 'accepted' WHEN 'reject' THEN 'rejected' END FROM statement_events e
      WHERE e.statement_id = s.id AND e.action IN ('accept', 'reject', 'withdraw') ORDER BY e.id DESC LIMIT 1
    ) END AS dispute_outcome
  FROM statements s
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(e.change), 0) AS adjusted FROM statement_events e
    WHERE e.statement_id = s.id AND e.action IN ('accept', 'reject')
  ) AS a
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.amount), 0) AS paid FROM statement_payments p
    WHERE p.statement_id = s.id AND p.reversal_id IS NULL
  ) AS p
  CROSS JOIN LATERAL (
    SELECT CASE WHEN s.state = 'void' THEN 0 ELSE s.total + a.adjusted - p.paid END AS open
  ) AS o`;

export interface StatementFilter {
  scope: IntegrationScope;
  integrationId?: number | undefined;
  states?: readonly StatementState[] | undefined;
  payments?: readonly PaymentState[] | undefined;
}

const visible = (scope: IntegrationScope) =>
  scope.kind === 'all'
    ? sql<boolean>`true`
    : scope.kind === 'one'
      ? sql<boolean>`integration_id = ${scope.id}`
      : sql<boolean>`false`;

/** Newest first. */
export async function findStatements(
  db: Db,
  today: string,
  { scope, integrationId, states, payments }: StatementFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: StatementRow[]; count: number }> {
  const condition = sql`${visible(scope)}
    AND (${integrationId ?? null}::integer IS NULL OR integration_id = ${integrationId ?? null}::integer)
    AND (${states ?? null}::text[] IS NULL OR state = ANY (${states ?? null}::text[]))
    AND (${payments ?? null}::text[] IS NULL OR payment = ANY (${payments ?? null}::text[]))`;
  const [{ rows }, counted] = await Promise.all([
    sql<StatementRow>`
      SELECT * FROM (${statementsOn(today)}) AS statements WHERE ${condition}
      ORDER BY issued_at DESC, id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`.execute(db),
    sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM (${statementsOn(today)}) AS statements WHERE ${condition}`.execute(
      db,
    ),
  ]);
  return { rows, count: counted.rows[0]?.count ?? 0 };
}

/** Undefined also where it belongs to an integration that is not in the scope. */
export async function findStatement(
  db: Db,
  today: string,
  id: number,
  scope: IntegrationScope,
): Promise<StatementRow | undefined> {
  const { rows } = await sql<StatementRow>`
    SELECT * FROM (${statementsOn(today)}) AS statements WHERE id = ${id} AND ${visible(scope)}`.execute(db);
  return rows[0];
}

/** The number of the statement in force of a month, named by its first day. */
export async function findNumberInForce(
  db: Db,
  { integrationId, month }: { integrationId: number; month: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('statements')
    .select('number')
    .where('integration_id', '=', integrationId)
    .where('month', '=', month)
    .where('state', '<>', 'void')
    .executeTakeFirst();
  return row?.number;
}

/** The next place of a year. It is taken when the transaction commits, and by no one else before: numbers have no gaps. */
export async function takeSequence(tx: Tx, year: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`statement numbers ${year}`}, 0))`.execute(tx);
  const row = await tx
    .selectFrom('statements')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where('year', '=', year)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

export async function insertStatement(tx: Tx, row: Insertable<StatementsTable>): Promise<number> {
  const { id } = await tx.insertInto('statements').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateState(tx: Tx, id: number, state: StatementState): Promise<void> {
  await tx.updateTable('statements').set({ state }).where('id', '=', id).execute();
}

export interface NewEvent {
  action: StatementAction;
  side: 'integration' | 'provider';
  userId: string;
  username: string;
  at: Date;
  note?: string | null | undefined;
  reference?: string;
  /** Cents. */
  amount?: bigint | undefined;
  change?: bigint | undefined;
}

export async function insertEvent(
  tx: Tx,
  statement: { id: number; integration_id: number },
  { userId, note = null, reference, amount, change, ...event }: NewEvent,
): Promise<string> {
  const { id } = await tx
    .insertInto('statement_events')
    .values({
      ...event,
      statement_id: statement.id,
      integration_id: statement.integration_id,
      user_id: userId,
      note,
      reference: reference ?? null,
      amount: amount === undefined ? null : String(amount),
      change: change === undefined ? null : String(change),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type EventRow = Selectable<StatementEventsTable>;

/** Newest first. */
export function findEvents(db: Db, statementId: number): Promise<EventRow[]> {
  return db
    .selectFrom('statement_events')
    .selectAll()
    .where('statement_id', '=', statementId)
    .orderBy('id', 'desc')
    .execute();
}
