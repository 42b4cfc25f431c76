import type { StatedAmounts } from '@ludus/contract';
import fc from 'fast-check';
import { openXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { randomCases } from '../../../../test/effort.ts';
import {
  amountNames,
  amountsOf,
  cents,
  credit,
  documentOf,
  row,
  sample,
  sumOf,
} from '../../../../test/support/statements/statement-documents.ts';
import type { StatementDocument } from './statement.figures.ts';
import { statementMail } from './statement.mail.ts';
import { writeStatementPdf } from './statement.pdf.ts';
import { writeStatementXlsx } from './statement.xlsx.ts';

async function textOf(document: StatementDocument, language: 'en' | 'it' = 'en'): Promise<string> {
  const read = await getDocumentProxy(new Uint8Array(await writeStatementPdf(document, language)));
  return (await extractText(read, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
}

describe('the PDF of a statement', () => {
  it('says who asks whom for how much, and how it is made up', async () => {
    const text = await textOf(sample);
    for (const part of [
      'Statement LH-2026-0017 Alpina · October 2026',
      'From Ludus S.p.A. Via Torino 12 20123 Milano MI VAT number IT01234567890 billing@ludus.example',
      'To Alpina Gaming S.r.l. Piazza Walther 3 Amount to pay',
      'Amount to pay 2.324,89 € Month October 2026 Issued 02/11/2026 Pay by 02/12/2026',
      'Due for October 2026 1.920,00 Restatements of earlier months −14,35 Net amount 1.905,65 VAT 22% 419,24 Total 2.324,89',
      'Balance before this statement 1.250,40 This statement 2.324,89 Balance after this statement 3.575,29 With this statement, Alpina Gaming S.r.l. owes Ludus S.p.A. 3.575,29 €.',
      'Pay by 02/12/2026, within 30 days of issue Reference LH-2026-0017 Account holder Ludus S.p.A. IBAN IT60 X054 2811 1010 0000 0123 456 BIC BPMOIT22XXX Bank Banca di Esempio',
      'Operator 1 2.000 200.000,00 185.000,00 15.000,00 3.000,00 12.000,00 1.440,00 Operator 2 1.000 100.000,00 95.000,00 5.000,00 1.000,00 4.000,00 480,00 Total of the month 3.000 300.000,00',
      'Operator 1 Game 1 1.200 100.000,00 95.000,00 5.000,00 1.000,00 4.000,00 480,00',
      'Total Operator 1 2.000 200.000,00 185.000,00 15.000,00 3.000,00 12.000,00 1.440,00',
      'Total of the month 3.000 300.000,00 280.000,00 20.000,00 4.000,00 16.000,00 1.920,00',
      'August 2026 Arrived late 12 100,50 20,10 80,40 9,65 September 2026 Corrected 3 −250,00 −50,00 −200,00 −24,00 Total 15 −149,50 −29,90 −119,60 −14,35',
      'Base Net win of the month, 16.000,00 € Minimum of the month 10,00 € Note Annex B',
      'Up to 500,00 10% 500,00 50,00 500,00 to 100.000,00 12,5% 15.500,00 1.937,50 Above 100.000,00 15% – – Sum of the tiers 1.987,50',
      'Due as the platform reports it 1.920,00 Due by the terms 1.987,50 Difference −67,50 The platform rounds the due of each session,',
      'Share capital fully paid.',
      'Page 1 of 3',
    ])
      expect(text).toContain(part);
  });

  it('is in Italian for Italian readers', async () => {
    const text = await textOf(sample, 'it');
    for (const part of [
      'Rendiconto LH-2026-0017 Alpina · ottobre 2026',
      'Importo da pagare 2.324,89 €',
      'Rettifiche di mesi precedenti −14,35 Imponibile 1.905,65 IVA 22% 419,24 Totale 2.324,89',
      'agosto 2026 Arrivata tardi 12',
      'Capitale sociale interamente versato.',
      'Pagina 1 di 3',
    ])
      expect(text).toContain(part);
  });

  it('asks for nothing where it is in favour of the integration', async () => {
    const text = await textOf(credit);
    expect(text).toContain('In favour of Alpina Gaming S.r.l. 18,00 €');
    expect(text).toContain('With this statement, 18,00 € are in favour of Alpina Gaming S.r.l.');
    expect(text).toContain('VAT 0% 0,00 Total −18,00');
    expect(text).toContain('so only the minimum is owed');
    expect(text).toContain('No session of an earlier month has changed');
    expect(text).not.toMatch(/Pay by|IBAN/);
  });

  it('asks for nothing where it is void, and says so', async () => {
    const text = await textOf({ ...sample, isVoid: true });
    expect(text).toContain('Statement LH-2026-0017 · Void');
    expect(text).toContain('This statement has been withdrawn.');
    expect(text).not.toMatch(/Amount to pay|Pay by|IBAN/);
  });

  it('is complete where nothing is known: no rows, no terms, no address', async () => {
    const empty = documentOf({ rows: [], restatements: [], withTerms: false });
    const nameless = { name: '', address: '', vatId: '', email: '' };
    const text = await textOf({ ...empty, content: { ...empty.content, asOf: null, recipient: nameless } });
    for (const part of [
      'To Alpina Nothing to pay 0,00 €',
      'No real session was created in this month.',
      'Not all sessions of the month could be fetched before it was closed.',
      'No terms of settlement apply to this month.',
    ])
      expect(text).toContain(part);
  });

  it('says what was known when the month was closed', async () => {
    const detail = { code: 'periods.notReconciled', values: { compared: 30, days: 31, equal: 28 } } as const;
    const content = { ...sample.content, exceptions: [{ check: 'reconciled' as const, detail }] };
    const found = '30 of 31 days compared with the platform, 28 of them equal.';
    const known = `Known when the month was closed: ${found}`;
    expect(await textOf({ ...sample, content })).toContain(known);
    expect(await textOf(sample)).not.toContain('Known when');
    const about = (await sheetsOf({ ...sample, content })).at(-1);
    expect(about?.rows).toContainEqual(['Known when the month was closed', found]);
  });

  it('says after a dispute what was taken off, what was paid, and what is left to pay', async () => {
    const text = await textOf(changed);
    for (const part of [
      'Now to pay 1.724,89 € Month October 2026',
      'Total 2.324,89 After a dispute, and payments Amounts that are taken off or put on after a dispute include VAT.',
      'Item Date Net VAT Amount (€) Total as issued 02/11/2026 1.905,65 419,24 2.324,89 LH-2026-0017-A1: Two sessions were not yours. 06/11/2026 −81,97 −18,03 −100,00 Total after the dispute 1.823,68 401,21 2.224,89 Payment: TRX 1 20/11/2026 −500,00 Left to pay 1.724,89',
      'This statement, with what was decided and paid since 1.724,89 Balance after this statement 2.975,29',
      'Alpina Gaming S.r.l. owes Ludus S.p.A. 2.975,29 €.',
      'Pay by 02/12/2026',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Amount to pay');
    expect(await textOf(changed, 'it')).toContain('Resta da pagare 1.724,89');
    const settled = { ...changed, payments: [{ day: '2026-11-20', reference: '', amount: 2224.89 }] };
    const done = await textOf(settled);
    expect(done).toContain('Nothing to pay 0,00 €');
    expect(done).not.toContain('IBAN');
  });

  it('says what is left after a dispute once, where nothing was paid', async () => {
    const disputed = { ...changed, payments: [] };
    const text = await textOf(disputed);
    expect(text).toContain('06/11/2026 −81,97 −18,03 −100,00 Left to pay 1.823,68 401,21 2.224,89');
    expect(text).not.toContain('Total after the dispute');
    const rows = (await sheetsOf(disputed))[0]?.rows ?? [];
    expect(rows.filter((cells) => cells[2] === 2224.89)).toEqual([
      ['Left to pay', expect.stringContaining('include VAT'), 2224.89],
    ]);
  });

  it('is the same file for the same statement', async () => {
    for (const document of [sample, changed]) {
      const [one, other] = await Promise.all([
        writeStatementPdf(document, 'en'),
        writeStatementPdf({ ...document }, 'en'),
      ]);
      expect(one.equals(other)).toBe(true);
    }
  });
});

const changed: StatementDocument = {
  ...sample,
  adjustments: [
    {
      number: 'LH-2026-0017-A1',
      day: '2026-11-06',
      note: 'Two sessions were not yours.',
      net: -81.97,
      vat: -18.03,
      amount: -100,
      dispute: null,
    },
  ],
  payments: [{ day: '2026-11-20', reference: 'TRX 1', amount: 500 }],
};

async function sheetsOf(document: StatementDocument, language: 'en' | 'it' = 'en') {
  const { sheets } = await openXlsx(await writeStatementXlsx(document, language), { readStyles: true });
  return sheets;
}

describe('the workbook of a statement', () => {
  it('has its facts and totals as numbers of euro', async () => {
    const [sheet] = await sheetsOf(sample);
    expect(sheet?.rows).toEqual([
      ['Item', 'Value', 'Amount\u00a0(€)'],
      ['Number', 'LH-2026-0017', null],
      ['Issuer', 'Ludus S.p.A.', null],
      ['Issuer, address', 'Via Torino 12, 20123 Milano MI', null],
      ['Issuer, VAT number', 'IT01234567890', null],
      ['Recipient', 'Alpina Gaming S.r.l.', null],
      ['Recipient, address', 'Piazza Walther 3', null],
      ['Integration', 'Alpina', null],
      ['Month', 'October 2026', null],
      ['Issued', '02/11/2026', null],
      ['Pay by', '02/12/2026', null],
      ['Due for October 2026', null, 1920],
      ['Restatements of earlier months', null, -14.35],
      ['Net amount', null, 1905.65],
      ['VAT 22%', null, 419.24],
      ['Total', null, 2324.89],
      ['Balance before this statement', null, 1250.4],
      ['This statement', null, 2324.89],
      [
        'Balance after this statement',
        'With this statement, Alpina Gaming S.r.l. owes Ludus S.p.A. 3.575,29\u00a0€.',
        3575.29,
      ],
    ]);
    expect(sheet?.cells?.get('11,2')?.style?.numFmt).toBe('#,##0.00');
  });

  it('has what was decided and paid since, to what is left to pay', async () => {
    const [sheet] = await sheetsOf(changed);
    expect(sheet?.rows.slice(15, 23)).toEqual([
      ['Total', null, 2324.89],
      ['LH-2026-0017-A1: Two sessions were not yours.', '06/11/2026', -100],
      ['LH-2026-0017-A1, Net', null, -81.97],
      ['LH-2026-0017-A1, VAT', null, -18.03],
      ['Total after the dispute', expect.stringContaining('include VAT'), 2224.89],
      ['Payment: TRX 1', '20/11/2026', -500],
      ['Left to pay', null, 1724.89],
      ['Balance before this statement', null, 1250.4],
    ]);
    expect(sheet?.rows.at(-1)?.[2]).toBe(2975.29);
  });

  it('has its rows, restatements and terms, each with the sum', async () => {
    const [, operators, lines, changes, terms] = await sheetsOf(sample);
    expect(operators?.rows).toEqual([
      ['Operator', 'Sessions', 'Bet', 'Win', 'Gross win', 'Tax', 'Net win', 'Due'],
      ['Operator 1', 2000, 200_000, 185_000, 15_000, 3000, 12_000, 1440],
      ['Operator 2', 1000, 100_000, 95_000, 5000, 1000, 4000, 480],
      ['Total of the month', 3000, 300_000, 280_000, 20_000, 4000, 16_000, 1920],
    ]);
    expect(lines?.rows).toEqual([
      ['Operator', 'Game', 'Sessions', 'Bet', 'Win', 'Gross win', 'Tax', 'Net win', 'Due'],
      ['Operator 1', 'Game 1', 1200, 100_000, 95_000, 5000, 1000, 4000, 480],
      ['Operator 1', 'Game 2', 800, 100_000, 90_000, 10_000, 2000, 8000, 960],
      ['Operator 2', 'Game 1', 1000, 100_000, 95_000, 5000, 1000, 4000, 480],
      ['Total of the month', null, 3000, 300_000, 280_000, 20_000, 4000, 16_000, 1920],
    ]);
    expect(changes?.rows.slice(1).map((cells) => cells.slice(1))).toEqual([
      ['Arrived late', 12, 12, 1200.5, 1100, 100.5, 20.1, 80.4, 9.65],
      ['Corrected', 3, 0, 0, 250, -250, -50, -200, -24],
      ['Total', 15, 12, 1200.5, 1350, -149.5, -29.9, -119.6, -14.35],
    ]);
    expect(terms?.rows.slice(1)).toEqual([
      ['Tier 1', 0, 500, 0.1, 500, 50],
      ['Tier 2', 500, 100_000, 0.125, 15_500, 1937.5],
      ['Tier 3', 100_000, null, 0.15, 0, 0],
      ['Sum of the tiers', null, null, null, 16_000, 1987.5],
      ['Minimum of the month', null, null, null, null, 10],
      ['Due as the platform reports it', null, null, null, null, 1920],
      ['Due by the terms', null, null, null, null, 1987.5],
      ['Difference', null, null, null, null, -67.5],
      [expect.stringContaining('rounds the due of each session'), null, null, null, null, null],
    ]);
  });

  it('has sheets in the language, and says what is void or lacks terms', async () => {
    const names = async (language: 'en' | 'it') => (await sheetsOf(sample, language)).map(({ name }) => name);
    expect(await names('en')).toEqual([
      'Statement',
      'By operator',
      'By operator and game',
      'Restatements',
      'Terms',
      'About',
    ]);
    expect(await names('it')).toEqual([
      'Rendiconto',
      'Per operatore',
      'Per operatore e gioco',
      'Rettifiche',
      'Condizioni',
      'Informazioni',
    ]);
    const bare = { ...documentOf({ rows: [], restatements: [], withTerms: false }), isVoid: true };
    const [statement, , , , terms] = await sheetsOf(bare);
    expect(statement?.rows[2]).toEqual([
      'Void',
      'This statement has been withdrawn. Nothing is owed by it.',
      null,
    ]);
    expect(terms?.rows[1]?.[0]).toBe('No terms of settlement apply to this month.');
  });
});

const anyCents = fc.integer({ min: -(10 ** 11), max: 10 ** 11 });
const anyAmounts = fc
  .tuple(fc.nat({ max: 5_000_000 }), fc.tuple(anyCents, anyCents, anyCents, anyCents))
  .map(([sessions, amounts]) => amountsOf(sessions, amounts));
const anyDocument = fc
  .record({
    games: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), anyAmounts), { maxLength: 40 }),
    changes: fc.array(anyAmounts, { maxLength: 4 }),
    vatRate: fc.integer({ min: 0, max: 10_000 }),
    balanceBefore: anyCents.map((one) => one / 100),
  })
  .map(({ games, changes, ...more }) =>
    documentOf({
      rows: games
        .toSorted(([a], [b]) => a - b)
        .map(([operator, amounts], index) => row(operator, index + 1, amounts)),
      restatements: changes.map((one, index) => ({
        month: `2026-0${index + 1}`,
        reason: 'ended',
        lines: 1,
        ...one,
      })),
      ...more,
    }),
  );
const printedCents = (text: string) => BigInt(text.replaceAll(/[.,]/g, '').replace('−', '-'));
const printed = '−?[\\d.]+,\\d\\d';

describe('the documents of any statement', () => {
  it('are to the cent what it says: each row, the sums of the rows, and the totals', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument, async (document) => {
        const { content } = document;
        const { total } = content;
        const text = await textOf(document);
        const found = [...text.matchAll(new RegExp(`Game \\d+ ([\\d.]+)((?: ${printed}){6})`, 'g'))];
        const printedRows = found.map(([, sessions = '', amounts = '']) => [
          BigInt(sessions.replaceAll('.', '')),
          ...amounts.trim().split(' ').map(printedCents),
        ]);
        const cellsOf = (one: StatedAmounts) => [
          BigInt(one.sessions),
          ...amountNames.map((name) => cents(one[name])),
        ];
        expect(printedRows).toEqual(content.rows.map(cellsOf));
        const sums = amountNames.map((_, column) =>
          printedRows.reduce((sum, cells) => sum + (cells[column + 1] ?? 0n), 0n),
        );
        if (content.rows.length > 0) {
          const [, last = ''] = new RegExp(`Total of the month [\\d.]+((?: ${printed}){6})`).exec(text) ?? [];
          expect(last.trim().split(' ').map(printedCents)).toEqual(sums);
        }
        const [, ...made] =
          new RegExp(
            `Due for October 2026 (${printed}) Restatements of earlier months (${printed}) Net amount (${printed}) VAT [\\d,]+% (${printed}) Total (${printed})`,
          ).exec(text) ?? [];
        const own = [total.due, total.restated, total.net, total.vat, total.total].map(cents);
        expect(made.map(printedCents)).toEqual(own);
        const [due = 0n, restated = 0n, net = 0n, vat = 0n, all = 0n] = own;
        expect([due, net, all]).toEqual([sums[5] ?? 0n, due + restated, net + vat]);
        const [, before = '', after = ''] =
          new RegExp(`before this statement (${printed}) .*after this statement (${printed})`).exec(text) ??
          [];
        expect(printedCents(after) - printedCents(before)).toBe(all);

        const [facts, operators, lines, changes] = await sheetsOf(document);
        const columnOf = (table: typeof lines, column: number, skipped: number) =>
          sumOf((table?.rows ?? []).slice(1, -1).map((cells) => Number(cells[column + skipped])));
        expect(amountNames.map((_, column) => columnOf(lines, column, 3))).toEqual(sums);
        expect(amountNames.map((_, column) => columnOf(operators, column, 2))).toEqual(sums);
        expect(columnOf(changes, 5, 4)).toBe(restated);
        expect(facts?.rows.find(([name]) => name === 'Total')?.[2]).toBe(total.total);
      }),
      { numRuns: randomCases(12) },
    );
  });
});

describe('the mail of a statement', () => {
  const url = 'https://hub.test/statements/17';
  const files = [{ filename: 'LH-2026-0017-issued-en.pdf', contentType: 'application/pdf', content: 'x' }];

  it('says what is to be paid until when, and leads to the statement', () => {
    const mail = statementMail(sample, { url, files }, 'en');
    expect(mail.subject).toBe('Alpina: Statement LH-2026-0017, October 2026');
    expect(mail.text.replaceAll('\u00a0', ' ').split('\n\n')).toEqual([
      'Statement LH-2026-0017, October 2026',
      'Ludus S.p.A. issued the statement of October 2026 on 02/11/2026.',
      'Amount to pay: 2.324,89 € by 02/12/2026. It includes restatements of earlier months: −14,35 €.',
      'Balance before this statement: 1.250,40 €. With this statement, Alpina Gaming S.r.l. owes Ludus S.p.A. 3.575,29 €.',
      'In the hub you can acknowledge it, or dispute it with a reason.',
      'The statement is attached as a PDF and as a workbook.',
      `Open the statement: ${url}`,
      '-- \nLudus Hub\nYou receive this because statements of Alpina are sent to this address.\n',
    ]);
    expect(mail.attachments).toBe(files);
  });

  it('asks for what is left once it was adjusted and paid in part', () => {
    const text = statementMail(changed, { url, files }, 'en').text.replaceAll('\u00a0', ' ');
    expect(text).toContain('Amount to pay: 1.724,89 € by 02/12/2026.');
    expect(text).toContain('Issued: 2.324,89 €. After a dispute: 2.224,89 €, VAT included. Paid: 500,00 €.');
  });

  it('is in Italian for Italian readers', () => {
    const { subject, text } = statementMail(sample, { url, files }, 'it');
    expect(subject).toBe('Alpina: Rendiconto LH-2026-0017, ottobre 2026');
    expect(text.replaceAll('\u00a0', ' ')).toContain('Importo da pagare: 2.324,89 € entro il 02/12/2026.');
  });

  it('asks for nothing where nothing is owed by it', () => {
    const text = (document: StatementDocument) =>
      statementMail(document, { url, files }, 'en').text.replaceAll('\u00a0', ' ').replaceAll('\u200b', '');
    expect(text(credit)).toContain(
      '18,00 € are in favour of Alpina Gaming S.r.l., so nothing has to be paid.',
    );
    expect(text(documentOf({ rows: [], restatements: [] }))).toContain('Nothing has to be paid.');
    const withdrawn = text({ ...sample, isVoid: true });
    expect(withdrawn).toContain('This statement has been withdrawn.');
    for (const mail of [text(credit), withdrawn]) expect(mail).not.toContain('Amount to pay');
  });

  it('takes names as text: no line breaks in the subject, no links, no markup', () => {
    const name = 'Evil\r\nBcc: all@evil.example <b>https://evil.example/x';
    const content = {
      ...sample.content,
      integration: { id: 7, name },
      issuer: { ...sample.content.issuer, name },
    };
    const { subject, text, html = '' } = statementMail({ ...sample, content }, { url, files }, 'en');
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text + html).not.toMatch(/https:\/\/evil/);
    expect(html).not.toContain('<b>');
  });
});
