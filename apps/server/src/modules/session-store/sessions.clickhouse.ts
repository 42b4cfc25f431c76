import type { StoredSession } from './session-store.types.ts';

/**
 * A SELECT of the latest state of each session. Every query of sessions goes through here: without FINAL it would count a
 * session once for each state that has not been merged away yet. All rows of a session lie in one partition, and on one
 * shard of a cluster. Sub-selects are GLOBAL IN: computed once, over all shards, and not by each shard from its own rows.
 */
export function currentSessions(columns: string, where: string, tail = ''): string {
  return `SELECT ${columns} FROM sessions_v1 FINAL ${where === '' ? '' : `WHERE ${where}`} ${tail}
    SETTINGS do_not_merge_across_partitions_select_final = 1`;
}

/** An instant in epoch ms as ClickHouse SQL, comparable with `created_at` and `updated_at`. */
export function instantSql(ms: number): string {
  if (!Number.isSafeInteger(ms)) throw new RangeError(`Not an instant: ${ms}`);
  return `fromUnixTimestamp64Milli(toInt64(${ms}), 'UTC')`;
}

/** A list of ids as SQL. @throws RangeError on anything that is not a non-negative whole number. */
export function idList(ids: readonly number[]): string {
  for (const id of ids) if (!Number.isSafeInteger(id) || id < 0) throw new RangeError(`Not an id: ${id}`);
  return `(${ids.join(', ')})`;
}

/** Columns of a whole session, for {@link storedSession}. */
export const sessionColumns = `id, session_id, ext_session_id, ext_ticket_id, integration_id, operator_id, game_id,
  user_id, session_type, is_open, is_mobile, bet, win, net_win, amount_due, rounds,
  toUnixTimestamp64Milli(created_at) AS created_ms, toUnixTimestamp64Milli(updated_at) AS updated_ms,
  toUnixTimestamp64Milli(fetched_at) AS fetched_ms`;

/** A row of {@link sessionColumns} as the client returns it. */
export interface SessionRecord {
  id: string;
  session_id: string;
  ext_session_id: string;
  ext_ticket_id: string;
  integration_id: number;
  operator_id: number;
  game_id: number;
  user_id: number;
  session_type: number;
  is_open: number;
  is_mobile: number;
  bet: string;
  win: string;
  net_win: string;
  amount_due: string;
  rounds: number;
  created_ms: string;
  updated_ms: string;
  fetched_ms: string;
}

/** Maps a stored row, with its player's user id. Amounts of one session are far below 2^53 cents (the fetch refuses others). */
export function storedSession(record: SessionRecord, userIds: ReadonlyMap<number, string>): StoredSession {
  const bet = Number(record.bet);
  const win = Number(record.win);
  return {
    id: record.id,
    sessionId: record.session_id,
    externalSessionId: record.ext_session_id === '' ? null : record.ext_session_id,
    externalTicketId: record.ext_ticket_id === '' ? null : record.ext_ticket_id,
    integrationId: record.integration_id,
    operatorId: record.operator_id,
    gameId: record.game_id,
    userId: userIds.get(record.user_id) ?? '',
    sessionType: record.session_type === 4 ? 4 : 1,
    isOpen: record.is_open === 1,
    isMobile: record.is_mobile === 1,
    bet,
    win,
    grossWin: bet - win,
    netWin: Number(record.net_win),
    due: Number(record.amount_due),
    rounds: record.rounds,
    createdAt: new Date(Number(record.created_ms)),
    updatedAt: new Date(Number(record.updated_ms)),
    fetchedAt: new Date(Number(record.fetched_ms)),
  };
}
