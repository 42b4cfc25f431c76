import { eurosFromCents, isAllowedBet, maxBetCents } from '@ludus/contract';
import { formatNumber } from '../../lib/format.ts';

/** What is to happen to a list of bets; cents. Bets of `removed` are in the list, those of `added` are not. */
export interface BetEdits {
  added: readonly number[];
  removed: readonly number[];
}

export const noEdits: BetEdits = { added: [], removed: [] };

export interface ShownBet {
  cents: number;
  state: 'kept' | 'added' | 'removed';
}

const rising = (a: number, b: number) => a - b;

/** Edits as they stand to the list of now, which may have got some of them already. */
export function editsOf(list: readonly number[], { added, removed }: BetEdits): BetEdits {
  return {
    added: added.filter((cents) => !list.includes(cents)).sort(rising),
    removed: removed.filter((cents) => list.includes(cents)).sort(rising),
  };
}

export function hasEdits({ added, removed }: BetEdits): boolean {
  return added.length + removed.length > 0;
}

/** The list with its edits, the smallest first. */
export function shownBets(list: readonly number[], { added, removed }: BetEdits): ShownBet[] {
  const bets: ShownBet[] = list.map((cents) => ({
    cents,
    state: removed.includes(cents) ? 'removed' : 'kept',
  }));
  for (const cents of added) bets.push({ cents, state: 'added' });
  return bets.sort((a, b) => a.cents - b.cents);
}

/** The list that is posted. */
export function finalBets(list: readonly number[], edits: BetEdits): number[] {
  return shownBets(list, edits).flatMap(({ cents, state }) => (state === 'removed' ? [] : cents));
}

/** A new bet is dropped, one of the list is marked or unmarked. */
export function withClicked(list: readonly number[], edits: BetEdits, cents: number): BetEdits {
  if (!list.includes(cents)) return { ...edits, added: edits.added.filter((bet) => bet !== cents) };
  const isMarked = edits.removed.includes(cents);
  const removed = isMarked ? edits.removed.filter((bet) => bet !== cents) : [...edits.removed, cents];
  return { ...edits, removed };
}

/**
 * Cents of an amount as people type it: "0,10", "0.1", "1.250,50", with or without the euro sign. Digits are read as
 * they stand, so that no amount passes through a fraction. Null for anything else.
 */
export function parseBet(text: string): number | null {
  const trimmed = text.replaceAll(/[\s€]/g, '');
  const grouped = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(trimmed);
  const plain = grouped ? trimmed.replaceAll('.', '') : trimmed;
  const match = /^(\d{1,9})(?:[.,](\d{0,2}))?$/.exec(plain) ?? /^()[.,](\d{1,2})$/.exec(plain);
  if (match === null) return null;
  return Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`);
}

/** What stands in the way of a new bet, or its cents. */
export function checkBet(
  text: string,
  bets: { list: readonly number[]; edits: BetEdits; minFactor: number; maxBet?: number | undefined },
): { cents: number } | { problem: 'invalidBet' | 'betExists' | 'betAboveMax' } {
  const cents = parseBet(text);
  if (cents === null || cents > maxBetCents || !isAllowedBet(cents, bets.minFactor)) {
    return { problem: 'invalidBet' };
  }
  if (bets.list.includes(cents) || bets.edits.added.includes(cents)) return { problem: 'betExists' };
  if (bets.maxBet !== undefined && cents > bets.maxBet) return { problem: 'betAboveMax' };
  return { cents };
}

const stepCents = 10;

/** The field's text one step of 0.1 further up or down, never below nothing. */
export function stepped(text: string, by: 1 | -1): string {
  const cents = Math.min(maxBetCents, Math.max(0, (parseBet(text) ?? 0) + by * stepCents));
  return formatNumber(eurosFromCents(cents), 2);
}
