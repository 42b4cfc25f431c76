/**
 * How a value stands in a file. `money` is euro as a number, `ratio` a number (0.95 reads 95.00% in a workbook), `instant`
 * a Date, `hour` a Date whose minutes do not matter, `day` the text 2026-10-25, `month` the text 2026-10.
 */
export type CellKind = 'text' | 'money' | 'count' | 'ratio' | 'instant' | 'hour' | 'day' | 'month';
export type Cell = string | number | Date | null;

export interface Column {
  title: string;
  kind: CellKind;
  /** In characters; by its kind unless given. */
  width?: number;
}

export interface Row {
  /** One per column; null stays empty. */
  cells: readonly Cell[];
  /** Written in bold: a sum of other rows. */
  strong?: boolean;
}

/** Rows of one kind, in batches, so that many never stand in memory together. */
export interface Table {
  /** At most 31 characters. */
  name: string;
  columns: readonly Column[];
  rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
}

const looksLikeFormula = /^[=+\-@\t\r]/;

/** A spreadsheet runs text that begins like a formula; an apostrophe in front keeps it text. Numbers are not text. */
export function asText(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text;
}

// Where a spreadsheet may begin a cell or a row inside a text, after optional quotes and spaces.
const formulaInside = /(;|\r\n?|\n)(?=["\t ]*[=+\-@\t\r])/g;

/**
 * The same for CSV, where the text is not safe behind its quotes: Excel in Italian and other languages splits each line at
 * semicolons and knows no quotes that begin after a comma. So what follows a semicolon or a line break gets an apostrophe
 * too when it begins like a formula.
 */
export function asCsvText(text: string): string {
  return asText(text).replace(formulaInside, "$1'");
}

/** What a value must be to stand in a column of that kind. @throws TypeError for anything else: a file must not guess. */
export function checkedCell(kind: CellKind, value: Cell): Cell {
  if (value === null) return null;
  const isNumber = kind === 'money' || kind === 'count' || kind === 'ratio';
  const isDate = kind === 'instant' || kind === 'hour';
  const fits = isNumber
    ? typeof value === 'number' && Number.isFinite(value)
    : isDate
      ? value instanceof Date
      : typeof value === 'string';
  if (!fits) throw new TypeError(`${String(value)} does not fit a column of ${kind}`);
  return value;
}
