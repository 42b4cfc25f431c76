import { type Message, messageOf } from '@ludus/contract';
import type { ImmutableFieldConflict, IngestRow } from './session-store.types.ts';

/** The fields of a stored session that decide whether a new state replaces it. */
export interface StoredState {
  operatorId: number;
  gameId: number;
  playerNumber: number;
  sessionType: number;
  createdAtMs: number;
  updatedAtMs: number;
  /** See {@link contentOf}. */
  content: string;
}

/** A row with the hub's id of its session and the number of its player. */
export interface ResolvedRow {
  id: string;
  playerNumber: number;
  row: IngestRow;
}

/** The mutable fields of a session as one text, in the same form as {@link contentSql}. */
export function contentOf(row: IngestRow): string {
  return `${row.isOpen ? 1 : 0}|${row.rounds}|${row.bet}|${row.win}|${row.netWin}|${row.due}|${row.isMobile ? 1 : 0}|${row.externalSessionId ?? ''}|${row.externalTicketId ?? ''}`;
}

/** The same text of a stored row, in ClickHouse SQL. */
export const contentSql =
  "concat(toString(is_open), '|', toString(rounds), '|', toString(bet), '|', toString(win), '|', toString(net_win), '|', " +
  "toString(amount_due), '|', toString(is_mobile), '|', ext_session_id, '|', ext_ticket_id)";

/**
 * Whether the first of two contents of the same version replaces the second: closed before open, then more rounds, then
 * the greater bet, and so on through the content. A platform should never send two, but when it does, the stored state must
 * not depend on the order of arrival.
 */
export function winsConflict(content: string, other: string): boolean {
  const [a, b] = [content.split('|'), other.split('|')];
  if (a[0] !== b[0]) return a[0] === '0';
  for (let index = 1; index < a.length; index++) {
    const [left, right] = [a[index] ?? '', b[index] ?? ''];
    if (left === right) continue;
    return index < 7 ? Number(left) > Number(right) : left > right;
  }
  return false;
}

/** Returns why a row cannot be a later state of the stored session; null when it can. */
export function findImmutableFieldConflict(
  row: ResolvedRow,
  stored: Omit<StoredState, 'content' | 'updatedAtMs'>,
): Message | null {
  const { row: next } = row;
  if (next.createdAtMs !== stored.createdAtMs) {
    const [known, received] = [iso(stored.createdAtMs), iso(next.createdAtMs)];
    return messageOf('quarantine.creationDiffers', { stored: known, received });
  }
  if (next.operatorId !== stored.operatorId) return messageOf('quarantine.operatorDiffers');
  if (next.gameId !== stored.gameId) return messageOf('quarantine.gameDiffers');
  if (row.playerNumber !== stored.playerNumber) return messageOf('quarantine.playerDiffers');
  if (next.sessionType !== stored.sessionType) return messageOf('quarantine.typeDiffers');
  return null;
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Returns the newest state of each session of a batch, and the rows in conflict with the first row of their session. */
export function findNewestStates(rows: Iterable<ResolvedRow>): {
  newest: Map<string, ResolvedRow>;
  superseded: number;
  conflicts: ImmutableFieldConflict[];
} {
  const newest = new Map<string, ResolvedRow>();
  const conflicts: ImmutableFieldConflict[] = [];
  let superseded = 0;
  for (const row of rows) {
    const known = newest.get(row.id);
    if (known === undefined) {
      newest.set(row.id, row);
      continue;
    }
    const conflict = findImmutableFieldConflict(row, { ...known.row, playerNumber: known.playerNumber });
    if (conflict !== null) {
      conflicts.push({ row: row.row, reason: messageOf('quarantine.conflictInPage', { conflict }) });
      continue;
    }
    superseded++;
    if (isNewer(row.row, known.row)) newest.set(row.id, row);
  }
  return { newest, superseded, conflicts };
}

function isNewer(row: IngestRow, known: IngestRow): boolean {
  if (row.updatedAtMs !== known.updatedAtMs) return row.updatedAtMs > known.updatedAtMs;
  return winsConflict(contentOf(row), contentOf(known));
}

export type Resolution = 'added' | 'changed' | 'unchanged' | 'outdated' | { reason: Message };

/** Decides what happens to a row; `stored` is the state that the session store has of its session. */
export function resolveRow(row: ResolvedRow, stored: StoredState | undefined, force: boolean): Resolution {
  if (row.row.updatedAtMs < row.row.createdAtMs) {
    return { reason: messageOf('quarantine.changedBeforeCreation') };
  }
  if (stored === undefined) return 'added';
  const reason = findImmutableFieldConflict(row, stored);
  if (reason !== null) return { reason };
  const age = row.row.updatedAtMs - stored.updatedAtMs;
  if (age > 0) return 'changed';
  if (age < 0) return 'outdated';
  if (force) return 'changed';
  const content = contentOf(row.row);
  if (content === stored.content) return 'unchanged';
  return winsConflict(content, stored.content) ? 'changed' : 'outdated';
}
