import { type BetSheetRow, type Message, messageOf, mostImportedLists, operatorCode } from '@ludus/contract';
import pLimit from 'p-limit';
import { HubError, NotFoundError, UpstreamError, ValidationError } from '../../../infra/errors/index.ts';
import type { GamingService } from '../bets.gaming-service.ts';
import { assertReplaceable, isSame } from '../bets.rules.ts';
import type { BetsService, LocatedBets } from '../bets.service.ts';
import type { BetSheetLine } from './bet-sheet.file.ts';

/** What an import does to a list. */
export interface PlannedList {
  line: number;
  located: LocatedBets;
  oldBets: number[];
  newBets: number[];
}

export interface BetSheetReading {
  rows: BetSheetRow[];
  planned: PlannedList[];
  unchanged: number;
}

export interface VerdictDeps {
  bets: Pick<BetsService, 'locate'>;
  gaming: Pick<GamingService, 'read'>;
}

/** Lists that are asked for at the same time. */
const atOnce = 8;
/** A platform that has not responded so often is not waited for again in the same file. */
export const mostSilences = 3;

/**
 * What each row of a file would do. Platforms are asked only for lists that the file changes.
 * @throws ValidationError for more changes than one import may make
 */
export async function judgeBetLines(
  lines: readonly BetSheetLine[],
  deps: VerdictDeps,
): Promise<BetSheetReading> {
  const seen = new Map<string, number>();
  const changed: { line: BetSheetLine; isTwice: boolean }[] = [];
  for (const line of lines) {
    const key = JSON.stringify([line.integrationId, line.operatorCode, line.slug]);
    const isTwice = seen.has(key);
    seen.set(key, line.line);
    if (isTwice || !isUnchanged(line)) changed.push({ line, isTwice });
  }
  if (changed.length > mostImportedLists)
    throw new ValidationError({ file: messageOf('fields.betSheetTooMany', { max: mostImportedLists }) });
  const silences = new Map<number, { count: number; message: Message | null }>();
  const limit = pLimit(atOnce);
  const judged = await Promise.all(
    changed.map((one) => limit(() => judge(one.line, one.isTwice, deps, silences))),
  );
  return {
    rows: judged.map(({ row }) => row),
    planned: judged.flatMap(({ planned }) => planned ?? []),
    unchanged: lines.length - changed.length,
  };
}

function isUnchanged({ wanted, exported }: BetSheetLine): boolean {
  return 'bets' in wanted && 'bets' in exported && isSame(wanted.bets, exported.bets);
}

interface Judged {
  row: BetSheetRow;
  planned?: PlannedList;
}

async function judge(
  line: BetSheetLine,
  isTwice: boolean,
  { bets, gaming }: VerdictDeps,
  silences: Map<number, { count: number; message: Message | null }>,
): Promise<Judged> {
  const { operator, game } = line.names;
  const row: BetSheetRow = {
    line: line.line,
    integration: null,
    operator: operator === '' ? line.operatorCode : operator,
    game: game === '' ? line.slug : game,
    verdict: 'error',
    old: null,
    new: 'bets' in line.wanted ? line.wanted.bets : null,
    message: null,
  };
  const refuse = (verdict: BetSheetRow['verdict'], message: Message | null): Judged => ({
    row: { ...row, verdict, message },
  });
  const located = await locate(line, bets);
  if (located === null) return refuse('unknown', messageOf('refusals.betListUnknown'));
  row.integration = { id: located.integration.id, name: located.integration.name };
  row.operator = located.operator.name;
  row.game = located.game.name;
  if (isTwice) return refuse('error', messageOf('fields.betSheetTwice'));
  if ('problem' in line.wanted) return refuse('error', line.wanted.problem);
  if ('problem' in line.exported) return refuse('error', line.exported.problem);
  if (line.wanted.bets.length === 0) return refuse('error', messageOf('fields.betSheetEmpty'));
  const { id } = located.integration;
  const silence = silences.get(id) ?? { count: 0, message: null };
  silences.set(id, silence);
  if (silence.count >= mostSilences) return refuse('unreachable', silence.message);
  try {
    const before = await gaming.read(located.place);
    silence.count = 0;
    row.old = before.bets;
    if (!isSame(line.exported.bets, before.bets))
      return refuse('meanwhile', messageOf('refusals.betListMeanwhile'));
    assertReplaceable(before, { bets: line.wanted.bets }, located.maxBet);
    row.verdict = 'change';
    return {
      row,
      planned: { line: line.line, located, oldBets: before.bets, newBets: line.wanted.bets },
    };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    if (error instanceof UpstreamError) {
      silence.count += 1;
      silence.message = messageOfError(error);
      return refuse('unreachable', silence.message);
    }
    return refuse(error instanceof NotFoundError ? 'unknown' : 'error', messageOfError(error));
  }
}

async function locate(
  { integrationId, operatorCode: code, slug }: BetSheetLine,
  bets: Pick<BetsService, 'locate'>,
): Promise<LocatedBets | null> {
  if (integrationId === null || !operatorCode.safeParse(code).success) return null;
  try {
    return await bets.locate({ id: integrationId, operatorCode: code, gameSlug: slug });
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** What a refusal says about a list: what is wrong with a bet, before what is wrong with the call. */
export function messageOfError(error: HubError): Message {
  const [field] = Object.values(error.fieldMessages ?? {});
  return field ?? error.detail ?? messageOf('plain.text', { text: error.message });
}
