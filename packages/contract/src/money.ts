/**
 * Amounts are integer cents everywhere; a JSON number of euro with two decimals is made here, at the edge, and no one
 * computes with it after that. Every amount below 2^53 cents is exact.
 */

/** Euro for the JSON edge. Throws where a double could not hold the cents exactly. */
export function eurosFromCents(cents: number | bigint): number {
  const whole = typeof cents === 'bigint' ? Number(cents) : cents;
  if (!Number.isSafeInteger(whole)) throw new RangeError(`Amount beyond the exact range: ${cents} cents`);
  return whole / 100;
}

/** Cents of an amount that came from JSON or a form; throws unless it has at most two decimals. */
export function centsFromEuros(euros: number): number {
  // Below 2^40 cents doubles lie so close that only one amount has this quotient; a file has millions of them.
  const near = Math.round(euros * 100);
  if (Math.abs(near) < 2 ** 40 && near / 100 === euros) return near + 0;
  const decimal = euros.toFixed(2);
  const cents = Number(decimal.replace('.', ''));
  if (Number(decimal) !== euros || !Number.isSafeInteger(cents)) {
    throw new RangeError(`Not an amount of euro with two decimals: ${euros}`);
  }
  return cents;
}

/** Return to player: sum of win over sum of bet, as a ratio; null when nothing was bet. */
export function returnToPlayer(winCents: number | bigint, betCents: number | bigint): number | null {
  const bet = Number(betCents);
  return bet === 0 ? null : Number(winCents) / bet;
}
