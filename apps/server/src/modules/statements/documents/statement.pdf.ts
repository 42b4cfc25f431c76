import { gameLabel, type Language, type Party, type StatementContent } from '@ludus/contract';
import { minuteText, romeDay } from '../../../infra/clock/index.ts';
import { type PdfBlock, type PdfColumn, type PdfRow, writePdf } from '../../../infra/pdf/index.ts';
import {
  adjustedParts,
  adjustedTotal,
  balanceAfter,
  exceptionsOf,
  hasChanged,
  hasTotalBetween,
  openOf,
  recipientOf,
  rowsByOperator,
  type StatementDocument,
  statedAmountNames,
  sumOf,
  sumOfEuros,
} from './statement.figures.ts';
import {
  amountText,
  countText,
  dayText,
  euroText,
  ibanText,
  monthText,
  rateText,
} from './statement.formats.ts';
import { balanceText, type StatementTexts, statementTexts } from './statement.texts.ts';

/**
 * Writes a statement for whoever pays it: the amount and when first, then how it is made up, what was played, and what the terms
 * make of the month beside it. The same statement is the same file, byte by byte.
 */
export function writeStatementPdf(document: StatementDocument, language: Language): Promise<Buffer> {
  const { number, issuedAt, isVoid, content } = document;
  const t = statementTexts[language];
  const month = monthText(content.month, language);
  const footer = content.footer[language];
  return writePdf({
    title: isVoid ? `${t.title(number)} · ${t.void}` : t.title(number),
    subtitle: `${content.integration.name} · ${month}`,
    language,
    createdAt: issuedAt,
    author: content.issuer.name,
    footer: [`${t.title(number)} · ${content.issuer.name}`, footer].filter((line) => line !== '').join('\n'),
    pageText: t.page,
    blocks: [
      {
        kind: 'columns',
        columns: [
          { heading: t.from, lines: partyLines(content.issuer, t) },
          { heading: t.to, lines: partyLines(recipientOf(content), t) },
        ],
      },
      { kind: 'panel', figures: panelOf(document, month, t) },
      ...(isVoid ? [{ kind: 'text' as const, text: t.voidText }] : []),
      summaryBlock(content, month, t),
      ...sinceBlocks(document, t),
      ...balanceBlocks(document, t),
      ...paymentBlocks(document, t),
      ...lineBlocks(content, language, t),
      ...restatementBlocks(content, language, t),
      ...termsBlocks(content, language, t),
    ],
  });
}

/** A side as it is printed: its name first, then what of address and numbers is known. */
export function partyLines({ name, address, vatId, email }: Party, t: StatementTexts): string[] {
  return [name, ...address.split(/\r?\n/), vatId === '' ? '' : t.vatId(vatId), email]
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function panelOf(document: StatementDocument, month: string, t: StatementTexts) {
  const { issuedAt, dueOn, isVoid, content } = document;
  const isChanged = hasChanged(document);
  const total = isVoid ? content.total.total : openOf(document);
  const label = isVoid
    ? t.void
    : total > 0
      ? isChanged
        ? t.toPayNow
        : t.toPay
      : total < 0
        ? t.credit(recipientOf(content).name)
        : t.nothingToPay;
  const figures = [
    // Words say in whose favour it is.
    { label, value: euroText(isVoid ? total : Math.abs(total)) },
    { label: t.month, value: month },
    { label: t.issued, value: dayText(romeDay(issuedAt)) },
  ];
  return total > 0 && !isVoid ? [...figures, { label: t.dueOn, value: dayText(dueOn) }] : figures;
}

const amountColumn = (title: string): PdfColumn => ({ title, align: 'right', width: 'content' });

function summaryBlock(content: StatementContent, month: string, t: StatementTexts): PdfBlock {
  const { due, restated, net, vatRate, vat, total } = content.total;
  return {
    kind: 'table',
    columns: [{ title: t.summary }, amountColumn(t.amount)],
    rows: [
      [t.dueOf(month), amountText(due)],
      [t.restated, amountText(restated)],
      [t.net, amountText(net)],
      [t.vat(rateText(vatRate)), amountText(vat)],
    ],
    total: [t.total, amountText(total)],
  };
}

/** From the amount that was issued to what is left to pay. */
function sinceBlocks(document: StatementDocument, t: StatementTexts): PdfBlock[] {
  const { issuedAt, content, adjustments, payments } = document;
  if (!hasChanged(document)) return [];
  const isDisputed = adjustments.length > 0;
  const heading = !isDisputed ? t.payments : payments.length > 0 ? t.disputeAndPayments : t.afterDispute;
  // Net and tax have columns where a dispute has changed them; payments have neither.
  const cells = (name: string, day: string, amount: number, parts?: { net: number; vat: number }) => [
    name,
    day,
    ...(isDisputed
      ? [parts?.net, parts?.vat].map((part) => (part === undefined ? '' : amountText(part)))
      : []),
    amountText(amount),
  ];
  const rows: PdfRow[] = [
    cells(t.asIssued, dayText(romeDay(issuedAt)), content.total.total, content.total),
    ...adjustments.map((one) => cells(t.adjusted(one.number, one.note), dayText(one.day), one.amount, one)),
    ...(hasTotalBetween(document)
      ? [{ subtotal: cells(t.totalAfter, '', adjustedTotal(document), adjustedParts(document)) }]
      : []),
    ...payments.map(({ day, reference, amount }) => cells(t.paid(reference), dayText(day), -amount)),
  ];
  return [
    { kind: 'heading', text: heading },
    ...(isDisputed ? [{ kind: 'text' as const, text: t.withVat, isMuted: true }] : []),
    {
      kind: 'table',
      columns: [
        { title: t.item },
        { title: t.date, width: 'content' },
        ...(isDisputed ? [amountColumn(t.netOfWhich), amountColumn(t.vatOfWhich)] : []),
        amountColumn(t.amount),
      ],
      rows,
      total: cells(
        t.left,
        '',
        openOf(document),
        hasTotalBetween(document) ? undefined : adjustedParts(document),
      ),
    },
  ];
}

function balanceBlocks(document: StatementDocument, t: StatementTexts): PdfBlock[] {
  const { content, isVoid } = document;
  const after = balanceAfter(document);
  return [
    {
      kind: 'table',
      columns: [{ title: t.balance }, amountColumn(t.amount)],
      rows: [
        [t.balanceBefore, amountText(content.balanceBefore)],
        [
          hasChanged(document) ? t.thisStatementNow : t.thisStatement,
          amountText(openOf({ ...document, isVoid: false })),
        ],
      ],
      total: [t.balanceAfter, amountText(after)],
    },
    ...(isVoid ? [] : [{ kind: 'text' as const, text: balanceText(document, t) }]),
  ];
}

function paymentBlocks(document: StatementDocument, t: StatementTexts): PdfBlock[] {
  const { number, dueOn, content } = document;
  const { issuer, paymentDays } = content;
  if (openOf(document) <= 0) return [];
  const facts: [string, string][] = [
    [t.dueOn, `${dayText(dueOn)}, ${t.days(paymentDays)}`],
    [t.reference, number],
    [t.holder, issuer.iban === '' ? '' : issuer.name],
    ['IBAN', ibanText(issuer.iban)],
    ['BIC', issuer.bic],
    [t.bank, issuer.bank],
  ];
  return [
    { kind: 'heading', text: t.payment },
    { kind: 'facts', facts: facts.filter(([, value]) => value !== '') },
  ];
}

function lineBlocks(content: StatementContent, language: Language, t: StatementTexts): PdfBlock[] {
  const origin = [
    t.origin(content.zone, minuteText(new Date(content.closedAt))),
    content.asOf === null ? t.notFetched : t.asOf(minuteText(new Date(content.asOf))),
    t.explained,
  ].join(' ');
  const exceptions = exceptionsOf(content, language);
  const heading: PdfBlock[] = [
    { kind: 'heading', text: t.lines },
    { kind: 'text', text: origin, isMuted: true },
    ...(exceptions === '' ? [] : [{ kind: 'text' as const, text: `${t.exceptions}: ${exceptions}` }]),
  ];
  if (content.rows.length === 0) return [...heading, { kind: 'text', text: t.noRows }];
  const cells = (name: string, amounts: StatementContent['monthTotal']) => [
    name,
    countText(amounts.sessions),
    ...statedAmountNames.map((one) => amountText(amounts[one])),
  ];
  const operators = rowsByOperator(content.rows);
  const amountColumns = [
    amountColumn(t.sessions),
    ...statedAmountNames.map((one) => amountColumn(t.amounts[one])),
  ];
  const rows = operators.flatMap(({ name, rows: own, sum }): PdfRow[] => [
    { group: name },
    ...own.map((row) => cells(gameLabel(row.game), row)),
    { subtotal: cells(t.totalOf(name), sum) },
  ]);
  return [
    // Of a single operator it would be the total of the month twice.
    ...(operators.length < 2
      ? []
      : [
          { kind: 'heading' as const, text: t.operators },
          {
            kind: 'table' as const,
            columns: [{ title: t.operator }, ...amountColumns],
            rows: operators.map(({ name, sum }) => cells(name, sum)),
            total: cells(t.monthTotal, content.monthTotal),
          },
        ]),
    ...heading,
    {
      kind: 'table',
      columns: [{ title: t.game }, ...amountColumns],
      rows,
      total: cells(t.monthTotal, content.monthTotal),
    },
  ];
}

const restatedNames = ['grosswin', 'tax', 'netwin', 'due'] as const;

function restatementBlocks(
  { restatements, total }: StatementContent,
  language: Language,
  t: StatementTexts,
): PdfBlock[] {
  const heading: PdfBlock = { kind: 'heading', text: t.restatements };
  if (restatements.length === 0) return [heading, { kind: 'text', text: t.noRestatements }];
  const sum = sumOf(restatements);
  const lines = restatements.reduce((all, one) => all + one.lines, 0);
  return [
    heading,
    { kind: 'text', text: t.restatementsText, isMuted: true },
    {
      kind: 'table',
      columns: [
        { title: t.month },
        { title: t.reason },
        amountColumn(t.changes),
        ...restatedNames.map((name) => amountColumn(t.amounts[name])),
      ],
      rows: restatements.map((row) => [
        monthText(row.month, language),
        t.reasons[row.reason],
        countText(row.lines),
        ...restatedNames.map((name) => amountText(row[name])),
      ]),
      total: [
        t.total,
        '',
        countText(lines),
        ...restatedNames.map((name) => amountText(name === 'due' ? total.restated : sum[name])),
      ],
    },
  ];
}

function termsBlocks(content: StatementContent, language: Language, t: StatementTexts): PdfBlock[] {
  const heading: PdfBlock = { kind: 'heading', text: t.terms };
  if (content.terms === null) return [heading, { kind: 'text', text: t.noTerms }];
  const { terms, baseAmount, tiers, minimumApplied, amount, difference } = content.terms;
  const remarks = tiers.length === 0 ? [t.loss] : minimumApplied ? [t.minimumApplied] : [];
  const facts: [string, string][] = [
    [t.termsSince, monthText(terms.fromMonth, language)],
    [t.base, `${t.bases[terms.base]}, ${euroText(baseAmount)}`],
    [t.minimum, euroText(terms.minimum)],
    [t.note, terms.note],
  ];
  return [
    heading,
    { kind: 'text', text: t.termsText, isMuted: true },
    { kind: 'facts', facts: facts.filter(([, value]) => value !== '') },
    ...remarks.map((text): PdfBlock => ({ kind: 'text', text })),
    {
      kind: 'table',
      columns: [
        { title: t.tiers, width: 2 },
        { title: t.rate, align: 'right' },
        { title: t.tierBase, align: 'right', width: 1.4 },
        { title: t.amount, align: 'right', width: 1.4 },
      ],
      // Those that the month does not reach are shown too: they are part of the terms.
      rows: terms.tiers.map(({ from, rate }, index) => {
        const line = tiers[index];
        return [
          tierText(from, terms.tiers[index + 1]?.from, t),
          rateText(rate),
          line === undefined ? '–' : amountText(line.base),
          line === undefined ? '–' : amountText(line.amount),
        ];
      }),
      total: [t.tiersTotal, '', '', amountText(sumOfEuros(tiers.map((line) => line.amount)))],
    },
    {
      kind: 'table',
      columns: [{ title: t.comparison }, amountColumn(t.amount)],
      rows: [
        [t.byPlatform, amountText(content.total.due)],
        [t.byTerms, amountText(amount)],
      ],
      total: [t.difference, amountText(difference)],
    },
    ...(difference === 0 ? [] : [{ kind: 'text' as const, text: t.differenceText, isMuted: true }]),
  ];
}

function tierText(from: number, to: number | undefined, t: StatementTexts): string {
  if (to === undefined) return t.above(amountText(from));
  return from === 0 ? t.upTo(amountText(to)) : t.between(amountText(from), amountText(to));
}
