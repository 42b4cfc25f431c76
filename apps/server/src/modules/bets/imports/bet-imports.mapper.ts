import {
  type BetImport,
  type BetImportRow,
  type BetOutcome,
  betImportDays,
  type Message,
  messageOf,
} from '@ludus/contract';
import type { BetImportRecord, BetListRecord, StateCount, StoredState } from './bet-imports.repo.ts';

const dayMs = 86_400_000;

export const isRecent = (at: Date, now: Date) => now.getTime() - at.getTime() < betImportDays * dayMs;

/** An import as it is shown; `counts` are those of its lists. */
export function betImportOf(row: BetImportRecord, counts: readonly StateCount[], now: Date): BetImport {
  const isApplied = row.applied_at !== null;
  const isUndone = row.undone_at !== null;
  const changed = counts
    .filter(({ state }) => mayHaveChanged(state, row.is_applying))
    .reduce((sum, { count }) => sum + count, 0);
  return {
    id: row.id,
    fileName: row.file_name,
    username: row.username,
    checkedAt: row.checked_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    undoneAt: row.undone_at?.toISOString() ?? null,
    state: stateOf(row),
    lists: counts.reduce((sum, { count }) => sum + count, 0),
    applied: isApplied ? countsOf(counts, 'state', row.is_applying) : null,
    undone: isUndone ? countsOf(counts, 'undo_state', row.is_undoing) : null,
    isUndoable:
      isApplied && !isUndone && !row.is_applying && changed > 0 && isRecent(row.applied_at as Date, now),
  };
}

function stateOf(row: BetImportRecord): BetImport['state'] {
  if (row.undone_at !== null) return row.is_undoing ? 'undoing' : 'undone';
  if (row.applied_at !== null) return row.is_applying ? 'applying' : 'applied';
  return 'checked';
}

function countsOf(counts: readonly StateCount[], column: 'state' | 'undo_state', isRunning: boolean) {
  const sums = { waiting: 0, done: 0, failed: 0 };
  for (const { count, [column]: stored } of counts) {
    if (stored === null) continue;
    const { state } = outcomeOf(stored, null, isRunning);
    sums[state === 'waiting' || state === 'done' ? state : 'failed'] += count;
  }
  return sums;
}

const mayHaveChanged = (stored: StoredState | null, isRunning: boolean): boolean => {
  const state = stored === null ? null : outcomeOf(stored, null, isRunning).state;
  return state === 'done' || state === 'unconfirmed';
};

/** What stands of a list; what no job works on any more was not tried, or is unconfirmed. */
function outcomeOf(stored: StoredState, message: Message | null, isRunning: boolean): BetOutcome {
  if (isRunning) return { state: stored === 'running' ? 'waiting' : stored, message };
  if (stored === 'waiting') return { state: 'skipped', message: messageOf('refusals.betListCutOff') };
  if (stored === 'running') return { state: 'unconfirmed', message: messageOf('refusals.betsUnknown') };
  return { state: stored, message };
}

/** A list of an import with how it has fared. */
export function betImportRowOf(list: BetListRecord, row: BetImportRecord): BetImportRow {
  const { state, undo_state: undoState } = list;
  return {
    id: list.id,
    line: list.line,
    integration: { id: list.integration_id, name: list.integration_name },
    operator: list.operator_name,
    game: list.game_name,
    old: list.old_bets,
    new: list.new_bets,
    applied: state === null ? null : outcomeOf(state, list.message, row.is_applying),
    undone: undoState === null ? null : outcomeOf(undoState, list.undo_message, row.is_undoing),
  };
}
