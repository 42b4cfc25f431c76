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

  it('has texts side by side, and figures on a band', async () => {
    const [page, ...more] = await pagesOf(
      documentOf([
        {
          kind: 'columns',
          columns: [
            { heading: 'From', lines: ['Ludus S.p.A.', 'Via Torino 12'] },
            { heading: 'To', lines: ['Alpina Gaming S.r.l.'] },
          ],
        },
        {
          kind: 'panel',
          figures: [
            { label: 'Amount to pay', value: '999.999.999.999,99 €' },
            { label: 'Pay by', value: '02/12/2026' },
          ],
        },
      ]),
    );
    expect(more).toEqual([]);
    expect(page?.replaceAll(/\s+/g, ' ')).toContain(
      'From Ludus S.p.A. Via Torino 12 To Alpina Gaming S.r.l. Amount to pay 999.999.999.999,99 € Pay by 02/12/2026',
    );
  });

  const amounts = (length: number) =>
    Array.from(
      { length },
      (_, column) => ({ title: `Column ${column}`, align: 'right', width: 'content' }) as const,
    );

  it('keeps figures on one line, in smaller type where there are many', async () => {
    const row = ['A game with a long name that has to be broken', ...Array(7).fill('−123.456.789,01')];
    const [page] = await pagesOf(
      documentOf([{ kind: 'table', columns: [{ title: 'Game' }, ...amounts(7)], rows: [row], total: row }]),
    );
    expect(page?.split('−123.456.789,01')).toHaveLength(15);
  });

  it('names a group again where it goes on, and leaves no sum by itself', async () => {
    // Groups of ever more rows, so that pages end at any of them.
    const sizes = Array.from({ length: 16 }, (_, index) => index + 2);
    const pages = await pagesOf(
      documentOf(
        sizes.map((size) => ({
          kind: 'table',
          columns: [{ title: 'Game' }, { title: 'Due', align: 'right', width: 'content' }],
          rows: [
            { group: `Group ${size}.` },
            ...Array.from({ length: size }, (_, index) => [`Game ${size}.${index + 1}.`, '1']),
            { subtotal: [`Sum ${size}.`, '2'] },
          ],
          total: [`Total ${size}.`, '3'],
        })),
      ),
    );
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) {
      for (const size of sizes) {
        const last = page.includes(`Game ${size}.${size}.`);
        expect(page.includes(`Group ${size}.`)).toBe(page.includes(`Game ${size}.`));
        expect([page.includes(`Sum ${size}.`), page.includes(`Total ${size}.`)]).toEqual([last, last]);
      }
    }
  });

  it('keeps a heading with its text and the table below', async () => {
    const sections = Array.from({ length: 30 }, (_, index) => index);
    const pages = await pagesOf(
      documentOf(
        sections.flatMap((section): PdfBlock[] => [
          { kind: 'drawing', height: 40 + 17 * section, draw: () => {} },
          { kind: 'heading', text: `Section ${section}.` },
          { kind: 'text', text: 'Real sessions. '.repeat(20) },
          { kind: 'table', columns: [{ title: 'Game' }], rows: [[`Row ${section}.`]] },
        ]),
      ),
    );
    for (const page of pages)
      for (const section of sections)
        expect(page.includes(`Row ${section}.`)).toBe(page.includes(`Section ${section}.`));
  });

  it('has a foot of several lines on every page, and nothing in it', async () => {
    const foot = ['Ludus S.p.A.', 'Registered in Milano.', 'Paid up in full.'];
    const rows = Array.from({ length: 100 }, (_, index) => [`Game ${index}`]);
    const document = {
      ...documentOf([
        { kind: 'table', columns: [{ title: 'Game' }], rows },
        { kind: 'text', text: 'A long text. '.repeat(600) },
      ]),
      footer: foot.join('\n'),
    };
    const read = await getDocumentProxy(new Uint8Array(await writePdf(document)));
    for (let number = 1; number <= read.numPages; number += 1) {
      const { items } = await (await read.getPage(number)).getTextContent();
      const placed = items.flatMap((item) =>
        'str' in item ? [{ text: item.str, y: item.transform[5] }] : [],
      );
      const isFoot = (text: string) => foot.includes(text) || text.startsWith('Page ');
      const top = Math.max(...placed.filter(({ text }) => isFoot(text)).map(({ y }) => y));
      expect(placed.filter(({ text }) => foot.includes(text)).map(({ text }) => text)).toEqual(foot);
      for (const { text, y } of placed)
        if (!isFoot(text) && text.trim() !== '') expect(y).toBeGreaterThan(top + 12);
    }
  });
});
