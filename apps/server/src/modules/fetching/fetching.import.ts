import type { FetchSummary } from '@ludus/contract';
import type { Clock } from '../../infra/clock/index.ts';
import { NotFoundError, UpstreamError } from '../../infra/errors/index.ts';
import { splitLines } from '../../infra/operator-api/index.ts';
import { checkPage, rowContext } from './fetching.parts.ts';
import type { FetchSessionStore, FetchTarget, FetchTargets } from './fetching.ports.ts';
import { outcomeOf, type Quarantine } from './fetching.quarantine.ts';

export interface ImportDeps {
  targets: Pick<FetchTargets, 'findTarget' | 'ensureOperators'>;
  sessionStore: Pick<FetchSessionStore, 'ingest'>;
  clock: Clock;
  quarantine: Quarantine;
}

/** Takes the place of the job's id in quarantined rows that came from a file. */
const fromFile = 'import';
const rowsPerBatch = 20_000;
const maxLineBytes = 64 * 1024;

/**
 * Stores the sessions of one integration from NDJSON in the shape its platform sends them. Rows are checked like fetched
 * ones, and the same file twice changes nothing. Memory is bounded by a batch, whatever the file's length.
 * @throws NotFoundError when there is no such integration, or nothing is known of its services
 */
export async function importSessions(
  deps: ImportDeps,
  integrationId: number,
  chunks: AsyncIterable<Uint8Array>,
  reportProgress: (received: number) => void,
): Promise<FetchSummary> {
  const target = await deps.targets.findTarget(integrationId);
  if (target === null) throw new NotFoundError(`There is no active integration ${integrationId}.`);
  const summary: FetchSummary = {
    integrationId,
    integrationName: target.name,
    received: 0,
    new: 0,
    changed: 0,
    unchanged: 0,
    quarantined: 0,
    error: null,
  };
  let lines: string[] = [];
  let tooLong: string[] = [];
  const store = async () => {
    await storeBatch(deps, target, { lines, tooLong }, summary);
    lines = [];
    tooLong = [];
    reportProgress(summary.received);
  };
  for await (const batch of splitLines(chunks, maxLineBytes)) {
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
  let checked = await checkPage(page, context);
  if (checked.unknownOperators.size > 0) {
    target.operators = await findOperators(deps, target, checked.unknownOperators);
    checked = await checkPage(page, { ...context, operators: target.operators });
  }
  let outcome = outcomeOf(checked, []);
  if (checked.rows.length > 0) {
    const result = await deps.sessionStore.ingest(target.id, checked.rows);
    outcome = outcomeOf(checked, result.conflicts);
    summary.new += result.added;
    summary.changed += result.changed;
    summary.unchanged += result.unchanged + result.outdated + result.superseded;
  }
  await deps.quarantine.update(fromFile, target.id, outcome);
  summary.received += page.lines.length + page.tooLong.length;
  summary.quarantined += outcome.refused.length;
}

// A file may be imported while its platform is unreachable: rows of unknown operators are quarantined then.
async function findOperators(
  { targets }: ImportDeps,
  target: FetchTarget,
  codes: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  try {
    return await targets.ensureOperators(target.id, codes);
  } catch (error) {
    if (error instanceof UpstreamError) return target.operators;
    throw error;
  }
}
