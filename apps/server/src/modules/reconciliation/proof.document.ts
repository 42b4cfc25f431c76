/** A month of all integrations as a document for an auditor: which days were compared, by whom, and what differs and why. */
import {
  type ComparedFile,
  isReconciledAmount,
  type Language,
  type ReconciledFigureSet,
  reconciledFigures,
  sessionTypes,
} from '@ludus/contract';
import { minuteText, zone } from '../../infra/clock/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import {
  amountText,
  countText,
  dayText,
  monthText,
  type PdfBlock,
  type PdfColumn,
  type PdfRow,
  writePdf,
} from '../../infra/pdf/index.ts';
import { type ProofTexts, proofTexts } from './proof.texts.ts';
import { daysOf } from './reconciliation.read.ts';
import type { ReconciledMonth } from './reconciliation.service.ts';

/** What is known of a month when its proof is made. */
export interface PrintedProof {
  /** `2026-10` */
  month: string;
  days: ReconciledMonth;
  files: readonly ComparedFile[];
  username: string;
  at: Date;
}

type Day = ReconciledMonth['rows'][number];

export function writeProof(proof: PrintedProof, language: Language): Promise<Buffer> {
  const t = proofTexts[language];
  const { month, days, at } = proof;
  const title = t.title(monthText(month, language));
  const [only] = days.integrations.length === 1 ? days.integrations : [];
  const place = only?.name ?? t.allIntegrations;
  return writePdf({
    title,
    subtitle: place,
    language,
    createdAt: at,
    author: t.hub,
    footer: `${title} · ${place} · ${t.hub}`,
    pageText: t.page,
    blocks: [
      { kind: 'heading', text: t.summary },
      { kind: 'facts', facts: summaryOf(proof, t) },
      { kind: 'heading', text: t.method },
      { kind: 'text', text: t.methodText },
      { kind: 'heading', text: t.filesTitle },
      ...fileBlocks(proof, t),
      // A column for each day needs the width.
      { kind: 'across' },
      { kind: 'heading', text: t.matrix },
      ...matrixBlocks(days, t),
      { kind: 'heading', text: t.differences },
      ...differenceBlocks(days, t),
      { kind: 'heading', text: t.days },
      ...dayBlocks(days, t, language),
    ],
  });
}

const instantText = (instant: string | null) => (instant === null ? '–' : minuteText(new Date(instant)));
const stateOf = ({ state }: Day) => state ?? 'none';

function summaryOf({ days, files, username, at }: PrintedProof, t: ProofTexts): [string, string][] {
  const { from, to, end, rows, integrations } = days;
  const count = (state: ReturnType<typeof stateOf>) => rows.filter((day) => stateOf(day) === state).length;
  const span = t.span(dayText(from), dayText(end), zone);
  // A comparison that fails keeps what was known before: the day counts as failed, not as compared.
  const compared = count('equal') + count('differs');
  return [
    [t.fields.month, to < end ? `${span}, ${t.running(dayText(to))}` : span],
    [t.fields.integrations, integrations.map(({ name }) => name).join(', ') || t.noIntegrations],
    [t.fields.compared, t.of(countText(compared), countText(rows.length))],
    ...(['equal', 'differs', 'failed', 'none'] as const).map((state): [string, string] => [
      t.fields[state],
      countText(count(state)),
    ]),
    [t.fields.files, countText(files.length)],
    [t.fields.madeFor, `${username}, ${minuteText(at)}`],
  ];
}

const signs = { equal: '=', differs: '≠', failed: '!', none: '–' } as const;

function matrixBlocks({ from, to, rows, integrations }: ReconciledMonth, t: ProofTexts): PdfBlock[] {
  if (integrations.length === 0) return [{ kind: 'text', text: t.noIntegrations }];
  const known = Map.groupBy(rows, ({ integration }) => integration.id);
  return [
    { kind: 'text', text: t.legend, isMuted: true },
    {
      kind: 'table',
      columns: [
        { title: t.integration, width: 6 },
        ...daysOf({ from, to }).map((day): PdfColumn => ({ title: day.slice(8), align: 'right' })),
      ],
      rows: integrations.map(({ id, name }) => [
        name,
        ...(known.get(id) ?? []).map((day) => signs[stateOf(day)]),
      ]),
    },
  ];
}

/** The figures that differ, with their signs; an empty text where none does. */
function differenceText(difference: ReconciledFigureSet, t: ProofTexts): string {
  return reconciledFigures
    .flatMap((figure) => {
      const value = difference[figure];
      if (!value) return [];
      const text = isReconciledAmount(figure) ? amountText(value) : countText(value);
      return [`${t.figures[figure]} ${value > 0 ? '+' : ''}${text}`];
    })
    .join(', ');
}

const typeText = (sessionTypeId: number, t: ProofTexts) =>
  sessionTypeId === sessionTypes.real ? t.real : t.fun;

function differenceBlocks({ rows }: ReconciledMonth, t: ProofTexts): PdfBlock[] {
  const differing = rows.filter(({ types }) =>
    types.some(({ difference }) => differenceText(difference, t) !== ''),
  );
  if (differing.length === 0) return [{ kind: 'text', text: t.noDifferences }];
  return [
    {
      kind: 'table',
      columns: t.differenceColumns.map((title, index) => ({
        title,
        width: [1.6, 0.7, 3.2, 3][index] ?? 1,
        ...(index === 1 ? { align: 'right' as const } : {}),
      })),
      rows: differing.flatMap((day): PdfRow[] => [
        { group: `${day.integration.name}, ${dayText(day.day)}` },
        ...reasonsOf(day, t),
      ]),
    },
  ];
}

/** The classes of a day and what they leave; what differs as a whole where its sessions were not compared. */
function reasonsOf(day: Day, t: ProofTexts): string[][] {
  const line = (
    name: keyof ProofTexts['why'],
    { sessionTypeId, difference }: Pick<Day['types'][number], 'sessionTypeId' | 'difference'>,
    sessions?: number,
  ) => [
    `${t.classes[name]}, ${typeText(sessionTypeId, t)}`,
    sessions === undefined ? '–' : countText(sessions),
    differenceText(difference, t) || '–',
    t.why[name],
  ];
  const unreadable =
    day.unreadableRows === 0 ? [] : [['', '', '', t.unreadable(countText(day.unreadableRows))]];
  if (day.classes === null) {
    const differing = day.types.filter(({ difference }) => differenceText(difference, t) !== '');
    return [...differing.map((type) => line('notClassed', type)), ...unreadable];
  }
  return [
    ...day.classes.map((one) => line(one.class, one, one.sessions)),
    ...day.unexplained.map((one) => line('unexplained', one)),
    ...unreadable,
  ];
}

function dayBlocks({ rows, integrations }: ReconciledMonth, t: ProofTexts, language: Language): PdfBlock[] {
  if (integrations.length === 0) return [{ kind: 'text', text: t.noIntegrations }];
  const byIntegration = Map.groupBy(rows, ({ integration }) => integration.id);
  return [
    {
      kind: 'table',
      columns: t.dayColumns.map((title, index): PdfColumn => {
        if (index === 7) return { title };
        return { title, width: 'content', align: index === 5 || index === 6 ? 'right' : 'left' };
      }),
      rows: integrations.flatMap(({ id, name }): PdfRow[] => [
        { group: name },
        ...(byIntegration.get(id) ?? []).map((day) => dayRow(day, t, language)),
      ]),
    },
  ];
}

function dayRow(day: Day, t: ProofTexts, language: Language): string[] {
  const real = day.types.find(({ sessionTypeId }) => sessionTypeId === sessionTypes.real);
  const differences = day.types.flatMap(({ sessionTypeId, difference }) => {
    const text = differenceText(difference, t);
    return text === '' ? [] : [`${typeText(sessionTypeId, t)}: ${text}`];
  });
  const failure =
    day.failedAt === null ? [] : [t.failedAt(instantText(day.failedAt), reasonText(day, language))];
  return [
    dayText(day.day),
    t.state[stateOf(day)],
    instantText(day.comparedAt),
    instantText(day.asOf),
    day.comparedAt === null ? '–' : (day.username ?? t.schedule),
    real ? countText(real.ours.sessions) : '–',
    real ? countText(real.platform.sessions) : '–',
    [...differences, ...failure].join('\n') || '–',
  ];
}

const reasonText = ({ reason, reasonDetail }: Day, language: Language) =>
  reasonDetail === undefined ? (reason ?? '') : renderMessage(reasonDetail, language);

function fileBlocks({ files }: PrintedProof, t: ProofTexts): PdfBlock[] {
  if (files.length === 0) return [{ kind: 'text', text: t.noFiles }];
  return [
    {
      kind: 'facts',
      facts: files.map((file): [string, string] => [
        file.fileName,
        [
          t.file({
            integration: file.integration.name,
            from: dayText(file.from),
            to: dayText(file.to),
            rows: countText(file.rows),
            wrong: countText(file.wrong),
            sessions: countText(file.sessions),
            time: instantText(file.comparedAt),
            name: file.username,
          }),
          `SHA-256 ${file.sha256 ?? t.noChecksum}`,
        ].join('\n'),
      ]),
    },
  ];
}
