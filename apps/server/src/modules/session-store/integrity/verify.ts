import type { ClickHouse } from '../../../infra/clickhouse/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { createDirtyBuckets } from '../dirty-buckets.repo.ts';
import { findDaysWithSessions } from '../rollup.clickhouse.ts';
import { compareRollup, type DifferingBuckets, findMonths } from './compare-rollup.clickhouse.ts';
import { countUnknownIds, findIds, hasSameGameDays, hasSameSessionUsers } from './integrity.clickhouse.ts';
import { selectLatestChanges, selectUnknownIds } from './integrity.repo.ts';
import { comparePlayers } from './players-index.ts';
import { describeMismatch, readStorePair } from './store-pair.ts';

interface Stores {
  postgres: Postgres;
  clickhouse: ClickHouse;
}

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
export async function verifySessionStore(stores: Stores, reporter: Reporter): Promise<boolean> {
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

  // Days that differ are computed again, for both tables.
  if (differing.days.size === 0 && !(await hasSameGameDaysAtRest(stores))) {
    found('The days of games are not those of the rollup.');
  }
  if (!(await hasSameSessionUsers(stores.clickhouse))) {
    found('The sessions by player are not those of the session store.');
  }
  const lost = await countLostIds(stores.clickhouse);
  if (lost > 0) found(`${lost} ids of sessions cannot be looked up.`);
  const behind = await findDaysBehind(stores);
  if (behind.size > 0) found(`PostgreSQL does not know the latest changes of ${named(behind.keys())}.`);
  return problems === 0;
}

/** As with the cells: a refresh may lie between the reads of both tables, so a difference is looked at again while no one writes. */
const hasSameGameDaysAtRest = async ({ postgres, clickhouse }: Stores) =>
  (await hasSameGameDays(clickhouse)) ||
  createDirtyBuckets(postgres).withoutWrites(({ dirtyDays }) => hasSameGameDays(clickhouse, dirtyDays));

/** Ids of sessions that a search would not find. */
export async function countLostIds(clickhouse: ClickHouse): Promise<number> {
  let lost = 0;
  for (const month of await findMonths(clickhouse)) lost += await countUnknownIds(clickhouse, month);
  return lost;
}

/** Compares the rollup of all months, without the buckets that are dirty. */
export async function compareWholeRollup(
  { postgres, clickhouse }: Stores,
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

/** The Rome days whose latest change is later than PostgreSQL knows: a list by last change would skip their sessions. */
export async function findDaysBehind({ postgres, clickhouse }: Stores): Promise<Map<string, number>> {
  const days = await findDaysWithSessions(clickhouse);
  const known = await selectLatestChanges(postgres.db);
  return new Map([...days].filter(([day, latest]) => (known.get(day) ?? 0) < latest));
}

/** Ids that sessions have and PostgreSQL does not know: of what was made after the time it was restored to. */
export interface UnknownIds {
  integrations: number[];
  operators: number[];
  games: number[];
}

export async function findUnknownIds({ postgres: { db }, clickhouse }: Stores): Promise<UnknownIds> {
  const [integrations, operators, games] = await Promise.all([
    findIds(clickhouse, 'integration_id'),
    findIds(clickhouse, 'operator_id'),
    findIds(clickhouse, 'game_id'),
  ]);
  return {
    integrations: await selectUnknownIds(db, 'integrations', integrations),
    operators: await selectUnknownIds(db, 'operators', operators),
    games: await selectUnknownIds(db, 'games', games),
  };
}

const namedAtMost = 10;

function named(days: Iterable<string>): string {
  const list = [...days].toSorted();
  const rest = list.length - namedAtMost;
  return rest > 0 ? `${list.slice(0, namedAtMost).join(', ')} and ${rest} more` : list.join(', ');
}
