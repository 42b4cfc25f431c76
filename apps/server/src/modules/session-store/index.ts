/** The session store: every game session of every integration, and exact sums over them. */
import type { HubModule } from '../../infra/module.ts';
import { defineRebuildRollupJob, type RebuildRollupJob } from './rollup.job.ts';
import { createSessionStore, type SessionStore } from './session-store.service.ts';
import type { SessionStoreDeps } from './session-store.types.ts';

export type { Route } from './aggregates.clickhouse.ts';
export {
  type AgeBuckets,
  type Aggregates,
  type AggregatesFilter,
  type AggregatesRequest,
  type AggregatesRow,
  addAggregates,
  type Dimension,
  type Grain,
  noAggregates,
  type Period,
} from './aggregates.types.ts';
export type { ChangePosition } from './changes.clickhouse.ts';
export type {
  ClosedDifference,
  ClosedFigures,
  ClosedMonth,
  ClosedSessions,
  SessionSums,
} from './closed-sessions.clickhouse.ts';
export type { Coverage, FetchCoverage, FetchedCoverage } from './coverage.clickhouse.ts';
export type { SessionStoreState } from './dirty-buckets.repo.ts';
export { repairSessionStore } from './integrity/repair.ts';
export {
  assertStoresMatch,
  joinStores,
  type Mismatch,
  StoreMismatchError,
} from './integrity/store-pair.ts';
export { type Reporter, verifySessionStore } from './integrity/verify.ts';
export type {
  OpenSessions,
  OpenSessionsCount,
  OpenSessionsFilter,
  OpenSessionsOrder,
} from './open.clickhouse.ts';
export type { PlayerFigure, PlayerRanking, RankPlayers } from './player-ranking.clickhouse.ts';
export type { PlayerSums, PlayerSumsQueries } from './player-sums.clickhouse.ts';
export type { RebuildProgress } from './rollup.clickhouse.ts';
export { defineRebuildRollupJob } from './rollup.job.ts';
export { isSessionId, sessionIdOf } from './session-id.ts';
export type { SessionStore } from './session-store.service.ts';
export { createSessionStore } from './session-store.service.ts';
export type {
  CentsRange,
  ImmutableFieldConflict,
  IngestOptions,
  IngestResult,
  IngestRow,
  ListedSession,
  PagePosition,
  SessionStoreDeps,
  SessionsCount,
  SessionsFilter,
  SessionsOrder,
  SessionsPage,
  StoredSession,
} from './session-store.types.ts';
export { type CopiedBytes, EngineBackupError } from './snapshot/engine-backup.clickhouse.ts';
export { withoutIngest } from './snapshot/hold-writes.repo.ts';
export {
  backUpSnapshot,
  createSnapshot,
  type DaySums,
  databaseOf,
  dropSnapshot,
  hasSessionStore,
  listAppliedMigrations,
  restoreSnapshot,
  sumDays,
} from './snapshot/snapshot.clickhouse.ts';
export type { StakeSums } from './stake-sums.clickhouse.ts';

export interface SessionStoreModule extends HubModule {
  service: SessionStore;
  rebuildJob: RebuildRollupJob;
}

/** The module has no endpoints; at start it refreshes the buckets that a killed process left dirty. */
export function createSessionStoreModule(deps: SessionStoreDeps): SessionStoreModule {
  const sessionStore = createSessionStore(deps);
  const rebuildJob = defineRebuildRollupJob(sessionStore);
  return {
    name: 'session-store',
    service: sessionStore,
    jobs: [rebuildJob],
    rebuildJob,
    start: async () => {
      await sessionStore.prepare();
      // Not awaited: aggregates are exact in the meantime, and the hub should serve at once.
      sessionStore
        .refreshDirty()
        .catch((error) => deps.log.error({ err: error }, 'the rollup could not be refreshed'));
    },
    stop: () => sessionStore.waitForRefreshes(),
  };
}
/** For the bench, which measures what the engine takes without the hub. */
export { sessionRowColumns, writeSessionRows } from './session-rows.ts';
