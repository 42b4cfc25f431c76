import {
  type Language,
  type RtpAwaitedCase,
  type RtpContext,
  type RtpEvidence,
  worstVerdictOf,
} from '@ludus/contract';
import { minuteText } from '../../infra/clock/index.ts';
import { writePdf } from '../../infra/pdf/index.ts';
import { contextBlocks, verdictText } from './evidence.context.ts';
import { type EvidenceTexts, evidenceTexts } from './evidence.texts.ts';
import { inputsOf, measuredBlocks } from './evidence.ts';

/** A game, at one integration or as a whole, as it was measured for someone. */
export interface PrintedGame {
  /** With its subtitle. */
  name: string;
  /** Null for the game as a whole. */
  integrationName: string | null;
  evidence: RtpEvidence;
  context: RtpContext;
  /** The fingerprint of all of it. */
  inputs: string;
  openCases: readonly number[];
  /** Why an alert has no case; null where there is none without. */
  awaitedCase: RtpAwaitedCase | null;
  username: string;
}

/** Writes what was measured as an auditor wants it, whatever the verdict: the inputs, the rules and the figures of each window. */
export function writeGameEvidence(printed: PrintedGame, language: Language): Promise<Buffer> {
  const t = evidenceTexts[language];
  const { name, evidence, context } = printed;
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
      { kind: 'facts', facts: [...inputsOf(evidence, t), [t.inputFields.hash, printed.inputs]] },
      { kind: 'text', text: t.hashText, isMuted: true },
      { kind: 'heading', text: t.game.measured },
      ...measuredBlocks(evidence, t),
      ...contextBlocks(context, printed.integrationName === null, t),
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
