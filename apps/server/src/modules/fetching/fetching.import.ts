import type { FetchSummary } from '@ludus/contract';
import type { Clock } from '../../platform/clock/index.ts';
import { NotFoundError, UpstreamError } from '../../platform/errors/index.ts';
import { splitLines } from './fetching.lines.ts';
import { judgePage, rowContext } from './fetching.parts.ts';
import type { FetchBooks, FetchDirectory, FetchTarget } from './fetching.ports.ts';
import type { AsideRow } from './fetching.repo.ts';

export interface ImportDeps {
  directory: Pick<FetchDirectory, 'findTarget' | 'ensureOperators'>;
  books: Pick<FetchBooks, 'ingest'>;
  clock: Clock;
  keepAside(jobId: string, integrationId: number, rows: readonly AsideRow[]): Promise<void>;
}

/** Stands for the job among rows kept aside that came from a file. */
const fromFile = 'import';
const rowsPerBatch = 20_000;
const maxLineBytes = 64 * 1024;

/**
 * Takes the sessions of one integration from NDJSON in the shape its platform sends them. Rows are judged like fetched
 * ones, and the same file twice changes nothing. Memory is bounded by a batch, whatever the file's length.
 * @throws NotFoundError when there is no such integration, or nothing is known of its services
 */
export async function importSessions(
  deps: ImportDeps,
  integrationId: number,
  pieces: AsyncIterable<Uint8Array>,
  say: (received: number) => void,
): Promise<FetchSummary> {
  const target = await deps.directory.findTarget(integrationId);
  if (target === null) throw new NotFoundError(`There is no active integration ${integrationId}.`);
  const summary: FetchSummary = {
    integrationId,
    integrationName: target.name,
    received: 0,
    new: 0,
    changed: 0,
    unchanged: 0,
    keptAside: 0,
    error: null,
  };
  let lines: string[] = [];
  let tooLong: string[] = [];
  const store = async () => {
    await storeBatch(deps, target, { lines, tooLong }, summary);
    lines = [];
    tooLong = [];
    say(summary.received);
  };
  for await (const batch of splitLines(pieces, maxLineBytes)) {
    for (const line of batch.lines) lines.push(line);
    tooLong.push(...batch.tooLong);
    if (lines.length >= rowsPerBatch) await store();
  }
  if (lines.length > 0 || tooLong.length > 0) await store();
  return summary;
}

async function storeBatch(
  deps: ImportDeps,
  target: FetchTarget,
  page: { lines: string[]; tooLong: string[] },
  summary: FetchSummary,
): Promise<void> {
  const context = rowContext(target, deps.clock);
  let judged = await judgePage(page, context);
  if (judged.unknownOperators.size > 0) {
    target.operators = await operatorsOf(deps, target, judged.unknownOperators);
    judged = await judgePage(page, { ...context, operators: target.operators });
  }
  const { rows, texts, aside } = judged;
  if (rows.length > 0) {
    const result = await deps.books.ingest(target.id, rows);
    for (const { row, reason } of result.contradictions) {
      const text = texts[rows.indexOf(row)] ?? JSON.stringify(row);
      aside.push({ text, reason, sessionId: row.sessionId });
    }
    summary.new += result.added;
    summary.changed += result.changed;
    summary.unchanged += result.unchanged + result.stale + result.superseded;
  }
  if (aside.length > 0) await deps.keepAside(fromFile, target.id, aside);
  summary.received += page.lines.length + page.tooLong.length;
  summary.keptAside += aside.length;
}

// A file may be imported while its platform is away: rows of operators that nobody can name are kept aside then.
async function operatorsOf(
  { directory }: ImportDeps,
  target: FetchTarget,
  codes: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  try {
    return await directory.ensureOperators(target.id, codes);
  } catch (error) {
    if (error instanceof UpstreamError) return target.operators;
    throw error;
  }
}
