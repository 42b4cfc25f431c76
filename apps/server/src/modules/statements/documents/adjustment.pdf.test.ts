import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { sample } from '../../../../test/support/statements/statement-documents.ts';
import { writeAdjustmentPdf } from './adjustment.pdf.ts';
import type { StatementDocument } from './statement.figures.ts';

const first = {
  number: 'LH-2026-0017-A1',
  day: '2026-11-06',
  note: 'Two sessions were not yours.',
  net: -81.97,
  vat: -18.03,
  amount: -100,
  dispute: { reason: 'Three sessions are not ours.', amount: 120.5 },
};
const second = {
  ...{ number: 'LH-2026-0017-A2', day: '2026-11-09', note: '', net: 8.2, vat: 1.8, amount: 10 },
  dispute: { reason: 'Troppo poco.', amount: null },
};
const twice: StatementDocument = { ...sample, adjustments: [first, second] };

async function textOf(ordinal: number, language: 'en' | 'it') {
  const bytes = await writeAdjustmentPdf(twice, ordinal, language);
  const read = await getDocumentProxy(new Uint8Array(bytes ?? []));
  return (await extractText(read, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
}

it('says of which statement an adjustment is, net and tax, why, and what the statement asks for then', async () => {
  const text = await textOf(1, 'en');
  for (const part of [
    'Adjustment LH-2026-0017-A1 to statement LH-2026-0017 · Alpina · October 2026',
    'VAT number IT01234567890',
    'Taken off, VAT included 100,00 € Statement LH-2026-0017 Statement issued 02/11/2026 Adjustment made 06/11/2026',
    'Disputed, VAT included 120,50 € Dispute Three sessions are not ours. Answer Two sessions were not yours.',
    'Net amount −81,97 VAT 22% −18,03 Total −100,00',
    'Before this adjustment 2.324,89 LH-2026-0017-A1 −100,00 After this adjustment 2.224,89',
  ])
    expect(text).toContain(part);
  const italian = await textOf(2, 'it');
  expect(italian).toContain('Rettifica LH-2026-0017-A2 del rendiconto LH-2026-0017');
  expect(italian).toContain('Aggiunto, IVA compresa 10,00 €');
  expect(italian).toContain('Nessun importo indicato Contestazione Troppo poco.');
  expect(italian).toContain(
    'Prima di questa rettifica 2.224,89 LH-2026-0017-A2 10,00 Dopo questa rettifica 2.234,89',
  );
});

it('writes none that there is not', async () => {
  expect(await writeAdjustmentPdf(twice, 3, 'en')).toBeUndefined();
});
