import { centsFromEuros } from '@ludus/contract';
import { wallClockWithOffset } from '../clock/index.ts';
import { asCsvText, type Cell, type CellKind, checkedCell, type Table } from './table.ts';

/**
 * A table as CSV in pieces, heading first: comma-separated UTF-8 without a mark in front, lines ended by CR LF (RFC 4180),
 * amounts with a decimal point and two decimals, ratios with at most six (four of a percentage), instants of Rome with their offset. What people open in a spreadsheet is
 * the workbook; this form is for programs, so numbers are plain.
 */
export async function* csvPieces({ columns, rows }: Table): AsyncGenerator<string> {
  yield lineOf(columns.map(({ title }) => csvText('text', title)));
  for await (const batch of rows) {
    let text = '';
    for (const { cells } of batch)
      text += lineOf(columns.map(({ kind }, index) => csvText(kind, cells[index] ?? null)));
    if (text !== '') yield text;
  }
}

const lineOf = (cells: readonly string[]) => `${cells.join(',')}\r\n`;

// Most texts have nothing that ends a cell or a row, nor begin like a formula.
const toChange = /[",;\r\n]|^[=+\-@\t]/;
const toQuote = /[",\r\n]/;

function csvText(kind: CellKind, given: Cell): string {
  const value = checkedCell(kind, given);
  if (value === null) return '';
  if (value instanceof Date) return wallClockWithOffset(value);
  if (typeof value === 'string') return toChange.test(value) ? quoted(asCsvText(value)) : value;
  if (kind === 'money') return plainEuros(centsFromEuros(value));
  return String(kind === 'ratio' ? roundRatio(value) : value);
}

const quoted = (text: string) => (toQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const ratioDecimals = 6;

/** As exact as the screens, which show percentages with four decimals. */
const roundRatio = (ratio: number) => Number(ratio.toFixed(ratioDecimals));

// .00 to .99
const decimals = Array.from({ length: 100 }, (_, cents) => `.${String(cents).padStart(2, '0')}`);

/** Euro of whole cents with two decimals and a point, exact. @throws RangeError unless the cents are whole */
export function plainEuros(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not an amount in cents: ${cents}`);
  const positive = Math.abs(cents);
  const rest = positive % 100;
  return `${cents < 0 ? '-' : ''}${(positive - rest) / 100}${decimals[rest]}`;
}
