import type { ClickHouse } from '../../../infra/clickhouse/index.ts';
import { StartupError } from '../../../infra/errors/startup-errors.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { createFetchCoverage } from '../coverage.clickhouse.ts';
import { createDirtyBuckets } from '../dirty-buckets.repo.ts';
import { createSessionDays } from '../session-days.repo.ts';
import type { SessionStore } from '../session-store.service.ts';
import {
  hasSameGameDays,
  hasSameSessionUsers,
  rebuildGameDays,
  rebuildSessionIds,
  rebuildSessionUsers,
  removeSessions,
  saveStoreId,
  summariseSessions,
} from './integrity.clickhouse.ts';
import { forgetFetchProgress, selectFetchedIntegrations, updateLatestWrite } from './integrity.repo.ts';
import { comparePlayers, rebuildPlayersIndex } from './players-index.ts';
import { describeMismatch, readStorePair, StoreMismatchError } from './store-pair.ts';
import {
  compareWholeRollup,
  countLostIds,
  findDaysBehind,
  findUnknownIds,
  type Reporter,
  type UnknownIds,
} from './verify.ts';

export interface RepairDeps {
  postgres: Postgres;
  clickhouse: ClickHouse;
  sessionStore: Pick<SessionStore, 'rebuildRollup' | 'refreshDirty'>;
}

const dayMs = 86_400_000;
/** Before the first session of any platform. */
const beginningMs = Date.UTC(2000, 0, 1);

/**
 * Brings two stores that were restored apart, or damaged, together again. ClickHouse is right about sessions, players and
 * coverage, PostgreSQL about integrations, operators and games. What neither has any more is fetched again from the
 * platforms by the next scheduled fetch. It can be run again after it was interrupted.
 * @param options.refetch removes sessions of integrations, operators and games that PostgreSQL no longer knows, so that they
 * are fetched again
 * @throws StoreMismatchError for stores of different hubs, and where PostgreSQL is lost
 * @throws StartupError where sessions would have to be removed; nothing has been changed then
 */
export async function repairSessionStore(
  deps: RepairDeps,
  { refetch }: { refetch: boolean },
  reporter: Reporter,
): Promise<void> {
  const { postgres, clickhouse, sessionStore } = deps;
  const pair = await readStorePair(deps);
  if (pair.mismatch === 'foreign' || pair.mismatch === 'records-lost') {
    throw new StoreMismatchError(pair.mismatch, describeMismatch(pair));
  }
  const unknown = await findUnknownIds(deps);
  const hasUnknown = Object.values(unknown).some((ids) => ids.length > 0);
  if (hasUnknown && !refetch) throw new StartupError(describeUnknown(unknown));

  await forgetFetchProgress(postgres.db);
  if (pair.mismatch === 'records-older') {
    // Rows that were quarantined since then are in no store: their pages are fetched again.
    await cutCoverage(deps, () => pair.records.writeBegunMs - dayMs);
    reporter.progress('Everything that changed since PostgreSQL was backed up is fetched again');
  }
  if (pair.mismatch === 'session-store-lost') {
    await forgetCoverage(deps);
    reporter.progress('Everything is fetched again from the platforms');
  }
  if (hasUnknown) await removeUnknown(deps, unknown, reporter);

  const players = await comparePlayers(deps);
  if (players.notInIndex + players.onlyInIndex > 0) {
    await rebuildPlayersIndex(deps);
    reporter.progress('The index of players was made anew');
  }
  if (hasUnknown || !(await hasSameSessionUsers(clickhouse))) {
    await rebuildSessionUsers(clickhouse);
    reporter.progress('The sessions by player were made anew');
  }
  if ((await countLostIds(clickhouse)) > 0) {
    await rebuildSessionIds(clickhouse);
    reporter.progress('The ids of sessions were made anew');
  }
  const behind = await findDaysBehind(deps);
  await createSessionDays(postgres).raise(behind);
  if (behind.size > 0) reporter.progress(`The latest changes of ${behind.size} days were noted`);

  if (hasUnknown) await sessionStore.rebuildRollup();
  else await repairRollup(deps, reporter);
  if (!(await hasSameGameDays(clickhouse))) {
    await rebuildGameDays(clickhouse);
    reporter.progress('The days of games were made anew');
  }

  // Last: until here, a hub refuses to start on these stores.
  const { store } = await readStorePair(deps);
  if (store.storeId !== pair.records.storeId) await saveStoreId(clickhouse, pair.records.storeId);
  await updateLatestWrite(postgres.db, store.writtenMs);
}

async function repairRollup(deps: RepairDeps, reporter: Reporter): Promise<void> {
  const { days, months } = await compareWholeRollup(deps, reporter);
  if (days.size + months.size === 0) return;
  await createDirtyBuckets(deps.postgres).mark([...days, ...months]);
  await deps.sessionStore.refreshDirty();
  reporter.progress(`The rollup of ${days.size} days and ${months.size} months was computed again`);
  const left = await compareWholeRollup(deps, { progress: () => {} });
  if (left.days.size + left.months.size === 0) return;
  // Cells without sessions stay when their bucket is computed again.
  await deps.sessionStore.rebuildRollup();
  reporter.progress('The rollup was emptied and computed again');
}

/** Lets the next fetch of each integration begin earlier. A fetch reads what changed since the end of the coverage. */
async function cutCoverage(
  { clickhouse }: RepairDeps,
  endOf: (integrationId: number) => number | undefined,
): Promise<void> {
  const coverage = createFetchCoverage(clickhouse);
  for (const integrationId of await coverage.listIntegrations()) {
    const covered = await coverage.find(integrationId);
    const endMs = endOf(integrationId);
    if (covered === null || endMs === undefined || endMs >= covered.toMs) continue;
    const toMs = Math.max(endMs, beginningMs);
    // A hub that starts fetches at once what was read long ago.
    await coverage.save(integrationId, {
      fromMs: Math.min(covered.fromMs, toMs),
      toMs,
      readAt: new Date(beginningMs),
      lateReadAt: new Date(toMs),
    });
  }
}

/** Lets the next fetch read the whole history of every integration that was ever fetched. */
async function forgetCoverage({ postgres, clickhouse }: RepairDeps): Promise<void> {
  const coverage = createFetchCoverage(clickhouse);
  for (const id of await selectFetchedIntegrations(postgres.db)) {
    const beginning = new Date(beginningMs);
    await coverage.save(id, {
      fromMs: beginningMs,
      toMs: beginningMs,
      readAt: beginning,
      lateReadAt: beginning,
    });
  }
}

function describeUnknown(unknown: UnknownIds): string {
  const kinds = Object.entries(unknown).filter(([, ids]) => ids.length > 0);
  return (
    `The session store has sessions of ${kinds.map(([kind, ids]) => `${kind} ${ids.join(', ')}`).join(' and ')}, which PostgreSQL ` +
    'does not know. Run "npm run hub -- repair-store --refetch" to remove them; the next fetch takes them from the platforms ' +
    'again. Those of games that the catalogue lacks are then quarantined until the game is there.'
  );
}

async function removeUnknown(deps: RepairDeps, unknown: UnknownIds, reporter: Reporter): Promise<void> {
  const found = await summariseSessions(deps.clickhouse, unknown);
  await cutCoverage(deps, (integrationId) => found.get(integrationId)?.earliestMs);
  await removeSessions(deps.clickhouse, unknown);
  const removed = [...found.values()].reduce((sum, { sessions }) => sum + sessions, 0);
  reporter.progress(`${removed} sessions were removed, to be fetched again`);
}
