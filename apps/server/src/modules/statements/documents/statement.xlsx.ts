import { gameLabel, type Language, type Party } from '@ludus/contract';
import { minuteText, romeDay } from '../../../infra/clock/index.ts';
import {
  type Cell,
  type Column,
  type Row,
  type Table,
  xlsxPieces,
} from '../../../infra/spreadsheet/index.ts';
import {
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
import { dayText, monthText, rateText } from './statement.formats.ts';
import { balanceText, type StatementTexts, statementTexts } from './statement.texts.ts';

/**
 * Writes a statement for whoever computes with it: what is printed, as numbers. Rows of games have no sums between them, so that a
 * column adds up to the total below it. The same statement is the same file, byte by byte.
 */
export async function writeStatementXlsx(document: StatementDocument, language: Language): Promise<Buffer> {
  const t = statementTexts[language];
  const pieces: Buffer[] = [];
  const tables = [
    statementTable(document, language, t),
    operatorsTable(document, t),
    linesTable(document, t),
    restatementsTable(document, t),
    termsTable(document, t),
    aboutTable(document, language, t),
  ];
  for await (const piece of xlsxPieces(tables)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const text = (title: string, width?: number): Column => ({
  title,
  kind: 'text',
  ...(width === undefined ? {} : { width }),
});
const money = (title: string): Column => ({ title, kind: 'money' });
const count = (title: string): Column => ({ title, kind: 'count' });
const strong = (...cells: Cell[]): Row => ({ cells, strong: true });
const plain = (...cells: Cell[]): Row => ({ cells });

function statementTable(document: StatementDocument, language: Language, t: StatementTexts): Table {
  const { number, issuedAt, dueOn, isVoid, content } = document;
  const { due, restated, net, vatRate, vat, total } = content.total;
  const month = monthText(content.month, language);
  return {
    name: t.sheets.statement,
    columns: [text(t.item, 36), text(t.value, 36), money(t.amount)],
    rows: [
      [
        plain(t.number, number),
        ...(isVoid ? [strong(t.void, t.voidText)] : []),
        ...partyRows(t.issuer, content.issuer, t),
        ...partyRows(t.recipient, recipientOf(content), t),
        plain(t.integration, content.integration.name),
        plain(t.month, month),
        plain(t.issued, dayText(romeDay(issuedAt))),
        plain(t.dueOn, dayText(dueOn)),
        plain(t.dueOf(month), null, due),
        plain(t.restated, null, restated),
        plain(t.net, null, net),
        plain(t.vat(rateText(vatRate)), null, vat),
        strong(t.total, null, total),
        ...sinceRows(document, t),
        plain(t.balanceBefore, null, content.balanceBefore),
        // What is left of it stands right above.
        ...(hasChanged(document) && !isVoid
          ? []
          : [
              plain(
                hasChanged(document) ? t.thisStatementNow : t.thisStatement,
                null,
                openOf({ ...document, isVoid: false }),
              ),
            ]),
        strong(t.balanceAfter, isVoid ? null : balanceText(document, t), balanceAfter(document)),
      ],
    ],
  };
}

/** Name, then address and VAT number where they are known, each of its own side. */
function partyRows(side: string, { name, address, vatId }: Party, t: StatementTexts): Row[] {
  const lines = address.split(/\r?\n/).map((line) => line.trim());
  const facts: [string, string][] = [
    [t.address(side), lines.filter((line) => line !== '').join(', ')],
    [t.vatNumber(side), vatId],
  ];
  return [plain(side, name), ...facts.filter(([, value]) => value !== '').map((cells) => plain(...cells))];
}

/** From the total to what is left to pay; none while nothing was decided or paid. */
function sinceRows(document: StatementDocument, t: StatementTexts): Row[] {
  const { adjustments, payments } = document;
  if (!hasChanged(document)) return [];
  const isDisputed = adjustments.length > 0;
  const isBetween = hasTotalBetween(document);
  return [
    ...adjustments.flatMap(({ number, day, note, net, vat, amount }) => [
      plain(t.adjusted(number, note), dayText(day), amount),
      plain(`${number}, ${t.netOfWhich}`, null, net),
      plain(`${number}, ${t.vatOfWhich}`, null, vat),
    ]),
    ...(isBetween ? [strong(t.totalAfter, t.withVat, adjustedTotal(document))] : []),
    ...payments.map(({ day, reference, amount }) => plain(t.paid(reference), dayText(day), -amount)),
    strong(t.left, isDisputed && !isBetween ? t.withVat : null, openOf(document)),
  ];
}

/** The sums of each operator, which stand in no row of the games. */
function operatorsTable({ content }: StatementDocument, t: StatementTexts): Table {
  const cells = (of: typeof content.monthTotal) => [
    of.sessions,
    ...statedAmountNames.map((name) => of[name]),
  ];
  return {
    name: t.sheets.operators,
    columns: [
      text(t.operator, 32),
      count(t.sessions),
      ...statedAmountNames.map((name) => money(t.amounts[name])),
    ],
    rows: [
      rowsByOperator(content.rows).map(({ name, sum }) => plain(name, ...cells(sum))),
      [strong(t.monthTotal, ...cells(content.monthTotal))],
    ],
  };
}

function linesTable({ content }: StatementDocument, t: StatementTexts): Table {
  const { rows, monthTotal } = content;
  const cells = (of: typeof monthTotal) => [of.sessions, ...statedAmountNames.map((name) => of[name])];
  return {
    name: t.sheets.lines,
    columns: [
      text(t.operator),
      text(t.game, 32),
      count(t.sessions),
      ...statedAmountNames.map((name) => money(t.amounts[name])),
    ],
    rows: [
      rows.map((row) => plain(row.operator.name, gameLabel(row.game), ...cells(row))),
      [strong(t.monthTotal, null, ...cells(monthTotal))],
    ],
  };
}

function restatementsTable({ content }: StatementDocument, t: StatementTexts): Table {
  const { restatements, total } = content;
  const sum = { ...sumOf(restatements), due: total.restated };
  const lines = restatements.reduce((all, one) => all + one.lines, 0);
  return {
    name: t.sheets.restatements,
    columns: [
      { title: t.month, kind: 'month' },
      text(t.reason, 20),
      count(t.changes),
      count(t.sessions),
      ...statedAmountNames.map((name) => money(t.amounts[name])),
    ],
    rows: [
      restatements.map((row) =>
        plain(
          row.month,
          t.reasons[row.reason],
          row.lines,
          row.sessions,
          ...statedAmountNames.map((name) => row[name]),
        ),
      ),
      [strong(null, t.total, lines, sum.sessions, ...statedAmountNames.map((name) => sum[name]))],
    ],
  };
}

function termsTable({ content }: StatementDocument, t: StatementTexts): Table {
  return {
    name: t.sheets.terms,
    columns: [
      text(t.item, 36),
      money(t.tierFrom),
      money(t.tierTo),
      { title: t.rate, kind: 'ratio' },
      money(t.tierBase),
      money(t.amount),
    ],
    rows: [termsRows(content, t)],
  };
}

function termsRows({ terms: result, total }: StatementDocument['content'], t: StatementTexts): Row[] {
  if (result === null) return [plain(t.noTerms)];
  const { terms, tiers, amount, difference } = result;
  const shares = terms.tiers.map(({ from, rate }, index) => {
    const line = tiers[index];
    const to = terms.tiers[index + 1]?.from ?? null;
    return plain(t.tier(index + 1), from, to, rate / 10_000, line?.base ?? 0, line?.amount ?? 0);
  });
  const sum = sumOfEuros(tiers.map((line) => line.amount));
  const base = sumOfEuros(tiers.map((line) => line.base));
  return [
    ...shares,
    strong(t.tiersTotal, null, null, null, base, sum),
    plain(t.minimum, null, null, null, null, terms.minimum),
    plain(t.byPlatform, null, null, null, null, total.due),
    plain(t.byTerms, null, null, null, null, amount),
    strong(t.difference, null, null, null, null, difference),
    ...(difference === 0 ? [] : [plain(t.differenceText)]),
  ];
}

function aboutTable({ number, content }: StatementDocument, language: Language, t: StatementTexts): Table {
  const { terms } = content;
  const facts: [string, string][] = [
    [t.statement, number],
    [t.closed, minuteText(new Date(content.closedAt))],
    [t.fetched, content.asOf === null ? t.notFetched : minuteText(new Date(content.asOf))],
    [t.exceptions, exceptionsOf(content, language)],
    [t.zone, content.zone],
    [t.base, terms === null ? '' : t.bases[terms.terms.base]],
    [t.note, terms?.terms.note ?? ''],
    [t.amountsNote, t.explained],
  ];
  return {
    name: t.sheets.about,
    columns: [text(t.item, 28), text(t.value, 80)],
    rows: [facts.filter(([, value]) => value !== '').map((cells) => plain(...cells))],
  };
}
