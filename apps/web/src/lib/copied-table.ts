/**
 * A table for the clipboard, in two flavours. As text: tabs between cells, no separators of thousands, and the decimal
 * separator of the browser's language, which is that of the spreadsheets on the same computer in nearly every case. As HTML: the
 * same cells, each with its number in the attributes that Excel (`x:num`), LibreOffice (`sdval`) and Google Sheets
 * (`data-sheets-value`) read whatever their language. Days are written as in ISO 8601, which all of them read.
 */
import { dayInRome } from './days.ts';
import { decimalSeparatorOf, formatInstant, type Instant } from './format.ts';

/** What a column holds. Amounts are euro, a ratio of 0.95 is 95 %, a day is `YYYY-MM-DD`. */
export type CopiedKind = 'text' | 'euro' | 'count' | 'ratio' | 'day' | 'instant';
export type CopiedValue = Instant | null | undefined;

export interface CopiedTable {
  columns: readonly { label: string; kind: CopiedKind }[];
  rows: readonly (readonly CopiedValue[])[];
  /** Sums below the rows; they do not count as rows. */
  footer?: readonly CopiedValue[];
}

interface Cell {
  text: string;
  /** As a spreadsheet holds it. */
  number?: number;
  format?: string;
  /** Stays text although it may look like a number, such as an id of twenty digits. */
  isText?: boolean;
}

const formats = { euro: '#,##0.00', count: '#,##0', ratio: '0.0000%' } as const;
const decimalsOf = { euro: 2, count: 0, ratio: 6 } as const;

/** A spreadsheet runs text that begins like a formula; an apostrophe in front keeps it text. */
function safeText(value: string): string {
  const text = value.replaceAll(/[\t\r\n]+/g, ' ').trim();
  return /^[=+\-@\u2212]/.test(text) ? `'${text}` : text;
}

function rounded(value: number, decimals: number): number {
  const shift = 10 ** decimals;
  const result = Math.round(Math.abs(value) * shift + 1e-7) / shift;
  return value < 0 && result !== 0 ? -result : result;
}

/** 1234.5 with two decimals is `1234.50`: without separators of thousands, and with an ASCII minus. */
function plain(value: number, decimals: number, separator: string): string {
  const [whole = '0', fraction = ''] = String(value).split('.');
  return decimals === 0 ? whole : `${whole}${separator}${fraction.padEnd(decimals, '0')}`;
}

function cellOf(value: CopiedValue, kind: CopiedKind, separator: string): Cell {
  if (value === null || value === undefined || value === '') return { text: '' };
  if (kind === 'text') return { text: safeText(String(value)), isText: true };
  if (kind === 'day')
    return { text: /^\d{4}-\d\d-\d\d$/.test(String(value)) ? String(value) : safeText(String(value)) };
  if (kind === 'instant') {
    const date = new Date(value);
    if (Number.isNaN(date.getTime())) return { text: '' };
    return { text: `${dayInRome(date)} ${formatInstant(date, 'time-seconds')}` };
  }
  // A sum may have a word in place of a figure.
  if (typeof value !== 'number') return { text: safeText(String(value)) };
  if (!Number.isFinite(value)) return { text: '' };
  const number = rounded(value, decimalsOf[kind]);
  const text =
    kind === 'ratio'
      ? `${plain(rounded(number * 100, 4), 4, separator)}%`
      : plain(number, decimalsOf[kind], separator);
  return { text, number, format: formats[kind] };
}

function cellsOf({ columns, rows, footer }: CopiedTable, language: string): Cell[][] {
  const separator = decimalSeparatorOf(language);
  const all = footer === undefined ? rows : [...rows, footer];
  return all.map((row) => columns.map(({ kind }, at) => cellOf(row[at], kind, separator)));
}

export function tableText(table: CopiedTable, language: string): string {
  const head = table.columns.map(({ label }) => safeText(label));
  const body = cellsOf(table, language).map((cells) => cells.map(({ text }) => text));
  return [head, ...body].map((cells) => cells.join('\t')).join('\n');
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

function htmlCell({ text, number, format, isText }: Cell): string {
  if (isText) {
    const sheets = escapeHtml(JSON.stringify({ 1: 2, 2: text }));
    return `<td data-sheets-value="${sheets}" style="mso-number-format:'\\@'">${escapeHtml(text)}</td>`;
  }
  if (number === undefined) return `<td>${escapeHtml(text)}</td>`;
  const sheets = escapeHtml(JSON.stringify({ 1: 3, 3: number }));
  const style = `mso-number-format:'${format?.replaceAll(/[#,]/g, '\\$&')}'`;
  return `<td x:num="${number}" sdval="${number}" data-sheets-value="${sheets}" style="${style}">${escapeHtml(text)}</td>`;
}

export function tableHtml(table: CopiedTable, language: string): string {
  const head = table.columns.map(({ label }) => `<th>${escapeHtml(safeText(label))}</th>`).join('');
  const body = cellsOf(table, language).map((cells) => `<tr>${cells.map(htmlCell).join('')}</tr>`);
  return `<table xmlns:x="urn:schemas-microsoft-com:office:excel"><tr>${head}</tr>${body.join('')}</table>`;
}

/** Puts a table into the clipboard; as text only where the browser takes no HTML. */
export async function copyTable(table: CopiedTable): Promise<void> {
  const { language } = navigator;
  const text = tableText(table, language);
  if (typeof ClipboardItem === 'undefined') {
    await navigator.clipboard.writeText(text);
    return;
  }
  const html = tableHtml(table, language);
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      'text/html': new Blob([html], { type: 'text/html' }),
    }),
  ]);
}
