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

/** The sessions of a batch, by the platform's id. */
export interface NewestStates {
  newest: Map<string, ResolvedRow>;
  /** Rows that contradict the first one of their session; the stored state shows which of them is right. */
  contradicting: Map<string, ResolvedRow[]>;
  /** How many rows are older states. */
  superseded: number;
}

/** Returns the newest state of each session of a batch among the rows that agree with the first one of the session. */
export function findNewestStates(rows: Iterable<ResolvedRow>): NewestStates {
  const newest = new Map<string, ResolvedRow>();
  const contradicting = new Map<string, ResolvedRow[]>();
  let superseded = 0;
  for (const row of rows) {
    const { sessionId } = row.row;
    const known = newest.get(sessionId);
    if (known === undefined) {
      newest.set(sessionId, row);
      continue;
    }
    if (findImmutableFieldConflict(row, immutableFieldsOf(known)) !== null) {
      contradicting.set(sessionId, [...(contradicting.get(sessionId) ?? []), row]);
      continue;
    }
    superseded++;
    if (isNewerState(row.row, known.row)) newest.set(sessionId, row);
  }
  return { newest, contradicting, superseded };
}

const immutableFieldsOf = ({ row, playerNumber }: ResolvedRow) => ({ ...row, playerNumber });

/** What became of the rows of one session that contradict each other. */
export interface SettledSession {
  /** The state to compare with the stored one. */
  kept: ResolvedRow;
  superseded: number;
  conflicts: ImmutableFieldConflict[];
}

/**
 * Settles which rows of a session are taken: those that agree with its stored state, whatever their order in the batch;
 * without one, those that agree with the first row.
 */
export function settleContradiction(
  first: ResolvedRow,
  contradicting: readonly ResolvedRow[],
  stored: StoredState | undefined,
): SettledSession {
  const firstConflict = stored === undefined ? null : findImmutableFieldConflict(first, stored);
  const right =
    stored === undefined || firstConflict === null
      ? []
      : contradicting.filter((row) => findImmutableFieldConflict(row, stored) === null);
  const { newest, superseded } = findNewestStates(right);
  const [kept = first] = newest.values();
  const conflicts: ImmutableFieldConflict[] = [];
  if (kept !== first && firstConflict !== null) conflicts.push({ row: first.row, reason: firstConflict });
  for (const row of contradicting) {
    const conflict = findImmutableFieldConflict(row, immutableFieldsOf(kept));
    if (conflict !== null) {
      conflicts.push({ row: row.row, reason: messageOf('quarantine.conflictInPage', { conflict }) });
    }
  }
  return { kept, superseded, conflicts };
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
