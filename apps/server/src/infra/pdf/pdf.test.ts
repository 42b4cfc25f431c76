import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { type PdfBlock, type PdfDocument, writePdf } from './index.ts';

const documentOf = (blocks: readonly PdfBlock[]): PdfDocument => ({
  title: 'Statement 2026/7',
  subtitle: 'October 2026, Europe/Rome',
  language: 'en',
  createdAt: new Date('2026-11-02T08:00:00Z'),
  author: 'Ludus',
  footer: 'Ludus Hub',
  pageText: (page, pages) => `Page ${page} of ${pages}`,
  blocks,
});

async function pagesOf(document: PdfDocument): Promise<string[]> {
  const read = await getDocumentProxy(new Uint8Array(await writePdf(document)));
  return (await extractText(read, { mergePages: false })).text;
}

describe('a printed document', () => {
  it('has its title, texts, facts and figures, with every sign that names and amounts have', async () => {
    const [page, ...more] = await pagesOf(
      documentOf([
        { kind: 'heading', text: 'What was played' },
        {
          kind: 'facts',
          facts: [
            ['Operator', 'Žaidimų namai'],
            ['Deviation', '−5,6 σ'],
          ],
        },
        {
          kind: 'table',
          columns: [
            { title: 'Game', width: 3 },
            { title: 'Bet', align: 'right' },
          ],
          rows: [['Aquila Eterna', '1.234,50 €']],
          total: ['Total', '1.234,50 €'],
        },
        { kind: 'text', text: 'Ελληνικά, Кириллица.' },
      ]),
    );
    expect(more).toEqual([]);
    for (const text of [
      'Statement 2026/7',
      'October 2026, Europe/Rome',
      'What was played',
      'Žaidimų namai',
      '−5,6 σ',
      'Aquila Eterna',
      '1.234,50 €',
      'Ελληνικά, Кириллица.',
      'Page 1 of 1',
    ])
      expect(page).toContain(text);
  });

  it('repeats the head of a long table on each page, and has all its rows in order', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [`Game ${index + 1}`, `${index},00 €`]);
    const pages = await pagesOf(
      documentOf([
        {
          kind: 'table',
          columns: [{ title: 'Name of the game' }, { title: 'Stakes', align: 'right' }],
          rows,
          total: ['All games', '7.140,00 €'],
        },
      ]),
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Name of the game');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    const found = [...pages.join(' ').matchAll(/Game (\d+)/g)].map(([, number]) => Number(number));
    expect(found).toEqual(rows.map((_, index) => index + 1));
    expect(pages.at(-1)).toContain('7.140,00 €');
  });

  it('is the same file for the same document, and says its language and when it was made', async () => {
    const document = documentOf([
      {
        kind: 'drawing',
        height: 50,
        draw: (canvas, { x, y }) => void canvas.rect(x, y, 20, 20).fill('#000000'),
      },
    ]);
    const file = await writePdf(document);
    expect((await writePdf(document)).equals(file)).toBe(true);
    expect(file.toString('latin1')).toContain('/Lang (en)');
    const { info } = await getMeta(new Uint8Array(file));
    expect(info).toMatchObject({
      Title: 'Statement 2026/7',
      Author: 'Ludus',
      CreationDate: 'D:20261102080000Z',
    });
  });
});
