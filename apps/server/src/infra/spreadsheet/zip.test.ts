import { once } from 'node:events';
import { openXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { type ZipEntry, zipPieces } from './zip.ts';

const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook of one sheet with these texts below each other. */
function workbookOf(texts: Iterable<string>): ZipEntry[] {
  const one = (path: string, text: string) => ({ path, text: [text] });
  return [
    {
      path: 'xl/worksheets/sheet1.xml',
      text: (function* () {
        yield `<worksheet xmlns="${main}"><sheetData>`;
        for (const text of texts) yield `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
        yield '</sheetData></worksheet>';
      })(),
    },
    one(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Città" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    one(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    one(
      '_rels/.rels',
      `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    one(
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
        `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    ),
  ];
}

async function archiveOf(entries: Iterable<ZipEntry>, mostShort?: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of zipPieces(entries, mostShort)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('an archive, read by an independent reader', () => {
  const texts = Array.from({ length: 20_000 }, (_, index) => `Città ${index}`);

  it.each([
    ['with fields of 32 bits', undefined, false],
    ['with sizes and places of 64 bits', 1, true],
    ['with 64 bits only where 32 are too few', 2_000, true],
  ])('has every byte of its files, %s', async (_, mostShort, hasLong) => {
    const archive = await archiveOf(workbookOf(texts), mostShort);
    const { sheets } = await openXlsx(archive);
    expect(sheets.map(({ name, rows }) => [name, rows.map(([text]) => text)])).toEqual([['Città', texts]]);
    expect(archive.includes(Buffer.from('PK\x06\x06'))).toBe(hasLong);
  });

  it('is the same bytes for the same files', async () => {
    expect(await archiveOf(workbookOf(texts))).toEqual(await archiveOf(workbookOf(texts)));
  });

  it('fails with its text, and what makes the text ends when its reader leaves', async () => {
    const failing = workbookOf(
      (function* () {
        yield 'one';
        throw new Error('The rows have ended early');
      })(),
    );
    await expect(archiveOf(failing)).rejects.toThrow('The rows have ended early');
    const ended = new EventTarget();
    const over = once(ended, 'end');
    const endless = workbookOf(
      (function* () {
        try {
          for (;;) yield 'again'.repeat(50_000);
        } finally {
          ended.dispatchEvent(new Event('end'));
        }
      })(),
    );
    let read = 0;
    for await (const piece of zipPieces(endless)) {
      read += piece.length;
      if (read > 10_000) break;
    }
    await over;
  });
});
