import type { PlatformSession } from '@ludus/contract/operator-api';
import type { FeedPage, PlatformHistory } from '../history/history.ts';
import type { InjectedLine } from '../history/injected.ts';
import { type Faults, picks } from './faults.ts';

/** Size of the pieces that a page is sent in. */
const CHUNK_CHARACTERS = 128 * 1024;

/** Thrown inside the stream to break the connection in the middle of a response. */
export class CutStream extends Error {}

/** Lines that a broken platform might send; each is wrong in another way. */
function malformedLine(n: number, good: string): string {
  const session = JSON.parse(good) as PlatformSession;
  const { userId: _, ...withoutPlayer } = session;
  const kinds = [
    good.slice(0, 60),
    JSON.stringify({ ...session, bet: 12.5 }),
    JSON.stringify(withoutPlayer),
    JSON.stringify({ ...session, win: -100 }),
    JSON.stringify({ ...session, createdAt: 'yesterday' }),
    JSON.stringify({ ...session, sessionType: 7 }),
    'null',
    JSON.stringify({ ...session, gameSlug: '' }),
    JSON.stringify({ ...session, bet: '100' }),
    '<html>',
  ];
  return `${kinds[n % kinds.length]}\n`;
}

function contradictingLine(good: string): string {
  const session = JSON.parse(good) as PlatformSession;
  const later = new Date(Date.parse(session.updatedAt) + 1_000).toISOString();
  const other = {
    gameSlug: session.gameSlug === 'sugar_cascade' ? 'tome_of_thebes' : 'sugar_cascade',
    userId: `${session.userId}X`,
    createdAt: new Date(Date.parse(session.createdAt) - 3_600_000).toISOString(),
  };
  return `${JSON.stringify({ ...session, ...other, updatedAt: later })}\n`;
}

const loweredBy = 100;
const centsOfEuro = 100;

/** A line as the faults of single sessions leave it, and how often it is sent; null where it is lost. */
function faultyLine(
  history: PlatformHistory,
  row: number | InjectedLine,
  line: string,
  faults: Faults,
): { line: string; times: number } | null {
  const { loseRows, alterRows, doubleRows, loseExternalIds, decimalAmounts } = faults;
  if (!loseRows && !alterRows && !doubleRows && !loseExternalIds && !decimalAmounts)
    return { line, times: 1 };
  const id = typeof row === 'number' ? history.ids.sessionId(row) : row.id;
  if (picks(faults, 'loseRows', id)) return null;
  const times = picks(faults, 'doubleRows', id) ? 2 : 1;
  const isReadable = typeof row === 'number' || history.injected.sessions.has(id);
  if (!isReadable) return { line, times };
  const session = JSON.parse(line) as PlatformSession;
  if (picks(faults, 'alterRows', id)) session.win = Math.max(0, session.win - loweredBy);
  if (picks(faults, 'loseExternalIds', id))
    Object.assign(session, { externalSessionId: null, externalTicketId: null });
  if (decimalAmounts)
    for (const amount of ['bet', 'win', 'netWin', 'due'] as const) session[amount] /= centsOfEuro;
  return { line: `${JSON.stringify(session)}\n`, times };
}

/** Lines of a page one by one, with the faults that are switched on. */
function* linesOf(history: PlatformHistory, page: FeedPage, faults: Faults): Generator<string> {
  const lineOf = (row: number | InjectedLine): string =>
    typeof row === 'number' ? history.line(row, history.state(row, page.asOf)) : `${row.line}\n`;
  const rows = faults.outOfOrderRows ? page.rows.toReversed() : page.rows;
  const { malformedRows } = faults;
  let malformed = 0;
  for (const [at, row] of rows.entries()) {
    const sent = faultyLine(history, row, lineOf(row), faults);
    if (sent === null) continue;
    const { line, times } = sent;
    for (let time = 0; time < times; time++) yield line;
    if (typeof row !== 'number') continue;
    if (faults.duplicateRows && at % 10 === 0) yield line;
    if (faults.contradictingRows && at % 50 === 0) yield contradictingLine(line);
    while (malformed < malformedRows && (malformed * rows.length) / malformedRows <= at) {
      yield malformedLine(malformed++, line);
    }
  }
  for (const i of page.old ?? []) yield history.line(i, history.state(i, history.table.createdAt[i] ?? 0));
  if (!faults.lateRows) return;
  for (const [at, row] of rows.entries()) {
    if (typeof row !== 'number' || at % 7 !== 0) continue;
    const { createdAt, updatedAt } = {
      createdAt: history.table.createdAt[row] ?? 0,
      updatedAt: history.state(row, page.asOf).updatedAt,
    };
    if (updatedAt <= createdAt) continue;
    yield history.line(row, history.state(row, createdAt + Math.floor((updatedAt - createdAt) / 2)));
  }
}

/** A page as bytes: sessions line by line in larger pieces, then the trailer. */
export async function* streamPage(
  history: PlatformHistory,
  page: FeedPage,
  nextCursor: string | null,
  faults: Faults,
): AsyncGenerator<Buffer> {
  let count = 0;
  let chunk = '';
  for (const line of linesOf(history, page, faults)) {
    if (count === faults.cutStreamAfter) {
      yield Buffer.from(chunk);
      throw new CutStream('cut on request');
    }
    chunk += line;
    count++;
    if (chunk.length >= CHUNK_CHARACTERS) {
      yield Buffer.from(chunk);
      chunk = '';
    }
  }
  if (!faults.missingTrailer) chunk += `${JSON.stringify({ trailer: { nextCursor, count } })}\n`;
  yield Buffer.from(chunk);
}
