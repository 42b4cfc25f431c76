import type { SessionFeedQuery } from '@ludus/contract/operator-api';
import { HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { FeedKey, FeedPage, PlatformHistory } from '../history/history.ts';
import { romeOffset } from '../zone.ts';
import type { Faults } from './faults.ts';
import { invalid } from './refusal.ts';

const keyCursor = ({ time, id }: FeedKey): string => Buffer.from(`${time} ${id}`).toString('base64url');

/** The place of the last row of the page before; with the fault of counting cursors, a number of rows. */
function readCursor(cursor: string): FeedKey | { skip: number } {
  const text = Buffer.from(cursor, 'base64url').toString();
  const counted = /^skip (\d{1,9})$/.exec(text);
  if (counted) return { skip: Number(counted[1]) };
  const match = /^(\d{1,15}) (.+)$/.exec(text);
  if (!match) throw invalid('cursor: not a cursor of this platform');
  return { time: Number(match[1]), id: match[2] ?? '' };
}

/** Cursors that came, of a platform that takes each once. */
const used = new WeakMap<PlatformHistory, Set<string>>();

function takeOnce(history: PlatformHistory, cursor: string): void {
  const known = used.get(history) ?? new Set();
  used.set(history, known);
  if (known.has(cursor)) throw invalid('cursor: it was used already');
  known.add(cursor);
}

/** The hour before, where clocks were put back on the hour of this instant: both have the same clock readings. */
function isSecondOfTwo(instant: number): boolean {
  const hour = Math.floor(instant / HOUR_MS) * HOUR_MS;
  return romeOffset(hour) < romeOffset(hour - HOUR_MS);
}

const everyRow = 1_000_000;

/** A page with the faults of its period and its cursor, and the cursor after it. */
export function faultyPage(
  query: Pick<SessionFeedQuery, 'cursor' | 'limit'> & { from: number; to: number },
  at: { history: PlatformHistory; now: number; faults: Faults },
): { page: FeedPage; next: string | null } {
  const { history, now, faults } = at;
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  if (faults.cursorsOnce && query.cursor !== undefined) takeOnce(history, query.cursor);
  const shownTo = faults.delayRows === 0 ? query.to : Math.min(query.to, now - faults.delayRows * MINUTE_MS);
  let [from, to] = [query.from, Math.max(query.from, shownTo)];
  if (faults.closedPeriods) to += 1;
  if (faults.clockReadings && isSecondOfTwo(from)) from -= HOUR_MS;
  if (faults.clockReadings && isSecondOfTwo(to)) to += HOUR_MS;
  const limit = faults.ignoreLimit ? everyRow : query.limit;
  if (faults.countingCursors) {
    const skip = after !== null && 'skip' in after ? after.skip : 0;
    const page = history.page(from, to, null, skip + limit, now);
    page.rows.splice(0, skip);
    return { page, next: page.next && Buffer.from(`skip ${skip + limit}`).toString('base64url') };
  }
  const key = after !== null && 'time' in after ? after : null;
  // Ids are printable: nothing sorts before the empty one, and everything of that instant comes again.
  const page = history.page(from, to, key && faults.repeatAtCursor ? { ...key, id: '' } : key, limit, now);
  if (faults.oldStates && page.next === null) page.old = history.movedOn(query.from, query.to);
  return { page, next: page.next && keyCursor(page.next) };
}
