import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileFormat } from '@ludus/contract';
import type { Files } from '../../infra/files/index.ts';
import { csvPieces, type Table, xlsxPieces } from '../../infra/spreadsheet/index.ts';
import { textPieces } from './exports.open.ts';
import type { Prepared } from './exports.sources.ts';

export const contentTypes: Record<FileFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

export interface FileOptions {
  files: Files;
  /** The folder of this export; it is removed afterwards. What a killed attempt left in it is overwritten. */
  folder: string;
  fileKey: string;
  format: FileFormat;
  /** The lines of the sheet "About", beside the number of rows. */
  facts: readonly (readonly [string, string])[];
  signal: AbortSignal;
  onProgress(rows: number, expected: number): void;
}

/**
 * Writes a file at constant memory and stores it when it is complete. CSV holds only the first table; a workbook holds all
 * of them and a last sheet that describes them. A text has the first one beneath lines of comment.
 */
export async function writeFile(
  prepared: Prepared,
  { files, folder, fileKey, format, facts, signal, onProgress }: FileOptions,
): Promise<{ rows: number; bytes: number }> {
  const path = join(folder, `export.${format}`);
  await mkdir(folder, { recursive: true });
  try {
    const rows = await prepared.write((tables, written) => {
      const [first] = tables;
      if (first === undefined) throw new Error('There is no table to write.');
      const pieces =
        format === 'txt'
          ? textPieces(first, prepared.lines)
          : format === 'csv'
            ? csvPieces(first)
            : xlsxPieces([...tables, aboutTable(facts, written)]);
      return pipeline(Readable.from(pieces), createWriteStream(path), { signal });
    }, onProgress);
    const { size } = await stat(path);
    await files.put(fileKey, createReadStream(path));
    return { rows, bytes: size };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Read after the other tables, so that it knows how many rows they have. */
function aboutTable(facts: FileOptions['facts'], rows: () => number): Table {
  return {
    name: 'About',
    columns: [
      { title: 'What', kind: 'text', width: 20 },
      { title: 'Value', kind: 'text', width: 80 },
    ],
    rows: (function* () {
      yield [...facts, ['Rows', String(rows())] as const].map((cells) => ({ cells }));
    })(),
  };
}
