import type { ClickHouse } from '../../../infra/clickhouse/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { createDirtyBuckets } from '../dirty-buckets.repo.ts';
import { findDaysBehind, findUnknownIds, hasSameSessionUsers } from './compare-indexes.ts';
import { comparePlayers } from './compare-players.ts';
import { compareRollup, type DifferingBuckets, findMonths } from './compare-rollup.ts';
import { describeMismatch, readStorePair } from './store-pair.ts';

/** Receives what is being done, and what was found. */
export interface Reporter {
  progress(line: string): void;
  problem(line: string): void;
}

/**
 * Proves the session store: that it belongs to its PostgreSQL, that the dictionary of players fits its index and the
 * sessions, that each cell of the rollup is what its sessions give, and that the smaller indexes are complete. Changes
 * nothing; figures of buckets that are dirty are computed from the sessions anyway, and are not compared.
 * @returns whether nothing is wrong
 */
export async function verifySessionStore(
  stores: { postgres: Postgres; clickhouse: ClickHouse },
  reporter: Reporter,
): Promise<boolean> {
  let problems = 0;
  const found = (line: string) => {
    problems += 1;
    reporter.problem(line);
  };
  const pair = await readStorePair(stores);
  reporter.progress(`Session store ${pair.store.storeId ?? 'without an id'}`);
  if (pair.mismatch !== null) found(describeMismatch(pair));

  const players = await comparePlayers(stores);
  reporter.progress(`${players.players} players compared`);
  if (players.notInIndex > 0) found(`PostgreSQL lacks ${players.notInIndex} players of the session store.`);
  if (players.onlyInIndex > 0) found(`The session store lacks ${players.onlyInIndex} players of PostgreSQL.`);
  if (players.shared > 0) found(`${players.shared} players share their number with another one.`);
  if (players.unknown > 0) found(`Sessions carry ${players.unknown} numbers that no player has.`);

  const unknown = await findUnknownIds(stores);
  for (const [kind, ids] of Object.entries(unknown)) {
    if (ids.length > 0) found(`Sessions are of ${kind} that PostgreSQL does not know: ${ids.join(', ')}.`);
  }

  const differing = await compareWholeRollup(stores, reporter);
  if (differing.days.size > 0) found(`The rollup differs on ${named(differing.days)}.`);
  if (differing.months.size > 0) found(`The rollup differs in the months of ${named(differing.months)}.`);

  if (!(await hasSameSessionUsers(stores.clickhouse))) {
    found('The sessions by player are not those of the session store.');
  }
  const behind = await findDaysBehind(stores);
  if (behind.size > 0) found(`PostgreSQL does not know the latest changes of ${named(behind.keys())}.`);
  return problems === 0;
}

/** Compares the rollup of all months, without the buckets that are dirty. */
export async function compareWholeRollup(
  { postgres, clickhouse }: { postgres: Postgres; clickhouse: ClickHouse },
  reporter: Pick<Reporter, 'progress'>,
): Promise<DifferingBuckets> {
  const dirtyBuckets = createDirtyBuckets(postgres);
  const all: DifferingBuckets = { days: new Set(), months: new Set() };
  const months = await findMonths(clickhouse);
  for (const [index, month] of months.entries()) {
    const first = await compareRollup(clickhouse, month);
    // Someone may have written between the reads of a comparison: what differs is compared again while no one writes.
    const differs = first.days.size + first.months.size > 0;
    const { days, months: differingMonths } = differs
      ? await dirtyBuckets.withoutWrites(async (dirty) => {
          const again = await compareRollup(clickhouse, month);
          return {
            days: [...again.days].filter((day) => !dirty.dirtyDays.has(day)),
            months: [...again.months].filter((differing) => !dirty.dirtyMonths.has(differing)),
          };
        })
      : first;
    for (const day of days) all.days.add(day);
    for (const differing of differingMonths) all.months.add(differing);
    reporter.progress(`Rollup of ${month.slice(0, 7)} compared (${index + 1} of ${months.length})`);
  }
  return all;
}

const namedAtMost = 10;

function named(days: Iterable<string>): string {
  const list = [...days].toSorted();
  const rest = list.length - namedAtMost;
  return rest > 0 ? `${list.slice(0, namedAtMost).join(', ')} and ${rest} more` : list.join(', ');
}
