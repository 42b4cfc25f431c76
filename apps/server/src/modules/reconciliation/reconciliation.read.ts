import { setImmediate } from 'node:timers/promises';
import { messageOf } from '@ludus/contract';
import type { PlatformTotal } from '@ludus/contract/operator-api';
import { addDays, type Clock, romeDay, romeDayRange } from '../../infra/clock/index.ts';
import { type OperatorApi, OperatorApiError, parseJson } from '../../infra/operator-api/index.ts';
import {
  aheadMs,
  checkRow,
  type FetchTarget,
  type FetchTargets,
  type RowContext,
  rowContext,
} from '../fetching/index.ts';
import { type SessionStore, sessionIdOf } from '../session-store/index.ts';
import {
  type Explanation,
  explainDay,
  type FiguresByType,
  noFiguresByType,
  type SessionLookups,
  sessionTypes,
  sumsOf,
} from './reconciliation.classes.ts';
import { DaySessions, type PlatformLine } from './reconciliation.day-sessions.ts';
import { figuresOf, isNothing, subtract } from './reconciliation.figures.ts';

export interface ReadDeps {
  client: Pick<OperatorApi, 'readTotals' | 'readSessionPage'>;
  targets: Pick<FetchTargets, 'findTarget'>;
  sessionStore: Pick<SessionStore, 'stream' | 'open'>;
  clock: Clock;
  quarantined(
    integrationId: number,
    sessionIds: readonly string[],
  ): ReturnType<SessionLookups['quarantined']>;
}

export interface ReadDay extends Explanation {
  platform: FiguresByType;
  asOf: string;
}

const rowsPerPage = 20_000;
const linesPerYield = 2_000;
const dayMs = 24 * 3_600_000;
/** Most sessions change last within a day of the day's end; reading goes on only while something is unexplained. */
const stagesAfterDayMs = [dayMs, 7 * dayMs];

/**
 * Compares the sessions of a day one by one: those of the session store with those of the platform's feed, which is read from the
 * beginning of the day until the platform's totals are explained, or to its end.
 * @throws OperatorApiError when the platform does not respond properly
 */
export async function readAndExplainDay(
  deps: ReadDeps,
  { integrationId, day }: { integrationId: number; day: string },
  options: { signal: AbortSignal; onRead?: (lines: number) => void },
): Promise<ReadDay> {
  const { signal, onRead } = options;
  const target = await deps.targets.findTarget(integrationId);
  if (target === null) throw new OperatorApiError(messageOf('services.noDataService'), false);
  const now = deps.clock.now().getTime();
  const sessions = new DaySessions(day, now);
  await addStored(deps, sessions, integrationId);

  const { from, to } = romeDayRange(day);
  const end = now + aheadMs;
  const stages = [...stagesAfterDayMs.map((ms) => to.getTime() + ms).filter((ms) => ms < end), end];
  let reachedMs = from.getTime();
  let lines = 0;
  let platform = noFiguresByType();
  let asOf = '';
  for (const toMs of stages) {
    for await (const count of addFeed(deps, sessions, target, { fromMs: reachedMs, toMs }, signal)) {
      lines += count;
      onRead?.(lines);
    }
    reachedMs = toMs;
    const totals = await deps.client.readTotals(target.connection, { from: day, to: day }, signal);
    asOf = totals.asOf;
    platform = byType(totals.totals);
    if (await isComplete(sessions, platform)) break;
  }
  const explanation = await explainDay(sessions, platform, {
    storedDays: (ids) => findStoredDays(deps, integrationId, ids),
    quarantined: (ids) => deps.quarantined(integrationId, ids),
  });
  return { ...explanation, platform, asOf };
}

export function byType(totals: readonly PlatformTotal[]): FiguresByType {
  const of = (type: 1 | 4) => figuresOf(totals.find(({ sessionType }) => sessionType === type));
  return { 1: of(1), 4: of(4) };
}

/** Whether the feed as read so far has every session of ours, and its sums are the platform's totals. */
async function isComplete(sessions: DaySessions, platform: FiguresByType): Promise<boolean> {
  if (sessions.unmet > 0) return false;
  const { theirs } = await sumsOf(sessions);
  return sessionTypes.every((type) => isNothing(subtract(platform[type], theirs[type])));
}

/** Adds the stored sessions of the day, of both types and all of them unless only some are asked for. */
export async function addStored(
  deps: Pick<ReadDeps, 'sessionStore'>,
  sessions: DaySessions,
  integrationId: number,
  types: readonly (1 | 4)[] = sessionTypes,
  isWanted: (session: { sessionId: string; rounds: number }) => boolean = () => true,
): Promise<void> {
  const { from, to } = romeDayRange(sessions.day);
  for (const sessionType of types) {
    const stream = deps.sessionStore.stream(
      { kind: 'one', id: integrationId },
      { from, to, sessionType },
      { field: 'externalUpdatedAt', direction: 'asc' },
    );
    for await (const batch of stream)
      for (const session of batch)
        if (isWanted(session)) sessions.addOurs(session.sessionId, { ...session, sessionType });
  }
}

/** Reads the changes of a range page by page, and yields how many lines each page had. */
async function* addFeed(
  deps: ReadDeps,
  sessions: DaySessions,
  target: FetchTarget,
  range: { fromMs: number; toMs: number },
  signal: AbortSignal,
): AsyncGenerator<number> {
  const context = rowContext(target, deps.clock);
  const seenCursors = new Set<string | null>();
  let cursor: string | null = null;
  do {
    if (seenCursors.has(cursor)) throw new OperatorApiError(messageOf('services.samePage'), false);
    seenCursors.add(cursor);
    const page = await deps.client.readSessionPage(
      target.connection,
      {
        changedFrom: new Date(range.fromMs).toISOString(),
        changedTo: new Date(range.toMs).toISOString(),
        cursor,
        limit: rowsPerPage,
      },
      signal,
    );
    sessions.unreadable += page.tooLong.length;
    for (const [index, text] of page.lines.entries()) {
      if (index % linesPerYield === linesPerYield - 1) {
        await setImmediate();
        signal.throwIfAborted();
      }
      const line = readLine(text, context);
      if (line === null) sessions.unreadable += 1;
      else sessions.addLine(line);
    }
    yield page.lines.length + page.tooLong.length;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Reads a line as far as it can be read; null where not even its session and day can. */
export function readLine(text: string, context: RowContext): PlatformLine | null {
  const value = parseJson(text);
  const checked = checkRow(value, context);
  if (!('reason' in checked)) {
    return { ...checked, day: romeDay(new Date(checked.createdAtMs)), refusal: null };
  }
  if (typeof value !== 'object' || value === null || checked.sessionId === null) return null;
  const row = value as Record<string, unknown>;
  const createdAtMs = typeof row.createdAt === 'string' ? Date.parse(row.createdAt) : Number.NaN;
  if (Number.isNaN(createdAtMs)) return null;
  const amount = (name: string) => (Number.isSafeInteger(row[name]) ? Number(row[name]) : 0);
  return {
    sessionId: checked.sessionId,
    sessionType: row.sessionType === 4 ? 4 : 1,
    isOpen: row.isOpen === true,
    bet: amount('bet'),
    win: amount('win'),
    netWin: amount('netWin'),
    due: amount('due'),
    rounds: amount('rounds'),
    updatedAtMs: checked.changedAtMs ?? 0,
    day: romeDay(new Date(createdAtMs)),
    refusal: checked.reason,
  };
}

export async function findStoredDays(
  { sessionStore }: Pick<ReadDeps, 'sessionStore'>,
  integrationId: number,
  sessionIds: readonly string[],
): Promise<Map<string, string>> {
  if (sessionIds.length === 0) return new Map();
  const stored = await sessionStore.open.findChosen(
    { kind: 'one', id: integrationId },
    sessionIds.map((id) => sessionIdOf(integrationId, id)),
  );
  return new Map(stored.map(({ sessionId, createdAt }) => [sessionId, romeDay(createdAt)]));
}

/** The days from the first to the last, both included. */
export function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
