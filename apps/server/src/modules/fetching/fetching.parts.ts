import { setImmediate } from 'node:timers/promises';
import type { FetchSummary } from '@ludus/contract';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import { UpstreamError } from '../../platform/errors/index.ts';
import type { IngestRow } from '../books/index.ts';
import { checkRow, type RowContext } from './fetching.check.ts';
import { type PlatformClient, PlatformError, parseJson, type RawPage } from './fetching.client.ts';
import { type Coverage, type Stretch, shareDone, widenCoverage } from './fetching.plan.ts';
import type { FetchBooks, FetchDirectory, FetchTarget } from './fetching.ports.ts';
import type { AsideRow, FetchLock } from './fetching.repo.ts';

const stretchSchema = z.strictObject({ fromMs: z.int(), toMs: z.int() });

/** One integration's share of a fetch, as the job's checkpoint keeps it. */
export const partSchema = z.strictObject({
  integrationId: z.int(),
  integrationName: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  stretches: z.array(stretchSchema),
  /** The stretch that is being read, and where in it the next page starts; null at its beginning. */
  index: z.int(),
  cursor: z.string().nullable(),
  /** The latest change seen in the current stretch. */
  reachedMs: z.int().nullable(),
  received: z.int(),
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  keptAside: z.int(),
  error: z.string().nullable(),
});
export type FetchPart = z.infer<typeof partSchema>;

export function newPart(integration: { id: number; name: string }, stretches: Stretch[]): FetchPart {
  const counts = { received: 0, new: 0, changed: 0, unchanged: 0, keptAside: 0 };
  return {
    integrationId: integration.id,
    integrationName: integration.name,
    state: 'waiting',
    stretches,
    index: 0,
    cursor: null,
    reachedMs: null,
    ...counts,
    error: null,
  };
}

export function summaryOf(part: FetchPart): FetchSummary {
  const { integrationId, integrationName, received, changed, unchanged, keptAside, error } = part;
  return { integrationId, integrationName, received, new: part.new, changed, unchanged, keptAside, error };
}

/** How much of a part is done, 0 to 1. */
export function partShare(part: FetchPart, nowMs: number): number {
  if (part.state !== 'waiting') return 1;
  const at = part.reachedMs ?? part.stretches[part.index]?.fromMs ?? 0;
  return shareDone(part.stretches, part.index, at, nowMs);
}

/** What a part needs to run; everything that touches the outside. */
export interface PartDeps {
  client: PlatformClient;
  directory: Pick<FetchDirectory, 'findTarget' | 'ensureOperators'>;
  books: Pick<FetchBooks, 'ingest'>;
  clock: Clock;
  store: {
    findCoverage(integrationId: number): Promise<Coverage | null>;
    saveCoverage(integrationId: number, coverage: Coverage): Promise<void>;
    keepAside(integrationId: number, rows: readonly AsideRow[]): Promise<void>;
    tryLock(integrationId: number, onLost: (error: Error) => void): Promise<FetchLock | null>;
  };
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  rowsPerPage: number;
}

export interface PartRun {
  force: boolean;
  signal: AbortSignal;
  /** Persists the parts; the part is at a page's end whenever this is called. */
  checkpoint(): Promise<void>;
  say(message: string): void;
}

const lockPollMs = 500;
/** Platforms' clocks may run ahead of ours by this much. */
const clockSkewMs = 3_600_000;
const rowsPerTurn = 2_000;

/**
 * Reads what is left of a part: page by page into the books, with a checkpoint behind each, so that a run after a
 * crash goes on at the page that was not finished. A platform that does not answer properly ends the part with
 * `state: 'failed'` and its words; failures of our own stores are thrown and end the attempt.
 */
export async function runPart(part: FetchPart, run: PartRun, deps: PartDeps): Promise<void> {
  const lost = new AbortController();
  const signal = AbortSignal.any([run.signal, lost.signal]);
  const lock = await waitForLock(part, run, deps, (error) => lost.abort(error));
  try {
    const target = await deps.directory.findTarget(part.integrationId);
    if (target === null) throw new PlatformError('It has no data service that could be asked.', false);
    while (part.index < part.stretches.length) await readStretch(part, target, { ...run, signal }, deps);
    part.state = 'done';
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PlatformError)) throw error;
    part.state = 'failed';
    part.error = error.message;
  } finally {
    await lock.release();
  }
  await run.checkpoint();
}

async function waitForLock(
  part: FetchPart,
  run: PartRun,
  deps: PartDeps,
  onLost: (error: Error) => void,
): Promise<FetchLock> {
  for (;;) {
    const lock = await deps.store.tryLock(part.integrationId, onLost);
    if (lock !== null) return lock;
    run.say(`${part.integrationName}: waiting for another fetch to end`);
    await deps.wait(lockPollMs, run.signal);
  }
}

async function readStretch(
  part: FetchPart,
  target: FetchTarget,
  run: PartRun,
  deps: PartDeps,
): Promise<void> {
  const stretch = part.stretches[part.index];
  if (stretch === undefined) return;
  const readAndJudge = async (cursor: string | null): Promise<JudgedPage> => {
    const { fromMs, toMs } = stretch;
    const page = await deps.client.readPage(
      target.data,
      {
        changedFrom: new Date(fromMs).toISOString(),
        changedTo: new Date(toMs).toISOString(),
        cursor,
        limit: deps.rowsPerPage,
      },
      run.signal,
    );
    const judged = await judgeWithOperators(page, target, run, deps);
    return { ...judged, nextCursor: page.nextCursor };
  };
  // The next page is read and judged while one is stored; it is awaited only then, and until then its failure must not
  // count as unhandled.
  const ahead = (cursor: string | null) => {
    const page = readAndJudge(cursor);
    page.catch(() => {});
    return page;
  };

  const met = new Set([part.cursor]);
  let coming: Promise<JudgedPage> | null = ahead(part.cursor);
  while (coming !== null) {
    const page: JudgedPage = await coming;
    if (page.nextCursor !== null && met.has(page.nextCursor)) {
      throw new PlatformError('The data service leads back to a page that was read already.', false);
    }
    met.add(page.nextCursor);
    coming = page.nextCursor === null ? null : ahead(page.nextCursor);
    const stored = await storePage(part.integrationId, page, run, deps);
    const reachedMs = Math.max(part.reachedMs ?? 0, stored.reachedMs) || null;
    if (coming === null) await widen(part.integrationId, stretch, reachedMs, deps);
    // In one go, because a part beside this one may write the checkpoint of both at any time.
    part.received += stored.received;
    part.new += stored.new;
    part.changed += stored.changed;
    part.unchanged += stored.unchanged;
    part.keptAside += stored.keptAside;
    part.cursor = page.nextCursor;
    part.index += coming === null ? 1 : 0;
    part.reachedMs = coming === null ? null : reachedMs;
    await run.checkpoint();
    run.say(`${part.integrationName}: ${part.received.toLocaleString('en-GB')} sessions received`);
  }
}

interface JudgedPage extends JudgedRows {
  nextCursor: string | null;
}

interface StoredPage {
  received: number;
  new: number;
  changed: number;
  unchanged: number;
  keptAside: number;
  /** The latest change among the rows the books were given; 0 without one. */
  reachedMs: number;
}

async function storePage(
  integrationId: number,
  { rows, texts, aside, received }: JudgedPage,
  run: PartRun,
  deps: PartDeps,
): Promise<StoredPage> {
  run.signal.throwIfAborted();
  const stored = { new: 0, changed: 0, unchanged: 0 };
  if (rows.length > 0) {
    const result = await deps.books.ingest(integrationId, rows, { forceUpdate: run.force });
    const places =
      result.contradictions.length === 0 ? null : new Map(rows.map((row, index) => [row, index]));
    for (const { row, reason } of result.contradictions) {
      const text = texts[places?.get(row) ?? -1] ?? JSON.stringify(row);
      aside.push({ text, reason, sessionId: row.sessionId });
    }
    stored.new = result.added;
    stored.changed = result.changed;
    stored.unchanged = result.unchanged + result.stale + result.superseded;
  }
  if (aside.length > 0) await deps.store.keepAside(integrationId, aside);
  let reachedMs = 0;
  for (const row of rows) reachedMs = Math.max(reachedMs, row.updatedAtMs);
  return { ...stored, received, keptAside: aside.length, reachedMs };
}

/** Lines, sorted into rows for the books and rows to keep aside. */
interface JudgedRows {
  received: number;
  rows: IngestRow[];
  /** The line of each row. */
  texts: string[];
  aside: AsideRow[];
  unknownOperators: Set<string>;
}

// An operator that the platform has opened since the last fetch is looked up there before its rows are kept aside.
async function judgeWithOperators(
  page: RawPage,
  target: FetchTarget,
  run: PartRun,
  deps: PartDeps,
): Promise<JudgedRows> {
  const context = rowContext(target, deps.clock);
  const judged = await judgePage(page, context);
  if (judged.unknownOperators.size === 0) return judged;
  try {
    target.operators = await deps.directory.ensureOperators(target.id, judged.unknownOperators);
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof UpstreamError)) throw error;
    throw new PlatformError(`A new operator could not be looked up. ${error.message}`, true, null, {
      cause: error,
    });
  }
  return judgePage(page, { ...context, operators: target.operators });
}

/** What the rows of a platform are judged with. */
export function rowContext({ version, operators, games }: FetchTarget, clock: Clock): RowContext {
  return { version, operators, games, latestMs: clock.now().getTime() + clockSkewMs };
}

/** Judges every line of a page; lets other work in between. */
export async function judgePage(
  page: Pick<RawPage, 'lines' | 'tooLong'>,
  context: RowContext,
): Promise<JudgedRows> {
  const rows: IngestRow[] = [];
  const texts: string[] = [];
  const unknownOperators = new Set<string>();
  const aside: AsideRow[] = page.tooLong.map((text) => ({
    text,
    reason: 'The row is longer than a row may be.',
    sessionId: null,
  }));
  for (const [index, line] of page.lines.entries()) {
    if (index % rowsPerTurn === rowsPerTurn - 1) await setImmediate();
    const value = parseJson(line);
    if (value === undefined) {
      aside.push({ text: line, reason: 'The row is not JSON.', sessionId: null });
      continue;
    }
    const checked = checkRow(value, context);
    if ('reason' in checked) {
      const { reason, sessionId, unknownOperator } = checked;
      if (unknownOperator !== undefined) unknownOperators.add(unknownOperator);
      aside.push({ text: line, reason, sessionId });
    } else {
      rows.push(checked);
      texts.push(line);
    }
  }
  const received = page.lines.length + page.tooLong.length;
  return { received, rows, texts, aside, unknownOperators };
}

async function widen(
  integrationId: number,
  stretch: Stretch,
  lastChangeMs: number | null,
  deps: PartDeps,
): Promise<void> {
  const nowMs = deps.clock.now().getTime();
  // Up to the end of a closed stretch everything was read, changes or none; an open one reaches to its last change, but
  // never beyond now: one row dated ahead must not make the next fetch start behind changes that are still to come.
  const closed = stretch.toMs < nowMs - clockSkewMs;
  const reachedMs = closed ? stretch.toMs : Math.min(lastChangeMs ?? stretch.fromMs, nowMs);
  const before = await deps.store.findCoverage(integrationId);
  const after = widenCoverage(before, stretch, reachedMs);
  if (after !== before) await deps.store.saveCoverage(integrationId, after);
}
