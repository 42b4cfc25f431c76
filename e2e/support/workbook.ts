import { openXlsx } from 'hucre/xlsx';

export type Cells = Record<string, unknown>;

/** The rows of one sheet by heading. */
export async function sheetOf(bytes: Uint8Array, name: string): Promise<Cells[]> {
  const { sheets } = await openXlsx(bytes);
  const sheet = sheets.find((one) => one.name === name);
  if (sheet === undefined)
    throw new Error(`No sheet ${name} among ${sheets.map((one) => one.name).join(', ')}`);
  const [headings = [], ...rows] = sheet.rows;
  return rows.map((row) =>
    Object.fromEntries(headings.map((heading, at) => [String(heading), row[at] ?? null])),
  );
}
