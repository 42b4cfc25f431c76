import type { Language } from '@ludus/contract';
import { romeDay } from '../../../infra/clock/index.ts';
import { writePdf } from '../../../infra/pdf/index.ts';
import { recipientOf, type StatementDocument, sumOfEuros } from './statement.figures.ts';
import { amountText, dayText, euroText, monthText, rateText } from './statement.formats.ts';
import { partyLines } from './statement.pdf.ts';
import { statementTexts } from './statement.texts.ts';

interface AdjustmentTexts {
  title(number: string): string;
  subtitle(statement: string): string;
  takenOff: string;
  putOn: string;
  of: string;
  issued: string;
  day: string;
  disputed: string;
  dispute: string;
  unknown: string;
  change: string;
  why: string;
  whole: string;
  before: string;
  after: string;
  void: string;
}

const texts: Readonly<Record<Language, AdjustmentTexts>> = {
  en: {
    title: (number) => `Adjustment ${number}`,
    subtitle: (statement) => `to statement ${statement}`,
    takenOff: 'Taken off, VAT included',
    putOn: 'Put on, VAT included',
    of: 'Statement',
    issued: 'Statement issued',
    day: 'Adjustment made',
    disputed: 'Disputed, VAT included',
    dispute: 'Dispute',
    unknown: 'No amount named',
    change: 'Adjustment',
    why: 'Answer',
    whole: 'What the statement asks for',
    before: 'Before this adjustment',
    after: 'After this adjustment',
    void: 'The statement has been withdrawn since. Nothing is owed by it.',
  },
  it: {
    title: (number) => `Rettifica ${number}`,
    subtitle: (statement) => `del rendiconto ${statement}`,
    takenOff: 'Detratto, IVA compresa',
    putOn: 'Aggiunto, IVA compresa',
    of: 'Rendiconto',
    issued: 'Rendiconto emesso il',
    day: 'Rettifica del',
    disputed: 'Contestato, IVA compresa',
    dispute: 'Contestazione',
    unknown: 'Nessun importo indicato',
    change: 'Rettifica',
    why: 'Risposta',
    whole: 'Importo richiesto dal rendiconto',
    before: 'Prima di questa rettifica',
    after: 'Dopo questa rettifica',
    void: 'Il rendiconto è stato annullato in seguito: in base ad esso non è dovuto nulla.',
  },
};

/** What was disputed and why, and the answer to it. */
function factsOf(
  { dispute, note }: StatementDocument['adjustments'][number],
  t: AdjustmentTexts,
): (readonly [string, string])[] {
  const asked = dispute?.amount ?? null;
  return [
    ...(dispute === null
      ? []
      : [
          [t.disputed, asked === null ? t.unknown : euroText(asked)] as const,
          [t.dispute, dispute.reason] as const,
        ]),
    ...(note === '' ? [] : [[t.why, note] as const]),
  ];
}

/**
 * Writes the n-th adjustment of a statement, from 1, as a document of its own: whom it concerns, what was disputed, by how
 * much it is adjusted and why, and what the statement asks for before and after it. The same adjustment is the same file, byte by byte. Undefined where there is none.
 */
export async function writeAdjustmentPdf(
  document: StatementDocument,
  ordinal: number,
  language: Language,
): Promise<Buffer | undefined> {
  const { number, issuedAt, isVoid, content, adjustments } = document;
  const adjustment = adjustments[ordinal - 1];
  if (adjustment === undefined) return undefined;
  const t = texts[language];
  const shared = statementTexts[language];
  const { vatRate, total } = content.total;
  const earlier = adjustments.slice(0, ordinal - 1).map(({ amount }) => amount);
  const before = sumOfEuros([total, ...earlier]);
  const title = t.title(adjustment.number);
  const amountHead = { title: shared.amount, align: 'right', width: 'content' } as const;
  return writePdf({
    title,
    subtitle: `${t.subtitle(number)} · ${content.integration.name} · ${monthText(content.month, language)}`,
    language,
    // Of the statement: no time of writing makes the file another one.
    createdAt: issuedAt,
    author: content.issuer.name,
    footer: [`${title} · ${content.issuer.name}`, content.footer[language]]
      .filter((line) => line !== '')
      .join('\n'),
    pageText: shared.page,
    blocks: [
      {
        kind: 'columns',
        columns: [
          { heading: shared.from, lines: partyLines(content.issuer, shared) },
          { heading: shared.to, lines: partyLines(recipientOf(content), shared) },
        ],
      },
      {
        kind: 'panel',
        figures: [
          {
            label: adjustment.amount < 0 ? t.takenOff : t.putOn,
            value: euroText(Math.abs(adjustment.amount)),
          },
          { label: t.of, value: number },
          { label: t.issued, value: dayText(romeDay(issuedAt)) },
          { label: t.day, value: dayText(adjustment.day) },
        ],
      },
      ...(isVoid ? [{ kind: 'text' as const, text: t.void }] : []),
      { kind: 'facts', facts: factsOf(adjustment, t) },
      {
        kind: 'table',
        columns: [{ title: t.change }, amountHead],
        rows: [
          [shared.net, amountText(adjustment.net)],
          [shared.vat(rateText(vatRate)), amountText(adjustment.vat)],
        ],
        total: [shared.total, amountText(adjustment.amount)],
      },
      {
        kind: 'table',
        columns: [{ title: t.whole }, amountHead],
        rows: [
          [t.before, amountText(before)],
          [adjustment.number, amountText(adjustment.amount)],
        ],
        total: [t.after, amountText(sumOfEuros([before, adjustment.amount]))],
      },
    ],
  });
}
