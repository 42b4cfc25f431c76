import type { Party, SettlementTerms, StatementSettings } from '@ludus/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import '../period-close/index.ts';
import './statements.tables.ts';

const noSettings: StatementSettings = {
  issuer: { name: '', address: '', vatId: '', email: '', iban: '', bic: '', bank: '' },
  numberPrefix: 'LH-',
  footer: { en: '', it: '' },
};

export async function readSettings(db: Db): Promise<StatementSettings> {
  const row = await db.selectFrom('statement_settings').select('settings').executeTakeFirst();
  return row?.settings ?? noSettings;
}

export async function updateSettings(tx: Tx, settings: StatementSettings): Promise<void> {
  const json = JSON.stringify(settings);
  await tx
    .insertInto('statement_settings')
    .values({ settings: json })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ settings: json }))
    .execute();
}

/** Undefined where none was saved. */
export async function findRecipient(db: Db, integrationId: number): Promise<Party | undefined> {
  const row = await db
    .selectFrom('statement_recipients')
    .select('party')
    .where('integration_id', '=', integrationId)
    .executeTakeFirst();
  return row?.party;
}

export async function updateRecipient(tx: Tx, integrationId: number, party: Party): Promise<void> {
  const json = JSON.stringify(party);
  await tx
    .insertInto('statement_recipients')
    .values({ integration_id: integrationId, party: json })
    .onConflict((conflict) => conflict.column('integration_id').doUpdateSet({ party: json }))
    .execute();
}

export interface TermsRow {
  from_month: string;
  terms: SettlementTerms;
  updated_at: Date;
  updated_by: string;
  /** Whether a month that they apply to has a statement in force. */
  is_locked: boolean;
}

/** Newest first. */
export async function findTerms(db: Db, integrationId: number): Promise<TermsRow[]> {
  const { rows } = await sql<TermsRow>`
    SELECT t.from_month, t.terms, t.updated_at, t.updated_by, EXISTS (
      SELECT FROM statements s
      WHERE s.integration_id = t.integration_id AND s.state <> 'void' AND s.month >= t.from_month
        AND (t.until IS NULL OR s.month < t.until)
    ) AS is_locked
    FROM (
      SELECT *, lead(from_month) OVER (ORDER BY from_month) AS until FROM settlement_terms
      WHERE integration_id = ${integrationId}
    ) AS t
    ORDER BY t.from_month DESC`.execute(db);
  return rows;
}

/** The terms of a month, named by its first day. */
export async function findTermsOf(
  db: Db,
  integrationId: number,
  month: string,
): Promise<SettlementTerms | undefined> {
  const row = await db
    .selectFrom('settlement_terms')
    .select('terms')
    .where('integration_id', '=', integrationId)
    .where('from_month', '<=', month)
    .orderBy('from_month', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.terms;
}

/** The number of a statement in force from a month on, up to where the next terms begin; undefined when there is none. */
export async function findStatedFrom(
  db: Db,
  integrationId: number,
  month: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`
    SELECT s.number FROM statements s
    WHERE s.integration_id = ${integrationId} AND s.state <> 'void' AND s.month >= ${month}::date
      AND s.month < coalesce(
        (SELECT min(t.from_month) FROM settlement_terms t
          WHERE t.integration_id = ${integrationId} AND t.from_month > ${month}::date),
        'infinity'::date)
    ORDER BY s.month LIMIT 1`.execute(db);
  return rows[0]?.number;
}

export async function upsertTerms(
  tx: Tx,
  integrationId: number,
  month: string,
  given: { terms: SettlementTerms; at: Date; username: string },
): Promise<void> {
  const values = {
    terms: JSON.stringify(given.terms),
    updated_at: given.at,
    updated_by: given.username,
  };
  await tx
    .insertInto('settlement_terms')
    .values({ integration_id: integrationId, from_month: month, ...values })
    .onConflict((conflict) => conflict.columns(['integration_id', 'from_month']).doUpdateSet(values))
    .execute();
}

/** False when there are none that begin with that month. */
export async function deleteTermsOf(tx: Tx, integrationId: number, month: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('settlement_terms')
    .where('integration_id', '=', integrationId)
    .where('from_month', '=', month)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export interface ClosedMonthRow {
  integration_id: number;
  month: string;
  terms: SettlementTerms;
  bet: string;
  win: string;
  net_win: string;
  due: string;
}

/** Closed months that have terms and a day between two days, both included. */
export async function findMonthsWithTerms(
  db: Db,
  { from, to }: { from: string; to: string },
  integrations: readonly number[] | null,
): Promise<ClosedMonthRow[]> {
  const { rows } = await sql<ClosedMonthRow>`
    SELECT c.integration_id, c.month, t.terms, coalesce(f.bet, 0) AS bet, coalesce(f.win, 0) AS win,
      coalesce(f.net_win, 0) AS net_win, coalesce(f.due, 0) AS due
    FROM period_closings c
    JOIN LATERAL (
      SELECT terms FROM settlement_terms t
      WHERE t.integration_id = c.integration_id AND t.from_month <= c.month
      ORDER BY t.from_month DESC LIMIT 1
    ) AS t ON true
    LEFT JOIN period_figures f ON f.closing_id = c.id AND f.operator_id = 0 AND f.game_id = 0
    WHERE c.reopened_at IS NULL AND c.month <= ${to}::date AND c.month >= date_trunc('month', ${from}::date)
      AND (${integrations ?? null}::integer[] IS NULL OR c.integration_id = ANY (${integrations ?? null}::integer[]))
    ORDER BY c.month, c.integration_id`.execute(db);
  return rows;
}
