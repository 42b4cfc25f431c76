import { gameLabel, type Language, type RtpCheck, type RtpEvidence, rtpRules } from '@ludus/contract';
import { minuteText } from '../../infra/clock/index.ts';
import { type PdfBlock, type PdfCanvas, type PdfColumn, writePdf } from '../../infra/pdf/index.ts';
import type { CaseEventRow, CaseRow } from './cases.repo.ts';
import { type EvidenceTexts, evidenceTexts } from './evidence.texts.ts';

/**
 * Writes a case as an auditor wants it: what was found, by which inputs and where each comes from, by which rules, and who
 * looked. Figures are written as on screen. The same case is the same file, byte by byte.
 */
export function writeEvidence(
  row: CaseRow,
  events: readonly CaseEventRow[],
  language: Language,
): Promise<Buffer> {
  const t = evidenceTexts[language];
  const place = row.integration_name ?? t.allIntegrations;
  return writePdf({
    title: t.title(row.id),
    subtitle: `${gameLabel(row)} · ${place}`,
    language,
    createdAt: events.at(-1)?.at ?? row.opened_at,
    author: t.hub,
    footer: `${t.title(row.id)} · ${gameLabel(row)} · ${place} · ${t.hub}`,
    pageText: t.page,
    blocks: [
      { kind: 'heading', text: t.summary },
      { kind: 'facts', facts: summaryOf(row, place, t) },
      { kind: 'heading', text: t.inputs },
      { kind: 'facts', facts: inputsOf(row.latest, t) },
      { kind: 'heading', text: t.latest },
      ...measuredBlocks(row.latest, t),
      { kind: 'heading', text: t.opened },
      ...measuredBlocks(row.opened, t),
      { kind: 'heading', text: t.formula },
      { kind: 'text', text: t.formulaText },
      { kind: 'heading', text: t.history },
      {
        kind: 'table',
        columns: t.historyColumns.map((title, index) => ({ title, width: [1.6, 1.4, 1.4, 3.6][index] ?? 1 })),
        rows: events.map(({ at, username, kind, text }) => [
          minuteText(at),
          username ?? t.hub,
          t.events[kind],
          kind === 'opened' || kind === 'worse' ? errors(Number(text)) : (text ?? ''),
        ]),
      },
    ],
  });
}

function summaryOf(row: CaseRow, place: string, t: EvidenceTexts): [string, string][] {
  const facts: [string, string][] = [
    [t.fields.game, gameLabel(row)],
    [t.fields.integration, place],
    [t.fields.state, t.state[row.closed_at === null ? 'open' : 'closed']],
    [t.fields.finding, `${t.side[row.side]}, ${errors(row.latest_z)}`],
    [t.fields.openedAt, minuteText(row.opened_at)],
  ];
  if (row.closed_at === null || row.conclusion === null) return facts;
  return [
    ...facts,
    [t.fields.closedAt, minuteText(row.closed_at)],
    [t.fields.closedBy, row.closed_by_name ?? ''],
    [t.fields.conclusion, t.conclusion[row.conclusion]],
    [t.fields.reason, row.reason ?? ''],
  ];
}

function inputsOf(evidence: RtpEvidence, t: EvidenceTexts): [string, string][] {
  const { inputFields: names, origin } = t;
  return [
    [names.rtp, `${percent(evidence.rtp)} (${origin.record})`],
    [names.deviation, `${t.stakes(decimal(evidence.deviation, 2))} (${origin[evidence.deviationOrigin]})`],
    [names.since, evidence.since === null ? t.unknown : dayText(evidence.since)],
    [names.until, `${dayText(evidence.until)} (${origin.sessions})`],
    [names.asOf, evidence.asOf === null ? t.unknown : minuteText(new Date(evidence.asOf))],
    [names.measuredAt, minuteText(new Date(evidence.measuredAt))],
    [
      names.rules,
      t.rules(evidence.ruleVersion, rtpRules.watchAt, rtpRules.alertAt, decimal(rtpRules.leastPlays, 0)),
    ],
  ];
}

const widths = [2, 1, 1.5, 1.5, 1.1, 1.1, 1.9, 1.1];

function measuredBlocks(evidence: RtpEvidence, t: EvidenceTexts): PdfBlock[] {
  const names = ['month', 'variant', 'lifetime'] as const;
  const columns = t.columns.map(
    (title, index): PdfColumn => ({
      title,
      width: widths[index] ?? 1,
      align: index === 0 ? 'left' : 'right',
    }),
  );
  const rows = names.map((name) => {
    const check = evidence[name];
    const from = check.from === null ? t.firstSession : t.from(dayText(check.from));
    return [
      `${t.windows[name]}\n${from}`,
      decimal(check.sessions, 0),
      euros(check.bet),
      euros(check.win),
      decimal(check.plays, 0),
      percent(check.observed),
      check.alertBand === null ? '–' : `${percent(check.alertBand.low)} – ${percent(check.alertBand.high)}`,
      errors(check.z),
    ];
  });
  return [
    { kind: 'table', columns, rows },
    {
      kind: 'drawing',
      height: names.length * 18 + 6,
      draw: (canvas, box) => {
        for (const [index, name] of names.entries())
          drawScale(canvas, evidence[name], t.windows[name], { ...box, y: box.y + index * 18 });
      },
    },
  ];
}

/** From six standard errors below to six above the expected RTP: the limits as bands, the observed RTP as a point. */
function drawScale(
  canvas: PdfCanvas,
  { z }: RtpCheck,
  name: string,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const reach = 6;
  const left = x + 90;
  const at = (value: number) =>
    left + ((Math.max(-reach, Math.min(reach, value)) + reach) / (2 * reach)) * (width - 90);
  canvas
    .font('regular')
    .fontSize(8)
    .fillColor('#5d6068')
    .text(name, x, y + 3, { width: 84 });
  canvas.rect(at(-reach), y + 5, at(reach) - at(-reach), 6).fill('#f4d4d0');
  canvas.rect(at(-rtpRules.alertAt), y + 5, at(rtpRules.alertAt) - at(-rtpRules.alertAt), 6).fill('#f6e7c6');
  canvas.rect(at(-rtpRules.watchAt), y + 5, at(rtpRules.watchAt) - at(-rtpRules.watchAt), 6).fill('#d7ebdc');
  canvas
    .moveTo(at(0), y + 3)
    .lineTo(at(0), y + 13)
    .lineWidth(1)
    .stroke('#5d6068');
  if (z !== null) canvas.circle(at(z), y + 8, 3.5).fill('#17181c');
}

const formats = new Map<number, Intl.NumberFormat>();

function decimal(value: number, digits: number): string {
  let format = formats.get(digits);
  if (format === undefined) {
    format = new Intl.NumberFormat('it-IT', {
      useGrouping: 'always',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(digits, format);
  }
  return format.format(value).replace('-', '−');
}

const percent = (value: number | null) => (value === null ? '–' : `${decimal(value * 100, 2)}%`);
const euros = (value: number) => `${decimal(value, 2)} €`;
const errors = (value: number | null) =>
  value === null ? '–' : `${value > 0 ? '+' : ''}${decimal(value, 1)} σ`;

function dayText(day: string): string {
  return day.split('-').reverse().join('/');
}
