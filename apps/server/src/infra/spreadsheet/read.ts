import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '@ludus/contract';
import { streamCsvRows } from 'hucre/csv';
import { streamXlsxRows } from 'hucre/xlsx';
import { ValidationError } from '../errors/index.ts';

/** A cell as text, or as what a spreadsheet holds it as. */
export type FileCell = string | number | boolean | Date | null;

export interface FileTable {
  columns: string[];
  rows: FileCell[][];
  /** Where each row stands in the file; the first line is 1. */
  lines: number[];
}

/** Rows that are read at a stretch: the hub serves others in between. */
export const rowsPerYield = 1_000;

/**
 * Reads the first sheet of a CSV or XLSX file. Empty rows are left out.
 * @throws ValidationError when it is none, is empty or has more than `mostRows` rows below its headings
 */
export async function readTable(file: { path: string }, mostRows: number): Promise<FileTable> {
  const bytes = await readFile(file.path);
  // XLSX is a ZIP archive; what begins otherwise is text.
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const filled: FileCell[][] = [];
  const lines: number[] = [];
  try {
    let read = 0;
    for await (const { row, line } of isArchive ? sheetRows(bytes) : csvRows(bytes)) {
      read += 1;
      if (read % rowsPerYield === 0) await setImmediate();
      if (row.every((cell) => textOf(cell) === '')) continue;
      filled.push(row);
      lines.push(line ?? read);
      if (filled.length > mostRows + 1) break;
    }
  } catch {
    throw new ValidationError({ file: messageOf('fields.fileUnreadable') });
  }
  const head = filled.shift();
  if (head === undefined || filled.length === 0) {
    throw new ValidationError({ file: messageOf('fields.fileWithoutRows') });
  }
  if (filled.length > mostRows) {
    throw new ValidationError({ file: messageOf('fields.fileTooManyRows', { max: mostRows }) });
  }
  return { columns: head.map(textOf), rows: filled, lines: lines.slice(1) };
}

interface ReadRow {
  row: FileCell[];
  line?: number;
}

function* csvRows(bytes: Uint8Array): Generator<ReadRow> {
  const rows = streamCsvRows(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  for (const row of rows as Iterable<FileCell[]>) yield { row };
}

async function* sheetRows(bytes: Uint8Array): AsyncGenerator<ReadRow> {
  for await (const { values, index } of streamXlsxRows(bytes, { sheet: 0 })) {
    yield { row: values as FileCell[], line: index + 1 };
  }
}

/** A cell as text. Dates of a spreadsheet are a wall clock without a zone: `2026-11-05 11:00:00`. */
export function textOf(cell: FileCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : wallClockOfCell(cell);
  return String(cell).trim();
}

/** To the nearest second: a spreadsheet counts days as fractions, which miss it by less than a millisecond. */
function wallClockOfCell(cell: Date): string {
  const at = new Date(Math.round(cell.getTime() / 1000) * 1000);
  return at.toISOString().slice(0, 19).replace('T', ' ');
}
