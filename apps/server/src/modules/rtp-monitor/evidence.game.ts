import {
  type Language,
  type RtpAwaitedCase,
  type RtpEvidence,
  type RtpIntegration,
  worstVerdictOf,
} from '@ludus/contract';
import { minuteText } from '../../infra/clock/index.ts';
import { type PdfBlock, writePdf } from '../../infra/pdf/index.ts';
import { dayText, decimalText, deviationText, percentText } from './evidence.formats.ts';
import { type EvidenceTexts, evidenceTexts } from './evidence.texts.ts';
import { inputsOf, measuredBlocks } from './evidence.ts';
import type { PlayedDay } from './rtp-monitor.mapper.ts';

/** A game, at one integration or as a whole, as it was measured for someone. */
export interface PrintedGame {
  /** With its subtitle. */
  name: string;
  /** Null for the game as a whole. */
  integrationName: string | null;
  evidence: RtpEvidence;
  /** How the game is judged at each (other) integration, the most urgent first. */
  integrations: readonly RtpIntegration[];
  /** What the verdict sums up since the variant is in force, day by day. */
  days: readonly PlayedDay[];
  openCases: readonly number[];
  /** Why an alert has no case; null where there is none without. */
  awaitedCase: RtpAwaitedCase | null;
  username: string;
}

/** Writes what was measured as an auditor wants it, whatever the verdict: the inputs, the rules and the figures of each window. */
export function writeGameEvidence(printed: PrintedGame, language: Language): Promise<Buffer> {
  const t = evidenceTexts[language];
  const { name, evidence, integrations } = printed;
  const place = printed.integrationName ?? t.allIntegrations;
  return writePdf({
    title: t.game.title(name),
    subtitle: place,
    language,
    createdAt: new Date(evidence.measuredAt),
    author: t.hub,
    footer: `${t.game.title(name)} · ${place} · ${t.hub}`,
    pageText: t.page,
    blocks: [
      { kind: 'heading', text: t.summary },
      { kind: 'facts', facts: summaryOf(printed, place, t) },
      { kind: 'heading', text: t.inputs },
      { kind: 'facts', facts: inputsOf(evidence, t) },
      { kind: 'heading', text: t.game.measured },
      ...measuredBlocks(evidence, t),
      ...(integrations.length === 0
        ? []
        : integrationBlocks(
            printed.integrationName === null ? t.game.integrations : t.game.others,
            integrations,
            t,
          )),
      ...dayBlocks(printed.days, t),
      { kind: 'heading', text: t.formula },
      { kind: 'text', text: t.formulaText },
    ],
  });
}

/** The open cases, and of an alert without one why. */
function casesText({ openCases, awaitedCase }: PrintedGame, { game: t }: EvidenceTexts): string {
  const open = openCases.map((id) => t.openCase(id)).join(', ');
  if (awaitedCase === null) return open || t.none;
  const { concludedIn, nextCheckAt } = awaitedCase;
  if (concludedIn !== null) return open || t.concluded(concludedIn);
  const at = minuteText(new Date(nextCheckAt));
  return open ? `${open}; ${t.awaitedToo(at)}` : t.awaited(at);
}

function summaryOf(printed: PrintedGame, place: string, t: EvidenceTexts): [string, string][] {
  const { name, evidence, username } = printed;
  return [
    [t.fields.game, name],
    [t.fields.integration, place],
    [t.game.verdict, verdictText(worstVerdictOf([evidence.month.verdict, evidence.variant.verdict]), t)],
    [t.game.cases, casesText(printed, t)],
    [t.game.printedFor, `${username}, ${minuteText(new Date(evidence.measuredAt))}`],
  ];
}

/** The last days of more than there is room for: a quarter of a year, which has the month that is judged. */
const mostDays = 92;

function dayBlocks(days: readonly PlayedDay[], t: EvidenceTexts): PdfBlock[] {
  const shown = days.slice(-mostDays);
  if (shown.length === 0) return [];
  return [
    { kind: 'heading', text: t.game.days },
    { kind: 'text', text: t.game.daysText(shown.length, days.length), isMuted: true },
    {
      kind: 'table',
      columns: t.game.dayColumns.map((title, index) => ({
        title,
        ...(index === 0 ? {} : { align: 'right' as const }),
      })),
      rows: shown.map(({ day, plays, bet, win, observed }) => [
        dayText(day),
        decimalText(plays, 0),
        decimalText(bet, 2),
        decimalText(win, 2),
        percentText(observed),
      ]),
    },
  ];
}

function integrationBlocks(
  heading: string,
  integrations: readonly RtpIntegration[],
  t: EvidenceTexts,
): PdfBlock[] {
  return [
    { kind: 'heading', text: heading },
    {
      kind: 'table',
      columns: t.game.integrationColumns.map((title, index) => ({
        title,
        ...(index < 2 ? {} : { align: 'right' as const, width: 'content' as const }),
      })),
      rows: integrations.map(({ integrationName, verdict, month, variant }) => [
        integrationName,
        verdictText(verdict, t),
        percentText(month.observed),
        decimalText(month.plays, 0),
        deviationText(month.z),
        percentText(variant.observed),
        decimalText(variant.plays, 0),
        deviationText(variant.z),
      ]),
    },
  ];
}

const verdictText = (verdict: RtpIntegration['verdict'], t: EvidenceTexts) =>
  verdict === null ? '–' : t.game.verdicts[verdict];
