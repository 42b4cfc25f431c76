import type { Clock } from '../../infra/clock/index.ts';
import { addToTotal, findTotals, type Metrics } from '../../infra/metrics/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { integrationName, type ReferenceData } from '../integrations/index.ts';
import type { ImmutableFieldConflict, IngestRow } from '../session-store/index.ts';
import {
  countQuarantinedRows,
  deleteRowsOfSessions,
  hasRowsOfSessions,
  lockQuarantine,
  type QuarantineEntry,
  type StoredSessionState,
  upsertQuarantinedRows,
} from './fetching.quarantine.repo.ts';

/** What has become of the rows of a page. */
export interface PageOutcome {
  stored: readonly StoredSessionState[];
  refused: readonly QuarantineEntry[];
}

/** Keeps the rows that cannot be stored as sessions until they can. */
export interface Quarantine {
  /**
   * Quarantines the refused rows of a page, and releases earlier ones of the sessions that are stored in the same or a newer
   * state. A session of which the page has a refused row as well is not released. `jobId` is where the page came from.
   */
  update(jobId: string, integrationId: number, outcome: PageOutcome): Promise<void>;
}

const addedTotal = 'hub_quarantine_added_rows_total';
const releasedTotal = 'hub_quarantine_released_rows_total';

export function createQuarantine({ postgres, clock }: { postgres: Postgres; clock: Clock }): Quarantine {
  return {
    async update(jobId, integrationId, { stored, refused }) {
      const releases = stored.length > 0 && (await hasRowsOfSessions(postgres.db, integrationId));
      if (!releases && refused.length === 0) return;
      const refusedIds = new Set(refused.map(({ sessionId }) => sessionId));
      const settled = releases ? stored.filter(({ sessionId }) => !refusedIds.has(sessionId)) : [];
      await postgres.transaction(async (tx) => {
        await lockQuarantine(tx, integrationId);
        const released = settled.length === 0 ? 0 : await deleteRowsOfSessions(tx, integrationId, settled);
        const rows = { integrationId, jobId, rows: refused, now: clock.now() };
        const added = await upsertQuarantinedRows(tx, rows);
        await addToTotal(tx, addedTotal, String(integrationId), added);
        await addToTotal(tx, releasedTotal, String(integrationId), released);
      });
    },
  };
}

/** Separates the rows of a page into those that are stored by now and those that are not. */
export function outcomeOf(
  page: { rows: readonly IngestRow[]; texts: readonly string[]; quarantined: readonly QuarantineEntry[] },
  conflicts: readonly ImmutableFieldConflict[],
): PageOutcome {
  if (conflicts.length === 0) return { stored: page.rows, refused: page.quarantined };
  const reasons = new Map(conflicts.map(({ row, reason }) => [row, reason]));
  const stored: IngestRow[] = [];
  const refused = [...page.quarantined];
  for (const [index, row] of page.rows.entries()) {
    const reason = reasons.get(row);
    if (reason === undefined) stored.push(row);
    else {
      const { sessionId, updatedAtMs: changedAtMs } = row;
      refused.push({ text: page.texts[index] ?? '', reason, sessionId, changedAtMs });
    }
  }
  return { stored, refused };
}

/** Adds the metrics of the quarantine, by the names of the integrations. */
export function addQuarantineMetrics(
  metrics: Metrics,
  postgres: Postgres,
  referenceData: Pick<ReferenceData, 'read'>,
): void {
  // A deleted integration may have had the name of another one.
  async function byName(counts: Iterable<readonly [id: number, count: number]>) {
    const names = await referenceData.read();
    const named: Record<string, number> = {};
    for (const [id, count] of counts) {
      const name = integrationName(names, id);
      named[name] = (named[name] ?? 0) + count;
    }
    return named;
  }
  const totalsOf = (counter: string) => async () =>
    byName(Object.entries(await findTotals(postgres.db, counter)).map(([id, total]) => [Number(id), total]));

  metrics.sharedCounter(addedTotal, 'Rows that were quarantined.', 'integration', totalsOf(addedTotal));
  const releasedHelp = 'Quarantined rows that were deleted because their session is stored.';
  metrics.sharedCounter(releasedTotal, releasedHelp, 'integration', totalsOf(releasedTotal));
  metrics.sharedGauge('hub_quarantine_rows', 'Rows in quarantine.', 'integration', async () => {
    const counts = await countQuarantinedRows(postgres.db);
    return byName(counts.map(({ integrationId, count }) => [integrationId, count]));
  });
}
