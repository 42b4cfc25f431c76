import type { RestatementReason } from '@ludus/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import type { PeriodKey } from '../period-close/index.ts';
import './statements.tables.ts';

/** Amounts are cents as text. */
export interface RestatedGroup {
  month: string;
  reason: RestatementReason;
  lines: number;
  sessions: string;
  bet: string;
  win: string;
  net_win: string;
  due: string;
  ids: string[];
}

/**
 * Finds what a statement of a month takes up: differences of closings in force that are on no statement yet, of the month itself
 * and of earlier ones that have a statement. Those of a month without one wait for its own.
 */
export async function findUnstated(db: Db, { integrationId, month }: PeriodKey): Promise<RestatedGroup[]> {
  const { rows } = await sql<RestatedGroup>`
    SELECT c.month, r.reason, count(*)::integer AS lines, sum(r.sessions) AS sessions, sum(r.bet) AS bet,
      sum(r.win) AS win, sum(r.net_win) AS net_win, sum(r.due) AS due, array_agg(r.id) AS ids
    FROM period_restatements r
    JOIN period_closings c ON c.id = r.closing_id AND c.reopened_at IS NULL
    WHERE c.integration_id = ${integrationId}
      AND NOT EXISTS (SELECT FROM statement_restatements taken WHERE taken.restatement_id = r.id)
      AND (
        c.month = ${month}::date
        OR c.month < ${month}::date AND EXISTS (
          SELECT FROM statements s
          WHERE s.integration_id = c.integration_id AND s.month = c.month AND s.state <> 'void')
      )
    GROUP BY c.month, r.reason
    ORDER BY c.month, array_position(ARRAY['late', 'ended', 'corrected'], r.reason)`.execute(db);
  return rows;
}

export async function takeRestatements(tx: Tx, statementId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    INSERT INTO statement_restatements (restatement_id, statement_id)
    SELECT id, ${statementId}::integer FROM unnest(${[...ids]}::bigint[]) AS id`.execute(tx);
}

/** For a void statement: the next one takes them up. */
export async function freeRestatements(tx: Tx, statementId: number): Promise<void> {
  await tx.deleteFrom('statement_restatements').where('statement_id', '=', statementId).execute();
}

/** The number of another statement that has differences of the month of this one. */
export async function findStandingOn(
  db: Db,
  statement: { id: number; closing_id: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`
    SELECT s.number FROM statement_restatements taken
    JOIN period_restatements r ON r.id = taken.restatement_id
    JOIN statements s ON s.id = taken.statement_id
    WHERE r.closing_id = ${statement.closing_id} AND s.id <> ${statement.id}
    ORDER BY s.id LIMIT 1`.execute(db);
  return rows[0]?.number;
}

export interface ChangedRow {
  integration_id: number;
  month: string;
  due: string;
}

/** What has changed in each closed month and is on no statement yet; months whose changes cancel out are left out. */
export async function findChanged(db: Db): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    SELECT c.integration_id, c.month, sum(r.due) AS due
    FROM period_restatements r
    JOIN period_closings c ON c.id = r.closing_id AND c.reopened_at IS NULL
    WHERE NOT EXISTS (SELECT FROM statement_restatements taken WHERE taken.restatement_id = r.id)
    GROUP BY c.integration_id, c.month
    HAVING sum(r.due) <> 0`.execute(db);
  return rows;
}

export interface StatableRow {
  integration_id: number;
  month: string;
  closed_at: Date;
  due: string;
}

/** Closed months without a statement in force, oldest first. */
export async function findStatable(db: Db): Promise<StatableRow[]> {
  const { rows } = await sql<StatableRow>`
    SELECT c.integration_id, c.month, c.closed_at, coalesce(f.due, 0) AS due
    FROM period_closings c
    LEFT JOIN period_figures f ON f.closing_id = c.id AND f.operator_id = 0 AND f.game_id = 0
    WHERE c.reopened_at IS NULL AND NOT EXISTS (
      SELECT FROM statements s
      WHERE s.integration_id = c.integration_id AND s.month = c.month AND s.state <> 'void')
    ORDER BY c.month, c.integration_id`.execute(db);
  return rows;
}
