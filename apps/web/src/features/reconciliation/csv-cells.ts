import { type FigureName, isAmount } from './figure-names.ts';

/** Euro with a point and two decimals, as files have them whatever the reader's language. */
function decimalOf(euros: number): string {
  const cents = Math.round(Math.abs(euros) * 100);
  const sign = euros < 0 && cents > 0 ? '-' : '';
  return `${sign}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** A cell of text. A spreadsheet would run text that begins like a formula. */
export function cellOf(value: string | null): string {
  const safe = /^[=+\-@]/.test(value ?? '') ? `'${value}` : (value ?? '');
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const figureCell = (figure: FigureName, value: number | undefined) =>
  value === undefined ? '' : isAmount(figure) ? decimalOf(value) : String(value);
