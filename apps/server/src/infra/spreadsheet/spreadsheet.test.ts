import fc from 'fast-check';
import { openXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { asText, csvPieces, plainEuros, type Table, xlsxPieces } from './index.ts';

async function workbookOf(tables: readonly Table[]) {
  const pieces: Buffer[] = [];
  for await (const piece of xlsxPieces(tables)) pieces.push(piece);
  return openXlsx(Buffer.concat(pieces), { readStyles: true });
}

async function csvOf(table: Table): Promise<string> {
  let text = '';
  for await (const piece of csvPieces(table)) text += piece;
  return text;
}

const table = (rows: Table['rows']): Table => ({
  name: 'Aggregates',
  columns: [
    { title: 'Name', kind: 'text' },
    { title: 'Bet', kind: 'money' },
    { title: 'RTP', kind: 'ratio' },
    { title: 'Rounds', kind: 'count' },
    { title: 'At', kind: 'instant' },
    { title: 'Day', kind: 'day' },
    { title: 'Month', kind: 'month' },
  ],
  rows,
});
const twoInTheMorning = new Date('2026-10-25T01:30:00Z');
const rows = [
  [
    { cells: ['12345678901234567890', -1234.5, 0.9512, 12, twoInTheMorning, '2026-10-25', '2026-10'] },
    { cells: ['=HYPERLINK("x")', 0, null, 0, null, null, null], strong: true },
  ],
];

describe('ratios as CSV', () => {
  it('have as many decimals as a percentage on the screen', async () => {
    const ratios = [0.9512345678901234, 1.0000004, 0, -0.5, 12.3456789].map((ratio) => ({
      cells: ['x', 1, ratio, 1, null, null, null],
    }));
    let text = '';
    for await (const piece of csvPieces(table([ratios]))) text += piece;
    expect(
      text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[2]),
    ).toEqual(['0.951235', '1', '0', '-0.5', '12.345679']);
  });
});

describe('a workbook, read by an independent reader', () => {
  it('holds numbers as numbers with formats, long ids as text, and dates on the wall clock of Rome', async () => {
    const [sheet] = (await workbookOf([table(rows)])).sheets;
    expect(sheet?.name).toBe('Aggregates');
    expect(sheet?.rows[0]).toEqual(['Name', 'Bet', 'RTP', 'Rounds', 'At (Europe/Rome)', 'Day', 'Month']);
    expect(sheet?.rows[1]?.slice(0, 4)).toEqual(['12345678901234567890', -1234.5, 0.9512, 12]);
    expect(sheet?.rows[1]?.slice(4).map((value) => (value as Date).toISOString())).toEqual([
      '2026-10-25T02:30:00.000Z',
      '2026-10-25T00:00:00.000Z',
      '2026-10-01T00:00:00.000Z',
    ]);
    const format = (at: string) => sheet?.cells?.get(at)?.style?.numFmt;
    expect(['1,0', '1,1', '1,2', '1,3', '1,4', '1,5', '1,6'].map(format)).toEqual([
      '@',
      '#,##0.00',
      '0.00%',
      '#,##0',
      'yyyy-mm-dd hh:mm:ss',
      'yyyy-mm-dd',
      'yyyy-mm',
    ]);
  });

  it('keeps a bold heading in sight, sums in bold, and columns wide enough', async () => {
    const [sheet] = (await workbookOf([table(rows)])).sheets;
    expect(sheet?.freezePane).toMatchObject({ rows: 1 });
    const bold = (at: string) => sheet?.cells?.get(at)?.style?.font?.bold ?? false;
    expect(['0,0', '0,6', '1,0', '1,1', '2,0', '2,1'].map(bold)).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
    expect(sheet?.columns?.every(({ width = 0 }) => width >= 10)).toBe(true);
  });

  it('keeps what looks like a formula, markup and characters that XML cannot hold as harmless text', async () => {
    const names = [
      '=1+1',
      '+1',
      '-1',
      '@a',
      '\tx',
      '<b>&"',
      'a\u0000b\u001f',
      'Città 🎰',
      '\ud800',
      ' two  spaces ',
    ];
    const [sheet] = (
      await workbookOf([
        {
          name: 'A & B',
          columns: [{ title: '=T', kind: 'text' }],
          rows: [names.map((name) => ({ cells: [name] }))],
        },
      ])
    ).sheets;
    expect(sheet?.name).toBe('A & B');
    expect(sheet?.rows.map(([name]) => name)).toEqual([
      "'=T",
      "'=1+1",
      "'+1",
      "'-1",
      "'@a",
      "'\tx",
      '<b>&"',
      'ab',
      'Città 🎰',
      '\ufffd',
      ' two  spaces ',
    ]);
    expect([...(sheet?.cells?.values() ?? [])].some((cell) => cell.formula !== undefined)).toBe(false);
  });

  it('goes on in a further sheet where one is full, and a table without rows is its heading', async () => {
    const columns = [{ title: 'Number', kind: 'count' as const }];
    async function* many() {
      for (let start = 0; start < 1_050_000; start += 50_000) {
        yield Array.from({ length: 50_000 }, (_, index) => ({ cells: [start + index] }));
      }
    }
    const sizes: string[] = [];
    let bytes = 0;
    for await (const piece of xlsxPieces([{ name: 'Long', columns, rows: many() }])) {
      bytes += piece.length;
      sizes.push(...(piece.toString('latin1').match(/xl\/worksheets\/sheet\d\.xml/g) ?? []));
    }
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(new Set(sizes)).toEqual(new Set(['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml']));
    const { sheets } = await workbookOf([
      { name: 'Empty', columns, rows: [] },
      { name: 'Next', columns, rows: [[{ cells: [1] }]] },
    ]);
    expect(sheets.map(({ name, rows: own }) => [name, own])).toEqual([
      ['Empty', [['Number']]],
      ['Next', [['Number'], [1]]],
    ]);
  });

  it('passes over batches without rows, and leaves cells without a value out', async () => {
    async function* batches() {
      yield [];
      yield [{ cells: ['a', 1] }, { cells: [null, 2] }];
      yield [];
      yield [{ cells: ['b'], strong: true }];
    }
    const columns = [
      { title: 'Name', kind: 'text' as const },
      { title: 'Count', kind: 'count' as const },
    ];
    const [sheet] = (await workbookOf([{ name: 'Gaps', columns, rows: batches() }])).sheets;
    expect(sheet?.rows).toEqual([
      ['Name', 'Count'],
      ['a', 1],
      [null, 2],
      ['b', null],
    ]);
    expect(sheet?.cells?.get('3,0')?.style?.font?.bold).toBe(true);
  });

  it('refuses a value that does not fit its column, and ends what it reads from', async () => {
    let ended = false;
    async function* bad() {
      try {
        yield [{ cells: ['text'] }];
        yield [];
      } finally {
        ended = true;
      }
    }
    const columns = [{ title: 'Bet', kind: 'money' as const }];
    await expect(workbookOf([{ name: 'Bad', columns, rows: bad() }])).rejects.toThrow(TypeError);
    expect(ended).toBe(true);
  });
});

describe('CSV', () => {
  it('[OPEN-84] has plain numbers, instants of Rome with offset, and text that no spreadsheet runs', async () => {
    expect(await csvOf(table(rows))).toBe(
      'Name,Bet,RTP,Rounds,At,Day,Month\r\n' +
        '12345678901234567890,-1234.50,0.9512,12,2026-10-25T02:30:00+01:00,2026-10-25,2026-10\r\n' +
        `"'=HYPERLINK(""x"")",0.00,,0,,,\r\n`,
    );
  });

  it('quotes what would end a cell or a row', async () => {
    const cells = ['a,b', 'say "x"', 'two\r\nlines', ' spaces ', ''];
    const columns = cells.map((_, index) => ({ title: `T${index}`, kind: 'text' as const }));
    expect(await csvOf({ name: 'T', columns, rows: [[{ cells }]] })).toBe(
      'T0,T1,T2,T3,T4\r\n"a,b","say ""x""","two\r\nlines", spaces ,\r\n',
    );
  });

  it.each([
    ['Fox;=1+1', "Fox;'=1+1"],
    ['Fox; +1', "Fox;' +1"],
    ['Fox;-1;@a', "Fox;'-1;'@a"],
    ['Fox;"=1+1"', `"Fox;'""=1+1"""`],
    ['Fox;\t=1', "Fox;'\t=1"],
    ['Fox\r\n=1', `"Fox\r\n'=1"`],
    ['=1;=2', "'=1;'=2"],
    ['a;b', 'a;b'],
    ['Tom; 5 - 3', 'Tom; 5 - 3'],
    ['N-1', 'N-1'],
  ])('keeps %j text when a spreadsheet splits lines at semicolons', async (text, written) => {
    const rows = [[{ cells: [1, text] }]];
    const columns = [
      { title: 'n', kind: 'count' },
      { title: 'name', kind: 'text' },
    ] as const;
    let csv = '';
    for await (const piece of csvPieces({ name: 'x', columns, rows })) csv += piece;
    expect(csv).toBe(`n,name\r\n1,${written}\r\n`);
  });

  it('quotes and guards any text by the same rules', async () => {
    const pieces = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      ';',
      ',',
      '"',
      "'",
      ' ',
      'a',
      'é',
      '1',
    );
    const texts = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const guarded = text
          .replace(/^(?=[=+\-@\t\r])/, "'")
          .replace(/(;|\r\n?|\n)(?=["\t ]*[=+\-@\t\r])/g, "$1'");
        const written = /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
        const columns = [{ title: 'T', kind: 'text' as const }];
        expect(await csvOf({ name: 'T', columns, rows: [[{ cells: [text] }]] })).toBe(`T\r\n${written}\r\n`);
      }),
    );
  });

  it('text that looks like a formula is kept text; numbers below zero stay numbers', () => {
    for (const text of ['=1+1', '+1', '-1', '@a', '\tx', '\rx']) expect(asText(text)).toBe(`'${text}`);
    expect(asText('N-1')).toBe('N-1');
    expect([0, 5, -5, 99, -100, 123_456].map(plainEuros)).toEqual([
      '0.00',
      '0.05',
      '-0.05',
      '0.99',
      '-1.00',
      '1234.56',
    ]);
    expect(() => plainEuros(0.5)).toThrow(RangeError);
  });
});
