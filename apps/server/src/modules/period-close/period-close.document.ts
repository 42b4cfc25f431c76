/** A month of an integration as a document for an auditor: the evidence by which it is closed, or what keeps it open. */
import {
  centsFromEuros,
  eurosFromCents,
  type Language,
  type PeriodDetail,
  type PeriodFigures,
  type ReconciledDayDetail,
  type ReconciledFigure,
  type ReconciledFigureSet,
  reconciledFigures,
  sessionTypes,
} from '@ludus/contract';
import { daysBetween, minuteText, romeDay } from '../../infra/clock/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import {
  amountText,
  countText,
  dayText,
  monthText,
  type PdfBlock,
  type PdfColumn,
  writePdf,
} from '../../infra/pdf/index.ts';
import { type PeriodTexts, periodTexts } from './period-close.document.texts.ts';

/** A day as reconciliation knows it. */
export type ComparedDay = Pick<ReconciledDayDetail, 'day' | 'state' | 'types'>;

/** A month as it is known when it is printed. */
export interface PrintedPeriod {
  detail: Omit<PeriodDetail, 'files'>;
  /** The days of the month that are over, in order. */
  days: readonly ComparedDay[];
  /** The number of the statement in force, for those who may see it. */
  statement: string | undefined;
  username: string;
  at: Date;
}

export function writePeriod(printed: PrintedPeriod, language: Language): Promise<Buffer> {
  const t = periodTexts[language];
  const { detail, at } = printed;
  const title = t.title(monthText(detail.month, language));
  const days = dayBlocks(printed, t);
  return writePdf({
    title,
    subtitle: detail.integration.name,
    language,
    createdAt: at,
    author: t.hub,
    footer: `${title} · ${detail.integration.name} · ${t.hub}`,
    pageText: t.page,
    blocks: [
      { kind: 'heading', text: t.summary },
      { kind: 'facts', facts: summaryOf(printed, t) },
      { kind: 'heading', text: detail.closing ? t.checklistClosed : t.checklist },
      checklistOf(detail, t, language),
      { kind: 'heading', text: t.figures },
      figuresOf(detail, t),
      { kind: 'heading', text: t.operators },
      operatorsOf(detail, t),
      ...(detail.history.length === 0
        ? []
        : [{ kind: 'heading', text: t.history } as const, historyOf(detail, t)]),
      { kind: 'heading', text: t.method },
      { kind: 'text', text: t.methodText },
      // The ten columns of a day need the width.
      ...(days.length > 1 ? [{ kind: 'across' } as const] : []),
      { kind: 'heading', text: t.days },
      ...days,
    ],
  });
}

const instantText = (instant: string) => minuteText(new Date(instant));

/** The last day of a span that ends before the first instant of the next one. */
const lastDay = (to: string) => romeDay(new Date(Date.parse(to) - 1));

function summaryOf({ detail, statement, username, at }: PrintedPeriod, t: PeriodTexts): [string, string][] {
  const { integration, from, to, zone, state, isEnded, review, closing, restatements } = detail;
  const reviewed = review ?? detail.history.find(({ action }) => action === 'review');
  const facts: [string, string][] = [
    [t.fields.integration, integration.name],
    [t.fields.month, t.span(dayText(romeDay(new Date(from))), dayText(lastDay(to)), zone)],
    [t.fields.state, isEnded ? t.state[state] : `${t.state[state]}, ${t.running}`],
    [
      t.fields.review,
      reviewed && state !== 'open' ? t.by(instantText(reviewed.at), reviewed.username) : t.notYet,
    ],
    [t.fields.closed, closing ? t.by(instantText(closing.at), closing.username) : t.notYet],
  ];
  if (closing) {
    if (closing.asOf !== null) facts.push([t.fields.asOf, instantText(closing.asOf)]);
    facts.push([t.fields.restated, t.restatements(countText(restatements), instantText(closing.checkedAt))]);
  }
  if (statement !== undefined) facts.push([t.fields.statement, statement]);
  return [...facts, [t.fields.printedFor, `${username}, ${minuteText(at)}`]];
}

function checklistOf(
  { checks, closing }: PrintedPeriod['detail'],
  t: PeriodTexts,
  language: Language,
): PdfBlock {
  return {
    kind: 'table',
    columns: t.checkColumns.map((title, index) => ({ title, width: [1.4, 1.2, 3.4, 2][index] ?? 1 })),
    rows: checks.map(({ id, result, detail, items, decision }) => [
      t.checks[id],
      t.result[result],
      [renderMessage(detail, language), items.map(({ name }) => name).join(', ')].filter(Boolean).join('\n'),
      decision === null
        ? result === 'passed'
          ? '–'
          : t.open
        : decision.reason === null
          ? t.acknowledged(closing?.username ?? '–')
          : t.overridden(decision.reason),
    ]),
  };
}

/** A name, then columns of figures. */
const figureColumns = (titles: readonly string[]): PdfColumn[] =>
  titles.map((title, index) => (index === 0 ? { title } : { title, align: 'right' }));

const printedFigures = [
  'bet',
  'win',
  'grosswin',
  'netwin',
  'due',
  'sessionsTotal',
  'sessionsOpen',
  'rounds',
  'usersCount',
] as const satisfies readonly (keyof PeriodFigures)[];
const amounts: ReadonlySet<string> = new Set(['bet', 'win', 'grosswin', 'netwin', 'netWin', 'due'] satisfies (
  | keyof PeriodFigures
  | ReconciledFigure
)[]);

const valueText = (name: string, value: number | undefined) =>
  value === undefined ? '–' : amounts.has(name) ? amountText(value) : countText(value);
/** With its sign; none is a dash. */
const differenceText = (name: string, value: number | undefined) =>
  !value ? '–' : `${value > 0 ? '+' : ''}${valueText(name, value)}`;

function figuresOf(
  { total: { closed, today, difference } }: PrintedPeriod['detail'],
  t: PeriodTexts,
): PdfBlock {
  const shown = printedFigures.filter((name) => today[name] !== undefined);
  return {
    kind: 'table',
    columns: figureColumns(closed ? t.figureColumns : t.todayColumns),
    rows: shown.map((name) =>
      closed
        ? [
            t.figure[name],
            valueText(name, closed[name]),
            valueText(name, today[name]),
            // Players do not add up.
            name === 'usersCount' ? '–' : differenceText(name, difference?.[name]),
          ]
        : [t.figure[name], valueText(name, today[name])],
    ),
  };
}

function operatorsOf({ rows, total, closing }: PrintedPeriod['detail'], t: PeriodTexts): PdfBlock {
  const cellsOf = (name: string, row: PeriodDetail['total']): string[] =>
    closing
      ? [
          name,
          valueText('grosswin', row.closed?.grosswin),
          amountText(row.today.grosswin),
          differenceText('grosswin', row.difference?.grosswin),
        ]
      : [name, amountText(row.today.grosswin)];
  return {
    kind: 'table',
    columns: figureColumns(closing ? t.operatorColumns : t.operatorTodayColumns),
    rows: rows.map((row) => cellsOf(row.operator?.name ?? '–', row)),
    total: cellsOf(t.total, total),
  };
}

const realOf = ({ types }: ComparedDay) =>
  types.find(({ sessionTypeId }) => sessionTypeId === sessionTypes.real);

function dayBlocks({ detail, days }: PrintedPeriod, t: PeriodTexts): PdfBlock[] {
  const compared = days.filter((day) => realOf(day) !== undefined);
  if (compared.length === 0) return [{ kind: 'text', text: t.noDays }];
  const sums = {
    ours: sumOf(compared.map((day) => realOf(day)?.ours)),
    platform: sumOf(compared.map((day) => realOf(day)?.platform)),
    difference: sumOf(compared.map((day) => realOf(day)?.difference)),
  };
  const all = daysBetween(romeDay(new Date(detail.from)), lastDay(detail.to));
  const cellsOf = (
    name: string,
    state: string,
    sides: NonNullable<ReturnType<typeof realOf>> | typeof sums,
  ) => {
    const { ours, platform, difference } = sides;
    return [
      name,
      state,
      ...[ours, platform].map(({ sessions }) => valueText('sessions', sessions)),
      ...(['bet', 'win'] as const).flatMap((figure) => [
        ...[ours, platform].map((side) => valueText(figure, side[figure])),
        differenceText(figure, difference[figure]),
      ]),
    ];
  };
  return [
    { kind: 'text', text: t.daysText, isMuted: true },
    { kind: 'text', text: t.daySums(countText(compared.length), countText(all)) },
    {
      kind: 'table',
      columns: figureColumns(t.sumColumns),
      rows: reconciledFigures
        .filter((name) => sums.ours[name] !== undefined)
        .map((name) => [
          t.reconciled[name],
          valueText(name, sums.ours[name]),
          valueText(name, sums.platform[name]),
          differenceText(name, sums.difference[name]),
        ]),
    },
    {
      kind: 'table',
      columns: t.dayColumns.map(
        (title, index): PdfColumn =>
          index === 1 ? { title } : { title, width: 'content', align: index === 0 ? 'left' : 'right' },
      ),
      rows: days.map((day) => {
        const sides = realOf(day);
        const state = t.dayState[day.state ?? 'none'];
        return sides
          ? cellsOf(dayText(day.day), state, sides)
          : [dayText(day.day), state, ...Array<string>(t.dayColumns.length - 2).fill('–')];
      }),
      total: cellsOf(t.total, '', sums),
    },
  ];
}

/** Adds amounts as cents. */
function sumOf(sides: readonly (ReconciledFigureSet | undefined)[]): ReconciledFigureSet {
  const sums: Partial<ReconciledFigureSet> = {};
  for (const name of reconciledFigures) {
    const values = sides.flatMap((side) => side?.[name] ?? []);
    // Absent for whoever may not see it.
    if (values.length === 0) continue;
    const isAmount = amounts.has(name);
    const sum = values.reduce((total, value) => total + BigInt(isAmount ? centsFromEuros(value) : value), 0n);
    sums[name] = isAmount ? eurosFromCents(sum) : Number(sum);
  }
  return sums as ReconciledFigureSet;
}

function historyOf({ history }: PrintedPeriod['detail'], t: PeriodTexts): PdfBlock {
  return {
    kind: 'table',
    columns: t.historyColumns.map((title, index) => ({ title, width: [1.6, 1.4, 1.4, 3.6][index] ?? 1 })),
    rows: history.map(({ at, username, action, reason, lines }) => [
      instantText(at),
      username,
      t.actions[action],
      reason ?? (lines === null ? '' : t.lines(countText(lines))),
    ]),
  };
}
