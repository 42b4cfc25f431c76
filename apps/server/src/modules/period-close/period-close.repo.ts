import type { PeriodAction, PeriodCheck } from '@ludus/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import type { ClosedFigures, SessionSums } from '../session-store/index.ts';
import type { PeriodRestatementsTable } from './period-close.tables.ts';

/** A month of an integration; `month` is its first day. */
export interface PeriodKey {
  integrationId: number;
  month: string;
}

export interface Closing extends PeriodKey {
  id: number;
  zone: string;
  dataVersion: string;
  asOf: Date | null;
  closedAt: Date;
  userId: string;
  username: string;
  checks: PeriodCheck[];
  checkedWrite: bigint;
  checkedAt: Date;
}

export interface Review extends PeriodKey {
  userId: string;
  username: string;
  reviewedAt: Date;
}

/** Waits for whoever changes this month; until the transaction ends, no one else does. */
export async function lockPeriod(tx: Tx, { integrationId, month }: PeriodKey): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`period ${integrationId} ${month}`}, 0))`.execute(
    tx,
  );
}

export async function readFourEyes(db: Db): Promise<boolean> {
  const row = await db.selectFrom('period_settings').select('four_eyes').executeTakeFirst();
  return row?.four_eyes ?? false;
}

/** Returns whether that changes anything. */
export async function saveFourEyes(tx: Tx, fourEyes: boolean): Promise<boolean> {
  const before = await readFourEyes(tx);
  await tx
    .insertInto('period_settings')
    .values({ four_eyes: fourEyes })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ four_eyes: fourEyes }))
    .execute();
  return before !== fourEyes;
}

/** Narrows rows down to a month of all integrations, or of one. */
export type PeriodFilter = Pick<PeriodKey, 'month'> & Partial<PeriodKey>;

/** The closings in force; of one month where it is given. */
export async function findClosings(db: Db, filter?: PeriodFilter): Promise<Closing[]> {
  let query = db.selectFrom('period_closings').selectAll().where('reopened_at', 'is', null);
  if (filter) query = query.where('month', '=', filter.month);
  if (filter?.integrationId !== undefined) query = query.where('integration_id', '=', filter.integrationId);
  const rows = await query.orderBy('month').orderBy('integration_id').execute();
  return rows.map((row) => ({
    id: row.id,
    integrationId: row.integration_id,
    month: row.month,
    zone: row.zone,
    dataVersion: row.data_version,
    asOf: row.as_of,
    closedAt: row.closed_at,
    userId: row.user_id,
    username: row.username,
    checks: row.checklist as PeriodCheck[],
    checkedWrite: BigInt(row.checked_write),
    checkedAt: row.checked_at,
  }));
}

export async function findReviews(db: Db, filter?: PeriodFilter): Promise<Review[]> {
  let query = db.selectFrom('period_reviews').selectAll();
  if (filter) query = query.where('month', '=', filter.month);
  if (filter?.integrationId !== undefined) query = query.where('integration_id', '=', filter.integrationId);
  const rows = await query.execute();
  return rows.map((row) => ({
    integrationId: row.integration_id,
    month: row.month,
    userId: row.user_id,
    username: row.username,
    reviewedAt: row.reviewed_at,
  }));
}

export async function insertReview(tx: Tx, review: Review): Promise<void> {
  const { integrationId, month, userId, username, reviewedAt } = review;
  await tx
    .insertInto('period_reviews')
    .values({ integration_id: integrationId, month, user_id: userId, username, reviewed_at: reviewedAt })
    .execute();
}

export async function deleteReview(tx: Tx, { integrationId, month }: PeriodKey): Promise<void> {
  await tx
    .deleteFrom('period_reviews')
    .where('integration_id', '=', integrationId)
    .where('month', '=', month)
    .execute();
}

/** Takes the number of a closing, which its copy of the sessions has before the closing is stored. */
export async function nextClosingId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('period_closings', 'id'))::integer AS id`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A closing has no number');
  return row.id;
}

export async function insertClosing(
  tx: Tx,
  closing: Closing,
  figures: readonly ClosedFigures[],
): Promise<void> {
  const c = closing;
  await sql`
    INSERT INTO period_closings (id, integration_id, month, zone, data_version, as_of, closed_at, user_id, username, checklist,
      checked_write, checked_at)
    OVERRIDING SYSTEM VALUE
    VALUES (${c.id}, ${c.integrationId}, ${c.month}, ${c.zone}, ${c.dataVersion}, ${c.asOf}, ${c.closedAt}, ${c.userId},
      ${c.username}, ${JSON.stringify(c.checks)}, ${String(c.checkedWrite)}, ${c.checkedAt})`.execute(tx);
  for (let start = 0; start < figures.length; start += 1000) {
    await tx
      .insertInto('period_figures')
      .values(
        figures.slice(start, start + 1000).map(({ operatorId, gameId, players, ...sums }) => ({
          closing_id: c.id,
          operator_id: operatorId,
          game_id: gameId,
          players,
          ...amountColumns(sums),
          sessions: String(sums.sessions),
          open: String(sums.open),
        })),
      )
      .execute();
  }
}

const amountColumns = ({ bet, win, netWin, due, rounds }: SessionSums) => ({
  bet: String(bet),
  win: String(win),
  net_win: String(netWin),
  due: String(due),
  rounds: String(rounds),
});

interface SumsRow {
  sessions: string | number;
  open: string | number;
  bet: string;
  win: string;
  net_win: string;
  due: string;
  rounds: string;
}

export const sumsOfRow = (row: SumsRow): SessionSums => ({
  sessions: BigInt(row.sessions),
  open: BigInt(row.open),
  bet: BigInt(row.bet),
  win: BigInt(row.win),
  netWin: BigInt(row.net_win),
  due: BigInt(row.due),
  rounds: BigInt(row.rounds),
});

/** The closed figures; operator or game 0 is all of them. */
export async function findFigures(db: Db, closingId: number): Promise<ClosedFigures[]> {
  const rows = await db
    .selectFrom('period_figures')
    .selectAll()
    .where('closing_id', '=', closingId)
    .execute();
  return rows.map((row) => ({
    operatorId: row.operator_id,
    gameId: row.game_id,
    players: row.players,
    ...sumsOfRow(row),
  }));
}

/** Ends a closing; its figures and restatements stay. */
export async function markReopened(tx: Tx, closingId: number, now: Date): Promise<void> {
  await tx.updateTable('period_closings').set({ reopened_at: now }).where('id', '=', closingId).execute();
}

export async function markChecked(tx: Tx, closingId: number, write: bigint, now: Date): Promise<void> {
  await tx
    .updateTable('period_closings')
    .set({ checked_write: String(write), checked_at: now })
    .where('id', '=', closingId)
    .execute();
}

const totals = sql.raw(
  'sum(sessions) AS sessions, sum(open) AS open, sum(bet) AS bet, sum(win) AS win, sum(net_win) AS net_win, sum(due) AS due, sum(rounds) AS rounds',
);

/** What the lines of each session of a closing add up to. */
export async function sumRestatementsBySession(
  db: Db,
  closingId: number,
): Promise<Map<string, SessionSums & { operatorId: number; gameId: number }>> {
  const { rows } = await sql<SumsRow & { session_id: string; operator_id: number; game_id: number }>`
    SELECT session_id, operator_id, game_id, ${totals} FROM period_restatements
    WHERE closing_id = ${closingId} GROUP BY session_id, operator_id, game_id`.execute(db);
  return new Map(
    rows.map((row) => [
      row.session_id,
      { operatorId: row.operator_id, gameId: row.game_id, ...sumsOfRow(row) },
    ]),
  );
}

/** What all lines of a closing add up to. */
export async function sumRestatements(db: Db, closingId: number): Promise<SessionSums> {
  const { rows } = await sql<SumsRow>`
    SELECT coalesce(sum(sessions), 0) AS sessions, coalesce(sum(open), 0) AS open, coalesce(sum(bet), 0) AS bet,
      coalesce(sum(win), 0) AS win, coalesce(sum(net_win), 0) AS net_win, coalesce(sum(due), 0) AS due,
      coalesce(sum(rounds), 0) AS rounds
    FROM period_restatements WHERE closing_id = ${closingId}`.execute(db);
  return sumsOfRow(rows[0] as SumsRow);
}

export interface RestatedClosing {
  closingId: number;
  reason: RestatementRow['reason'];
  sessions: number;
  sums: SessionSums;
  firstAt: Date;
  lastAt: Date;
}

/** What lines add up to, by closing and reason; of some operators and games where they are given. */
export async function sumRestatementsByReason(
  db: Db,
  closingIds: readonly number[],
  { operators, games }: { operators?: readonly number[] | undefined; games?: readonly number[] | undefined },
): Promise<RestatedClosing[]> {
  if (closingIds.length === 0) return [];
  const amongSql = (column: string, ids: readonly number[] | undefined) =>
    ids && ids.length > 0 ? sql`AND ${sql.ref(column)} = ANY(${[...ids]}::integer[])` : sql``;
  const { rows } = await sql<
    SumsRow & {
      closing_id: number;
      reason: RestatementRow['reason'];
      own: string;
      first_at: Date;
      last_at: Date;
    }
  >`
    SELECT closing_id, reason, count(DISTINCT session_id) AS own, min(recorded_at) AS first_at, max(recorded_at) AS last_at, ${totals}
    FROM period_restatements
    WHERE closing_id = ANY(${[...closingIds]}::integer[]) ${amongSql('operator_id', operators)} ${amongSql('game_id', games)}
    GROUP BY closing_id, reason ORDER BY closing_id, reason`.execute(db);
  return rows.map((row) => ({
    closingId: row.closing_id,
    reason: row.reason,
    sessions: Number(row.own),
    sums: sumsOfRow(row),
    firstAt: row.first_at,
    lastAt: row.last_at,
  }));
}

/** How many sessions differ in each closing: one that has changed twice is one. */
export async function countRestatedSessions(
  db: Db,
  closingIds: readonly number[],
  { operators, games }: { operators?: readonly number[] | undefined; games?: readonly number[] | undefined },
): Promise<Map<number, number>> {
  if (closingIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('period_restatements')
    .select(({ fn }) => ['closing_id', fn.count<string>('session_id').distinct().as('count')])
    .where('closing_id', 'in', [...closingIds])
    .$if((operators?.length ?? 0) > 0, (query) => query.where('operator_id', 'in', [...(operators ?? [])]))
    .$if((games?.length ?? 0) > 0, (query) => query.where('game_id', 'in', [...(games ?? [])]))
    .groupBy('closing_id')
    .execute();
  return new Map(rows.map(({ closing_id, count }) => [closing_id, Number(count)]));
}

export type NewRestatement = Omit<PeriodRestatementsTable, 'id' | keyof SumsRow> & { sums: SessionSums };

export async function insertRestatements(tx: Tx, lines: readonly NewRestatement[]): Promise<void> {
  for (let start = 0; start < lines.length; start += 1000) {
    await tx
      .insertInto('period_restatements')
      .values(
        lines.slice(start, start + 1000).map(({ sums, ...line }) => ({
          ...line,
          ...amountColumns(sums),
          sessions: Number(sums.sessions),
          open: Number(sums.open),
        })),
      )
      .execute();
  }
}

export type RestatementRow = Selectable<PeriodRestatementsTable>;

export async function findRestatements(
  db: Db,
  closingId: number,
  { page, limit }: { page: number; limit: number },
): Promise<RestatementRow[]> {
  return db
    .selectFrom('period_restatements')
    .selectAll()
    .where('closing_id', '=', closingId)
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** How many lines each closing has; those without any are left out. */
export async function countRestatements(db: Db, closingIds: readonly number[]): Promise<Map<number, number>> {
  if (closingIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('period_restatements')
    .select(({ fn }) => ['closing_id', fn.countAll<string>().as('count')])
    .where('closing_id', 'in', [...closingIds])
    .groupBy('closing_id')
    .execute();
  return new Map(rows.map(({ closing_id, count }) => [closing_id, Number(count)]));
}

export interface PeriodEventRow {
  action: PeriodAction;
  username: string;
  at: Date;
  reason: string | null;
  lines: number | null;
}

export async function insertEvent(
  tx: Tx,
  { integrationId, month }: PeriodKey,
  event: {
    action: PeriodAction;
    userId: string;
    username: string;
    at: Date;
    reason?: string | null;
    lines?: number;
  },
): Promise<void> {
  const { action, userId, username, at, reason = null, lines = null } = event;
  await tx
    .insertInto('period_events')
    .values({ integration_id: integrationId, month, action, user_id: userId, username, at, reason, lines })
    .execute();
}

/** Newest first. */
export async function findEvents(db: Db, { integrationId, month }: PeriodKey): Promise<PeriodEventRow[]> {
  return db
    .selectFrom('period_events')
    .select(['action', 'username', 'at', 'reason', 'lines'])
    .where('integration_id', '=', integrationId)
    .where('month', '=', month)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}
