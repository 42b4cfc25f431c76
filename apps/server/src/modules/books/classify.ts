import type { Contradiction, IngestRow } from './books.types.ts';

/** What the books hold of a session, as far as a new state of it is judged by it. */
export interface Held {
  operatorId: number;
  gameId: number;
  playerNumber: number;
  sessionType: number;
  createdAtMs: number;
  updatedAtMs: number;
  /** See {@link contentOf}. */
  content: string;
}

/** A row with the hub's id and the number of its player. */
export interface Numbered {
  id: string;
  playerNumber: number;
  row: IngestRow;
}

/** What may change in a session, as one text, in the form the books' SQL writes it too. */
export function contentOf(row: IngestRow): string {
  return `${row.isOpen ? 1 : 0}|${row.rounds}|${row.bet}|${row.win}|${row.netWin}|${row.due}|${row.isMobile ? 1 : 0}|${row.externalSessionId ?? ''}|${row.externalTicketId ?? ''}`;
}

/** The same text of a stored row, in ClickHouse SQL. */
export const contentSql =
  "concat(toString(is_open), '|', toString(rounds), '|', toString(bet), '|', toString(win), '|', toString(net), '|', " +
  "toString(due), '|', toString(is_mobile), '|', ext_session_id, '|', ext_ticket_id)";

/**
 * Which of two contents of the same version stays: the closed one, then the one with more rounds, the greater bet, and
 * so on through the content. A platform should never send two, but when it does, the books must not depend on the order
 * of arrival.
 */
export function outranks(challenger: string, holder: string): boolean {
  const [a, b] = [challenger.split('|'), holder.split('|')];
  if (a[0] !== b[0]) return a[0] === '0';
  for (let index = 1; index < a.length; index++) {
    const [left, right] = [a[index] ?? '', b[index] ?? ''];
    if (left === right) continue;
    return index < 7 ? Number(left) > Number(right) : left > right;
  }
  return false;
}

/** Why a row cannot be a later state of what is held; null when it can. These facts of a session never change. */
export function contradictionOf(row: Numbered, held: Omit<Held, 'content' | 'updatedAtMs'>): string | null {
  const { row: next } = row;
  if (next.createdAtMs !== held.createdAtMs) {
    return `createdAt differs: the books hold ${iso(held.createdAtMs)}, the row says ${iso(next.createdAtMs)}.`;
  }
  if (next.operatorId !== held.operatorId) return 'The operator differs from the one the books hold.';
  if (next.gameId !== held.gameId) return 'The game differs from the one the books hold.';
  if (row.playerNumber !== held.playerNumber) return 'The player differs from the one the books hold.';
  if (next.sessionType !== held.sessionType) return 'The session type differs from the one the books hold.';
  return null;
}

const iso = (ms: number) => new Date(ms).toISOString();

/** The newest state of each session of a batch; rows that contradict the first row of their session are kept aside. */
export function collapse(rows: Iterable<Numbered>): {
  newest: Map<string, Numbered>;
  superseded: number;
  contradictions: Contradiction[];
} {
  const newest = new Map<string, Numbered>();
  const contradictions: Contradiction[] = [];
  let superseded = 0;
  for (const row of rows) {
    const seen = newest.get(row.id);
    if (seen === undefined) {
      newest.set(row.id, row);
      continue;
    }
    const reason = contradictionOf(row, { ...seen.row, playerNumber: seen.playerNumber });
    if (reason !== null) {
      contradictions.push({
        row: row.row,
        reason: `Two rows of one answer contradict each other. ${reason}`,
      });
      continue;
    }
    superseded++;
    if (isNewer(row.row, seen.row)) newest.set(row.id, row);
  }
  return { newest, superseded, contradictions };
}

function isNewer(row: IngestRow, seen: IngestRow): boolean {
  if (row.updatedAtMs !== seen.updatedAtMs) return row.updatedAtMs > seen.updatedAtMs;
  return outranks(contentOf(row), contentOf(seen));
}

export type Verdict = 'added' | 'changed' | 'unchanged' | 'stale' | { reason: string };

/** What a row is to the books. */
export function judge(row: Numbered, held: Held | undefined, force: boolean): Verdict {
  if (row.row.updatedAtMs < row.row.createdAtMs) return { reason: 'updatedAt lies before createdAt.' };
  if (held === undefined) return 'added';
  const reason = contradictionOf(row, held);
  if (reason !== null) return { reason };
  const age = row.row.updatedAtMs - held.updatedAtMs;
  if (age > 0) return 'changed';
  if (age < 0) return 'stale';
  if (force) return 'changed';
  const content = contentOf(row.row);
  if (content === held.content) return 'unchanged';
  return outranks(content, held.content) ? 'changed' : 'stale';
}
