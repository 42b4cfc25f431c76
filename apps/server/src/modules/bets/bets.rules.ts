import { type Bets, isAllowedBet, messageOf } from '@ludus/contract';
import type { PlatformBets } from '@ludus/contract/operator-api';
import { ConflictError, ValidationError } from '../../infra/errors/index.ts';
import { ascending } from './bets.gaming-service.ts';

/** The list that is to take the place of another, and the one that it was made from. */
export interface WantedBets {
  bets: readonly number[];
  readBets?: readonly number[] | undefined;
}

export function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((bet, index) => bet === other[index]);
}

export const withMaxBet = (list: PlatformBets, maxBet: number | null): Bets =>
  maxBet === null ? list : { ...list, maxBet };

/**
 * Whether a list may take the place of what a platform holds.
 * @throws ConflictError where it allows no change or the list was changed since; ValidationError naming the bet
 */
export function assertReplaceable(
  before: PlatformBets,
  { bets, readBets }: WantedBets,
  maxBet: number | null,
): void {
  if (!before.canChangeBets) throw new ConflictError(messageOf('refusals.betsNotChangeable'));
  if (readBets !== undefined && !isSame(ascending(readBets), before.bets)) {
    throw new ConflictError(messageOf('refusals.betsChangedMeanwhile'));
  }
  assertMultiples(bets, before.minFactor);
  if (maxBet !== null) assertNoneAbove(maxBet, bets, before.bets);
}

/** @throws ValidationError naming the bet that is there twice */
export function assertDistinct(bets: readonly number[]): void {
  const again = bets.findIndex((bet, index) => bets.indexOf(bet) !== index);
  const refusal = messageOf('fields.betExists');
  if (again !== -1) throw new ValidationError({ [`bets.${again}`]: refusal }, refusal);
}

function assertMultiples(bets: readonly number[], minFactor: number): void {
  const wrong = bets.findIndex((bet) => !isAllowedBet(bet, minFactor));
  const refusal = messageOf('fields.invalidBet');
  if (wrong !== -1) throw new ValidationError({ [`bets.${wrong}`]: refusal }, refusal);
}

/** Bets that the platform holds already may stay, so that the others of their list can be changed. */
function assertNoneAbove(maxBet: number, bets: readonly number[], currentBets: readonly number[]): void {
  const above = bets.findIndex((bet) => bet > maxBet && !currentBets.includes(bet));
  if (above === -1) return;
  const text = messageOf('fields.betAboveMax', { maxBet: (maxBet / 100).toFixed(2) });
  throw new ValidationError({ [`bets.${above}`]: text }, text);
}
