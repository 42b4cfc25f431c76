import { describe, expect, it } from 'vitest';
import { type CopiedKind, type CopiedTable, type CopiedValue, tableHtml, tableText } from './copied-table.ts';

const languages = ['it-IT', 'en-GB', 'en-US'] as const;

/** One cell as text. */
function cell(value: CopiedValue, kind: CopiedKind, language: string): string {
  return tableText({ columns: [{ label: 'A', kind }], rows: [[value]] }, language).split('\n')[1] ?? '';
}

/** What a spreadsheet of a language reads: its own decimal separator, and thousands only in whole groups of three. */
function parsed(text: string, language: string): number {
  const [decimal, thousand] = language === 'it-IT' ? [',', '.'] : ['.', ','];
  expect(text).not.toContain(thousand);
  const isPercent = text.endsWith('%');
  const number = Number(text.replace('%', '').replace(decimal, '.'));
  return isPercent ? number / 100 : number;
}

describe('the text of a copied table', () => {
  it.each<[CopiedKind, CopiedValue, string, string]>([
    ['euro', 1234.5, '1234,50', '1234.50'],
    ['euro', -1234567.89, '-1234567,89', '-1234567.89'],
    ['euro', 0, '0,00', '0.00'],
    ['euro', -0.001, '0,00', '0.00'],
    ['euro', 12.05, '12,05', '12.05'],
    ['count', 48213, '48213', '48213'],
    ['count', -3, '-3', '-3'],
    ['ratio', 0.954321, '95,4321%', '95.4321%'],
    ['ratio', 1, '100,0000%', '100.0000%'],
    ['ratio', -0.05, '-5,0000%', '-5.0000%'],
    ['day', '2026-11-24', '2026-11-24', '2026-11-24'],
    // Rome is an hour ahead in winter and two in summer.
    ['instant', '2026-11-24T23:30:05Z', '2026-11-25 00:30:05', '2026-11-25 00:30:05'],
    ['instant', '2026-07-01T10:00:00Z', '2026-07-01 12:00:00', '2026-07-01 12:00:00'],
    ['euro', null, '', ''],
    ['ratio', undefined, '', ''],
    ['count', Number.NaN, '', ''],
    ['text', 'Wolves of Skadi', 'Wolves of Skadi', 'Wolves of Skadi'],
    ['text', 'two\tcells\r\nand lines', 'two cells and lines', 'two cells and lines'],
    ['text', '007', '007', '007'],
  ])('writes %s %s as %s in Italian and %s in English', (kind, value, italian, english) => {
    expect(cell(value, kind, 'it-IT')).toBe(italian);
    expect(cell(value, kind, 'en-GB')).toBe(english);
    expect(cell(value, kind, 'en-US')).toBe(english);
  });

  it.each(['=1+1', '+39 06', '-2+3', '@SUM(A1)', '\t=1+1', '\u22121', ' =cmd|x'])('keeps %j text', (text) => {
    for (const language of languages) {
      expect(cell(text, 'text', language)).toMatch(/^'/);
      expect(cell(text, 'day', language)).toMatch(/^'/);
      expect(tableHtml({ columns: [{ label: text, kind: 'text' }], rows: [[text]] }, language)).not.toMatch(
        />\s*[=+\-@\u2212]/,
      );
    }
  });

  it('is read back to the cent, whatever the amount', () => {
    let state = 7;
    for (let round = 0; round < 2_000; round += 1) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      const cents = (state - 1_073_741_824) * (round % 3 === 0 ? 1 : 0) + ((state % 200_001) - 100_000);
      for (const language of languages) {
        expect(parsed(cell(cents / 100, 'euro', language), language)).toBe(cents === 0 ? 0 : cents / 100);
      }
    }
  });

  it('has a heading, and sums below the rows', () => {
    const table: CopiedTable = {
      columns: [
        { label: 'Game', kind: 'text' },
        { label: 'Bet', kind: 'euro' },
      ],
      rows: [['Ra <1>', 10]],
      footer: ['Total', 10],
    };
    expect(tableText(table, 'it-IT')).toBe('Game\tBet\nRa <1>\t10,00\nTotal\t10,00');
    expect(tableHtml(table, 'en-GB')).toContain('>Ra &lt;1&gt;</td>');
  });
});

describe('the HTML of a copied table', () => {
  it('keeps an id of many digits as it is', () => {
    const place = document.createElement('div');
    place.innerHTML = tableHtml(
      { columns: [{ label: 'Ticket', kind: 'text' }], rows: [['12345678901234567890']] },
      'it-IT',
    );
    const ticket = place.querySelector('td');
    expect(ticket?.getAttribute('style')).toBe("mso-number-format:'\\@'");
    expect(JSON.parse(ticket?.dataset.sheetsValue ?? '')).toEqual({ 1: 2, 2: '12345678901234567890' });
  });

  it('carries numbers that no language can misread', () => {
    const table: CopiedTable = {
      columns: [
        { label: 'Net win', kind: 'euro' },
        { label: 'RTP', kind: 'ratio' },
      ],
      rows: [[-1234.5, 0.954321]],
    };
    for (const language of languages) {
      const place = document.createElement('div');
      place.innerHTML = tableHtml(table, language);
      const [amount, ratio] = place.querySelectorAll('td');
      expect(amount?.getAttribute('x:num')).toBe('-1234.5');
      expect(amount?.getAttribute('sdval')).toBe('-1234.5');
      expect(JSON.parse(amount?.dataset.sheetsValue ?? '')).toEqual({ 1: 3, 3: -1234.5 });
      expect(ratio?.getAttribute('x:num')).toBe('0.954321');
    }
  });
});
