import { type Message, messageOf } from '@ludus/contract';
import { sessionIdBytes } from './session-id.ts';
import type { ImmutableFieldConflict, IngestRow } from './session-store.types.ts';

/** What may change in a session. No external id and an empty one are the same. */
type SessionContent = Pick<
  IngestRow,
  | 'isOpen'
  | 'rounds'
  | 'bet'
  | 'win'
  | 'netWin'
  | 'due'
  | 'isMobile'
  | 'externalSessionId'
  | 'externalTicketId'
>;

/** The fields of a stored session that decide whether a new state replaces it. */
export interface StoredState extends SessionContent {
  operatorId: number;
  gameId: number;
  playerNumber: number;
  sessionType: number;
  createdAtMs: number;
  updatedAtMs: number;
}

/** A row with the number of its player. */
export interface ResolvedRow {
  playerNumber: number;
  row: IngestRow;
  /** The bytes of the hub's id of its session, once {@link idBytesOf} has computed them. */
  idBytes?: string;
}

/** Returns the hub's id of a row's session, see {@link sessionIdBytes}; computed once, and only for rows that need it. */
export function idBytesOf(integrationId: number, resolved: ResolvedRow): string {
  resolved.idBytes ??= sessionIdBytes(integrationId, resolved.row.sessionId);
  return resolved.idBytes;
}

/**
 * Whether the first of two contents of the same version replaces the second: closed before open, then more rounds, then
 * the greater bet, and so on through the content. A platform should never send two, but when it does, the stored state must
 * not depend on the order of arrival.
 */
export function winsConflict(content: SessionContent, other: SessionContent): boolean {
  return compareContents(content, other) > 0;
}

/** Positive when the first replaces the second, 0 when they are the same. */
function compareContents(a: SessionContent, b: SessionContent): number {
  return (
    Number(b.isOpen) - Number(a.isOpen) ||
    a.rounds - b.rounds ||
    a.bet - b.bet ||
    a.win - b.win ||
    a.netWin - b.netWin ||
    a.due - b.due ||
    Number(a.isMobile) - Number(b.isMobile) ||
    compareTexts(a.externalSessionId ?? '', b.externalSessionId ?? '') ||
    compareTexts(a.externalTicketId ?? '', b.externalTicketId ?? '')
  );
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a > b ? 1 : -1;
}

/** Whether the first state of a session replaces the second. */
export function isNewerState(
  state: SessionContent & { updatedAtMs: number },
  other: SessionContent & { updatedAtMs: number },
): boolean {
  if (state.updatedAtMs !== other.updatedAtMs) return state.updatedAtMs > other.updatedAtMs;
  return winsConflict(state, other);
}

/** Returns why a row cannot be a later state of the stored session; null when it can. */
export function findImmutableFieldConflict(
  row: ResolvedRow,
  stored: Omit<StoredState, keyof SessionContent | 'updatedAtMs'>,
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

/**
 * Returns the newest state of each session of a batch by the platform's id, and the rows in conflict with the first row of
 * their session.
 */
export function findNewestStates(rows: Iterable<ResolvedRow>): {
  newest: Map<string, ResolvedRow>;
  superseded: number;
  conflicts: ImmutableFieldConflict[];
} {
  const newest = new Map<string, ResolvedRow>();
  const conflicts: ImmutableFieldConflict[] = [];
  let superseded = 0;
  for (const row of rows) {
    const { sessionId } = row.row;
    const known = newest.get(sessionId);
    if (known === undefined) {
      newest.set(sessionId, row);
      continue;
    }
    const conflict = findImmutableFieldConflict(row, { ...known.row, playerNumber: known.playerNumber });
    if (conflict !== null) {
      conflicts.push({ row: row.row, reason: messageOf('quarantine.conflictInPage', { conflict }) });
      continue;
    }
    superseded++;
    if (isNewerState(row.row, known.row)) newest.set(sessionId, row);
  }
  return { newest, superseded, conflicts };
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
  const order = compareContents(row.row, stored);
  if (order === 0) return 'unchanged';
  return order > 0 ? 'changed' : 'outdated';
}
