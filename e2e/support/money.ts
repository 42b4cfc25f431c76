/** Whole cents of an amount of euro from JSON; it must have two decimals at most. */
export function cents(euros: number): number {
  const whole = Math.round(euros * 100);
  if (!Number.isSafeInteger(whole) || whole / 100 !== euros) throw new Error(`Not whole cents: ${euros}`);
  return whole;
}

/** Whole cents of "1.234,50 €" as screens write it, and of "1234.50" as files do. */
export function centsOfText(text: string): number {
  const plain = text.replace(/[\s €]/g, '').replace('−', '-');
  const number = plain.includes(',') ? plain.replaceAll('.', '').replace(',', '.') : plain;
  const match = /^(-?)(\d+)\.(\d\d)$/.exec(number);
  if (!match) throw new Error(`Not an amount: "${text}"`);
  const whole = Number(`${match[2]}${match[3]}`);
  return match[1] === '-' && whole !== 0 ? -whole : whole;
}

/** "1.234,50 €" without the spaces' kinds, to be compared with what a screen shows. */
export function written(wholeCents: number): string {
  const digits = String(Math.abs(wholeCents)).padStart(3, '0');
  const euros = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${wholeCents < 0 ? '-' : ''}${euros},${digits.slice(-2)} €`;
}
