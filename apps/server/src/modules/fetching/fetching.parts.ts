import { setImmediate } from 'node:timers/promises';
import { type FetchSummary, type Message, message, messageOf, textMessage } from '@ludus/contract';
import { z } from 'zod';
import type { Clock } from '../../infra/clock/index.ts';
import { UpstreamError } from '../../infra/errors/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import {
  type OperatorApi,
  OperatorApiError,
  parseJson,
  type SessionPage,
} from '../../infra/operator-api/index.ts';
import type { FetchedCoverage, IngestRow } from '../session-store/index.ts';
import { checkRow, type RowContext } from './fetching.check.ts';
import type { FetchLock, FetchLockOptions } from './fetching.lock.ts';
import { aheadMs, lateFromMs, shareDone, type TimeRange, widenCoverage } from './fetching.plan.ts';
import type { FetchSessionStore, FetchTarget, FetchTargets } from './fetching.ports.ts';
import type { QuarantineEntry } from './fetching.quarantine.repo.ts';
import { outcomeOf, type PageOutcome } from './fetching.quarantine.ts';

const timeRangeSchema = z.strictObject({ fromMs: z.int(), toMs: z.int() });

/** One integration's part of a fetch, as the job's checkpoint stores it. */
export const partSchema = z.strictObject({
  integrationId: z.int(),
  integrationName: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  ranges: z.array(timeRangeSchema),
  /** The range that is being read, and the cursor of its next page; null at its beginning. */
  index: z.int(),
  cursor: z.string().nullable(),
  /** The latest change seen in the current range. */
  reachedMs: z.int().nullable(),
  received: z.int(),
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  quarantined: z.int(),
  /** New or changed sessions that were created outside of the requested period. */
  elsewhere: z.int().default(0),
  error: message.nullable(),
});
export type FetchPart = z.infer<typeof partSchema>;

export function newPart(integration: { id: number; name: string }, ranges: TimeRange[]): FetchPart {
  const counts = { received: 0, new: 0, changed: 0, unchanged: 0, quarantined: 0, elsewhere: 0 };
  return {
    integrationId: integration.id,
    integrationName: integration.name,
    state: 'waiting',
    ranges,
    index: 0,
    cursor: null,
    reachedMs: null,
    ...counts,
    error: null,
  };
}

export function summaryOf(part: FetchPart): FetchSummary {
  const { integrationId, integrationName, received, changed, unchanged, quarantined, elsewhere, error } =
    part;
  return {
    integrationId,
    integrationName,
    received,
    new: part.new,
    changed,
    unchanged,
    quarantined,
    ...(elsewhere === 0 ? {} : { elsewhere }),
    error: error === null ? null : renderMessage(error),
    ...(error === null ? {} : { errorDetail: error }),
  };
}

/** Returns how much of a part is done, 0 to 1. */
export function shareDoneOf(part: FetchPart, nowMs: number): number {
  if (part.state !== 'waiting') return 1;
  const at = part.reachedMs ?? part.ranges[part.index]?.fromMs ?? 0;
  return shareDone(part.ranges, part.index, at, nowMs);
}

/** Everything outside of this file that a part needs to run. */
export interface PartDeps {
  client: Pick<OperatorApi, 'readSessionPage'>;
  targets: Pick<FetchTargets, 'findTarget' | 'ensureOperators'>;
  sessionStore: Pick<FetchSessionStore, 'ingest'>;
  clock: Clock;
  store: {
    findCoverage(integrationId: number): Promise<FetchedCoverage | null>;
    saveCoverage(integrationId: number, coverage: FetchedCoverage): Promise<void>;
    updateQuarantine(integrationId: number, outcome: PageOutcome): Promise<void>;
    acquireLock(integrationId: number, options: FetchLockOptions): Promise<FetchLock>;
  };
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  rowsPerPage: number;
  safetyMs: number;
}

export interface PartRun {
  force: boolean;
  /** Other fetches of the same integration release its lock at the end of their page. */
  goesFirst: boolean;
  /** The requested creation times; null is all of them. */
  period: TimeRange | null;
  signal: AbortSignal;
  /** Persists the parts; the part is at a page's end whenever this is called. */
  checkpoint(): Promise<void>;
  reportProgress(message: Message): void;
}

const lockPollMs = 500;
/** Platforms' clocks may run ahead of ours by this much. */
const clockSkewMs = 3_600_000;
const rowsPerYield = 2_000;

/**
 * Reads the rest of a part: page by page into the session store, with a checkpoint after each, so that a run after a crash
 * continues at the page that was not finished. A platform that does not respond properly ends the part with
 * `state: 'failed'` and a reason; failures of our own stores are thrown and end the attempt.
 */
export async function runPart(part: FetchPart, run: PartRun, deps: PartDeps): Promise<void> {
  while (part.state === 'waiting') await runTurn(part, run, deps);
  await run.checkpoint();
}

/** Reads on until the part has ended, or until a fetch that goes first waits for the integration. */
async function runTurn(part: FetchPart, run: PartRun, deps: PartDeps): Promise<void> {
  const lost = new AbortController();
  const signal = AbortSignal.any([run.signal, lost.signal]);
  const lock = await deps.store.acquireLock(part.integrationId, {
    goesFirst: run.goesFirst,
    onLost: (error) => lost.abort(error),
    onBusy: () =>
      run.reportProgress(messageOf('jobs.waitingForFetch', { integration: part.integrationName })),
    wait: () => deps.wait(lockPollMs, run.signal),
  });
  const shouldYield = async () => !run.goesFirst && (await lock.isWanted());
  try {
    const target = await deps.targets.findTarget(part.integrationId);
    if (target === null) throw new OperatorApiError(messageOf('services.noDataService'), false);
    while (part.index < part.ranges.length) {
      await readRange(part, target, { ...run, signal, shouldYield }, deps);
      if (part.index < part.ranges.length && (await shouldYield())) return;
    }
    part.state = 'done';
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof OperatorApiError)) throw error;
    part.state = 'failed';
    part.error = error.detail ?? textMessage(error.message);
  } finally {
    await lock.release();
  }
}

interface TurnRun extends PartRun {
  shouldYield(): Promise<boolean>;
}

/** Reads on to the end of the current range, or to the end of the page after which the turn has to end. */
async function readRange(part: FetchPart, target: FetchTarget, run: TurnRun, deps: PartDeps): Promise<void> {
  const range = part.ranges[part.index];
  if (range === undefined) return;
  const left = new AbortController();
  try {
    const signal = AbortSignal.any([run.signal, left.signal]);
    await readPages(part, range, target, { ...run, signal }, deps);
  } finally {
    // The page that is on its way is not waited for any more.
    left.abort();
  }
}

async function readPages(
  part: FetchPart,
  range: TimeRange,
  target: FetchTarget,
  run: TurnRun,
  deps: PartDeps,
): Promise<void> {
  const readAndCheck = async (cursor: string | null): Promise<CheckedPage> => {
    const { fromMs, toMs } = range;
    const page = await deps.client.readSessionPage(
      target.connection,
      {
        changedFrom: new Date(fromMs).toISOString(),
        changedTo: new Date(toMs).toISOString(),
        cursor,
        limit: deps.rowsPerPage,
      },
      run.signal,
    );
    const checked = await checkWithOperators(page, target, run, deps);
    return { ...checked, nextCursor: page.nextCursor };
  };
  // The next page is read and checked while one is stored; it is awaited only then, and until then its failure must not
  // count as unhandled.
  const prefetch = (cursor: string | null) => {
    const page = readAndCheck(cursor);
    page.catch(() => {});
    return page;
  };

  const seenCursors = new Set([part.cursor]);
  let nextPage: Promise<CheckedPage> | null = prefetch(part.cursor);
  while (nextPage !== null) {
    const page: CheckedPage = await nextPage;
    if (page.nextCursor !== null && seenCursors.has(page.nextCursor)) {
      throw new OperatorApiError(messageOf('services.samePage'), false);
    }
    seenCursors.add(page.nextCursor);
    nextPage = page.nextCursor === null ? null : prefetch(page.nextCursor);
    const stored = await storePage(part.integrationId, page, run, deps);
    const reachedMs = Math.max(part.reachedMs ?? 0, stored.reachedMs) || null;
    if (nextPage === null) await extendCoverage(part.integrationId, range, reachedMs, deps);
    // Without an await in between, because another part may write the checkpoint of both at any time.
    part.received += stored.received;
    part.new += stored.new;
    part.changed += stored.changed;
    part.unchanged += stored.unchanged;
    part.quarantined += stored.quarantined;
    part.elsewhere += stored.elsewhere;
    part.cursor = page.nextCursor;
    part.index += nextPage === null ? 1 : 0;
    part.reachedMs = nextPage === null ? null : reachedMs;
    await run.checkpoint();
    run.reportProgress(
      messageOf('jobs.received', { integration: part.integrationName, count: part.received }),
    );
    if (nextPage !== null && (await run.shouldYield())) return;
  }
}

interface CheckedPage extends CheckedRows {
  nextCursor: string | null;
}

interface StoredPage {
  received: number;
  new: number;
  changed: number;
  unchanged: number;
  quarantined: number;
  elsewhere: number;
  /** The latest change among the stored rows; 0 without one. */
  reachedMs: number;
}

async function storePage(
  integrationId: number,
  page: CheckedPage,
  run: PartRun,
  deps: PartDeps,
): Promise<StoredPage> {
  run.signal.throwIfAborted();
  const { rows, received } = page;
  const counts = { new: 0, changed: 0, unchanged: 0, elsewhere: 0 };
  let outcome = outcomeOf(page, []);
  if (rows.length > 0) {
    const result = await deps.sessionStore.ingest(integrationId, rows, {
      forceUpdate: run.force,
      onWritten({ createdAtMs }, kind) {
        const { period } = run;
        const isWithin = period === null || (createdAtMs >= period.fromMs && createdAtMs < period.toMs);
        counts[isWithin ? (kind === 'added' ? 'new' : 'changed') : 'elsewhere']++;
      },
    });
    outcome = outcomeOf(page, result.conflicts);
    counts.unchanged = result.unchanged + result.outdated + result.superseded;
  }
  await deps.store.updateQuarantine(integrationId, outcome);
  let reachedMs = 0;
  for (const row of rows) reachedMs = Math.max(reachedMs, row.updatedAtMs);
  return { ...counts, received, quarantined: outcome.refused.length, reachedMs };
}

/** The lines of a page: rows for the session store, and rows to quarantine. */
interface CheckedRows {
  received: number;
  rows: IngestRow[];
  /** The line of each row. */
  texts: string[];
  quarantined: QuarantineEntry[];
  unknownOperators: Set<string>;
}

// An operator that is new since the last fetch is looked up at the platform before its rows are quarantined.
async function checkWithOperators(
  page: SessionPage,
  target: FetchTarget,
  run: PartRun,
  deps: PartDeps,
): Promise<CheckedRows> {
  const context = rowContext(target, deps.clock);
  const checked = await checkPage(page, context);
  if (checked.unknownOperators.size === 0) return checked;
  try {
    target.operators = await deps.targets.ensureOperators(target.id, checked.unknownOperators);
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof UpstreamError)) throw error;
    const reason = error.detail ?? textMessage(error.message);
    throw new OperatorApiError(messageOf('services.operatorUnknown', { reason }), true, null, {
      cause: error,
    });
  }
  return checkPage(page, { ...context, operators: target.operators });
}

/** Returns what the rows of a platform are checked against. */
export function rowContext({ version, operators, games }: FetchTarget, clock: Clock): RowContext {
  return { version, operators, games, latestMs: clock.now().getTime() + clockSkewMs };
}

/** Checks every line of a page; yields to other work in between. */
export async function checkPage(
  page: Pick<SessionPage, 'lines' | 'tooLong'>,
  context: RowContext,
): Promise<CheckedRows> {
  const rows: IngestRow[] = [];
  const texts: string[] = [];
  const unknownOperators = new Set<string>();
  const quarantined: QuarantineEntry[] = page.tooLong.map((text) => ({
    text,
    reason: messageOf('quarantine.tooLong'),
    sessionId: null,
    changedAtMs: null,
  }));
  for (const [index, line] of page.lines.entries()) {
    if (index % rowsPerYield === rowsPerYield - 1) await setImmediate();
    const value = parseJson(line);
    if (value === undefined) {
      const reason = messageOf('quarantine.notJson');
      quarantined.push({ text: line, reason, sessionId: null, changedAtMs: null });
      continue;
    }
    const checked = checkRow(value, context);
    if ('reason' in checked) {
      const { reason, sessionId, changedAtMs, unknownOperator } = checked;
      if (unknownOperator !== undefined) unknownOperators.add(unknownOperator);
      quarantined.push({ text: line, reason, sessionId, changedAtMs });
    } else {
      rows.push(checked);
      texts.push(line);
    }
  }
  const received = page.lines.length + page.tooLong.length;
  return { received, rows, texts, quarantined, unknownOperators };
}

async function extendCoverage(
  integrationId: number,
  range: TimeRange,
  lastChangeMs: number | null,
  deps: PartDeps,
): Promise<void> {
  const nowMs = deps.clock.now().getTime();
  // A range that has ended is covered to its end, with changes or without; an open one to its last change, but never
  // beyond now: one row dated ahead must not make the next fetch start after changes that are still to come.
  const hasEnded = range.toMs < nowMs - clockSkewMs;
  const reachedMs = hasEnded ? range.toMs : Math.min(lastChangeMs ?? range.fromMs, nowMs);
  const before = await deps.store.findCoverage(integrationId);
  const after = widenCoverage(before, range, reachedMs);
  if (after === before) return;
  const isReadToEnd = range.toMs > nowMs;
  const readAt = isReadToEnd ? new Date(nowMs) : (before?.readAt ?? new Date(range.toMs));
  const holdsLate = isReadToEnd && before !== null && range.fromMs <= lateFromMs(before, deps.safetyMs);
  // What is shown late while a range is read may be behind the reading: it counts from when the range was planned, which
  // is long ago where the fetch was interrupted.
  const lateReadAt = before === null || holdsLate ? new Date(range.toMs - aheadMs) : before.lateReadAt;
  await deps.store.saveCoverage(integrationId, { ...after, readAt, lateReadAt });
}
