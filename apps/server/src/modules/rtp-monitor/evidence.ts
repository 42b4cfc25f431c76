import {
  gameLabel,
  type Language,
  type RtpCaseEventKind,
  type RtpCheck,
  type RtpEvidence,
  rtpRules,
} from '@ludus/contract';
import { minuteText } from '../../infra/clock/index.ts';
import { type PdfBlock, type PdfCanvas, type PdfColumn, writePdf } from '../../infra/pdf/index.ts';
import type { CaseEventRow, CaseRow } from './cases.repo.ts';
import { contextBlocks } from './evidence.context.ts';
import { dayText, decimalText, deviationText, percentText } from './evidence.formats.ts';
import { inputsHashOf } from './evidence.hash.ts';
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
      { kind: 'facts', facts: [...inputsOf(row.latest, t), ...hashesOf(row, t)] },
      { kind: 'text', text: t.hashText, isMuted: true },
      { kind: 'heading', text: t.latest },
      ...measuredBlocks(row.latest, t),
      ...(row.latest.context
        ? contextBlocks(row.latest.context, row.integration_id === null, t)
        : [{ kind: 'text' as const, text: t.noContext, isMuted: true }]),
      { kind: 'heading', text: t.opened },
      ...measuredBlocks(row.opened, t),
      { kind: 'heading', text: t.formula },
      { kind: 'text', text: t.formulaText },
      { kind: 'heading', text: t.history },
      {
        kind: 'table',
        columns: t.historyColumns.map((title, index) => ({ title, width: [1.6, 1.4, 1.4, 3.6][index] ?? 1 })),
        rows: events.map(({ at, username, kind, text, conclusion }) => [
          minuteText(at),
          username ?? t.hub,
          t.events[kind],
          [conclusion && t.conclusion[conclusion], eventText(kind, text)].filter(Boolean).join(': '),
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
    [t.fields.finding, `${t.side[row.side]}, ${deviationText(row.latest_z)}`],
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

/** The fingerprint of what is printed, and those that were kept when the case was opened and concluded. */
function hashesOf(row: CaseRow, t: EvidenceTexts): [string, string][] {
  const { opened_inputs: opened, closed_inputs: closed } = row;
  const printed = inputsHashOf(row);
  const said = (hash: string) => `${hash} (${hash === printed ? t.sameInputs : t.otherInputs})`;
  return [
    [t.inputFields.hash, printed],
    ...(opened === null ? [] : [[t.inputFields.openedHash, said(opened)] as [string, string]]),
    ...(closed === null ? [] : [[t.inputFields.closedHash, said(closed)] as [string, string]]),
  ];
}

/** Of a print the beginning of its fingerprint, which tells prints apart. */
function eventText(kind: RtpCaseEventKind, text: string | null): string {
  if (kind === 'opened' || kind === 'worse') return deviationText(Number(text));
  return kind === 'printed' && text !== null ? `SHA-256 ${text.slice(0, 16)}…` : (text ?? '');
}

export function inputsOf(evidence: RtpEvidence, t: EvidenceTexts): [string, string][] {
  const { inputFields: names, origin } = t;
  return [
    [names.rtp, `${percentText(evidence.rtp)} (${origin.record})`],
    [
      names.deviation,
      `${t.stakes(decimalText(evidence.deviation, 2))} (${origin[evidence.deviationOrigin]})`,
    ],
    [names.since, evidence.since === null ? t.unknown : dayText(evidence.since)],
    [names.until, `${dayText(evidence.until)} (${origin.sessions})`],
    [names.asOf, evidence.asOf === null ? t.unknown : minuteText(new Date(evidence.asOf))],
    [names.measuredAt, minuteText(new Date(evidence.measuredAt))],
    [
      names.rules,
      t.rules(evidence.ruleVersion, rtpRules.watchAt, rtpRules.alertAt, decimalText(rtpRules.leastPlays, 0)),
    ],
  ];
}

export function measuredBlocks(evidence: RtpEvidence, t: EvidenceTexts): PdfBlock[] {
  const names = ['month', 'variant', 'lifetime'] as const;
  const columns = t.columns.map(
    (title, index): PdfColumn => ({
      title,
      // No figure and no title of figures is broken.
      ...(index === 0 ? {} : { align: 'right', width: 'content' }),
    }),
  );
  const rows = names.map((name) => {
    const check = evidence[name];
    const from = check.from === null ? t.firstSession : t.from(dayText(check.from));
    return [
      `${t.windows[name]}\n${from}`,
      decimalText(check.sessions, 0),
      decimalText(check.bet, 2),
      decimalText(check.win, 2),
      decimalText(check.plays, 0),
      percentText(evidence.rtp),
      percentText(check.observed),
      check.alertBand === null
        ? '–'
        : `${percentText(check.alertBand.low)} – ${percentText(check.alertBand.high)}`,
      deviationText(check.z),
    ];
  });
  return [
    { kind: 'table', columns, rows },
    {
      kind: 'drawing',
      height: names.length * 18 + 18,
      draw: (canvas, box) => {
        for (const [index, name] of names.entries())
          drawScale(canvas, evidence[name], t.windows[name], { ...box, y: box.y + index * 18 });
        drawAxis(canvas, { ...box, y: box.y + names.length * 18 });
      },
    },
    { kind: 'text', text: t.scale, isMuted: true },
  ];
}

/** The width of the names before a scale, and of the values after it. */
const beside = { names: 90, values: 96 } as const;
const reach = 6;

/** Where a number of standard errors lies on a scale; what is beyond it stands at its end. */
function placeOn({ x, width }: { x: number; width: number }): (errors: number) => number {
  const room = width - beside.names - beside.values;
  return (errors) =>
    x + beside.names + ((Math.max(-reach, Math.min(reach, errors)) + reach) / (2 * reach)) * room;
}

interface Box {
  x: number;
  y: number;
  width: number;
}

/** From six standard errors below to six above the expected RTP: the limits as bands, the observed RTP as a point, and its value. */
function drawScale(canvas: PdfCanvas, { z, observed }: RtpCheck, name: string, box: Box): void {
  const { x, y, width } = box;
  const at = placeOn(box);
  const band = (errors: number, color: string) =>
    canvas.rect(at(-errors), y + 5, at(errors) - at(-errors), 6).fill(color);
  const write = (text: string, left: number, room: number, align: 'left' | 'right') =>
    canvas
      .font('regular')
      .fontSize(8)
      .fillColor('#5d6068')
      .text(text, left, y + 3, { width: room, align });
  write(name, x, beside.names - 6, 'left');
  band(reach, '#f4d4d0');
  band(rtpRules.alertAt, '#f6e7c6');
  band(rtpRules.watchAt, '#d7ebdc');
  canvas
    .moveTo(at(0), y + 3)
    .lineTo(at(0), y + 13)
    .lineWidth(1)
    .stroke('#5d6068');
  if (z !== null) drawPoint(canvas, z, at(z), y + 8);
  const value = z === null ? '–' : `${percentText(observed)}, ${deviationText(z)}`;
  write(value, x + width - beside.values + 6, beside.values - 6, 'right');
}

/** What lies beyond the scale is an arrow at its end that points there. */
function drawPoint(canvas: PdfCanvas, z: number, x: number, y: number): void {
  const tip = z > 0 ? 5 : -5;
  if (Math.abs(z) <= reach) canvas.circle(x, y, 3.5);
  else canvas.polygon([x + tip, y], [x - tip, y - 4.5], [x - tip, y + 4.5]);
  canvas.fill('#17181c');
}

/** The standard errors at which the bands of the scales above begin and end. */
function drawAxis(canvas: PdfCanvas, box: Box): void {
  const at = placeOn(box);
  const { alertAt, watchAt } = rtpRules;
  canvas.font('regular').fontSize(7).fillColor('#5d6068');
  for (const errors of [-reach, -alertAt, -watchAt, 0, watchAt, alertAt, reach])
    canvas.text(`${errors > 0 ? '+' : ''}${decimalText(errors, 0)}`, at(errors) - 12, box.y, {
      width: 24,
      align: 'center',
    });
}
