/** Brings the stores up to this version, or takes them as a newer release has left them (docs/adr/0013). */
import {
  type ClickHouse,
  layoutOf,
  type MigrateOptions,
  migrateClickHouse,
  planClickHouse,
  readMigrations,
} from './infra/clickhouse/index.ts';
import type { Log } from './infra/log/index.ts';
import {
  type MigrationSource,
  migratePostgres,
  type Postgres,
  type PostgresPlan,
  planPostgres,
  underMigrationLock,
} from './infra/postgres/index.ts';
import { migrateQueue, planQueue, type QueuePlan } from './infra/queue/index.ts';
import { type Release, thisRelease } from './infra/release/index.ts';

interface MigratedStores {
  postgres: Postgres;
  clickhouse: ClickHouse;
}

/** Where the migrations come from; left out, those of this release. */
export interface MigrationSources {
  release?: Release;
  postgresFolder?: string;
  clickhouseFolder?: string;
  /** Migrations of PostgreSQL that are applied, as far as a backup had been migrated; left out, all. */
  onlyPostgres?: readonly string[];
}

/** What a migration of all stores would do. */
export interface MigrationPlan {
  release: Release;
  postgres: PostgresPlan;
  queue: QueuePlan;
  /** Names of the migrations of ClickHouse that are due, in their order. */
  clickhouse: string[];
}

/** Names of the migrations that were applied. */
export interface AppliedMigrations {
  postgres: string[];
  clickhouse: string[];
}

/**
 * Compares both stores with the migrations of this version, and changes nothing.
 * @throws OtherVersionError when this version cannot run on them
 */
export async function planMigrations(
  { postgres, clickhouse }: MigratedStores,
  sources: MigrationSources = {},
): Promise<MigrationPlan> {
  const { release = thisRelease } = sources;
  const plan = await planPostgres(postgres, recordsSource(sources));
  const due = await planClickHouse(clickhouse, await storeSource(clickhouse, sources, plan));
  return {
    release,
    postgres: plan,
    queue: await planQueue(postgres),
    clickhouse: due.map(({ name }) => name),
  };
}

/**
 * Migrates both stores, one process at a time. PostgreSQL comes first: it has the release whose migrations ClickHouse then
 * gets. Where a newer release has migrated them, this one applies nothing and runs on them.
 * @throws OtherVersionError when this version cannot run on the stores; they are as they were then
 */
export async function migrateStores(
  stores: MigratedStores,
  log: Log,
  sources: MigrationSources = {},
): Promise<AppliedMigrations> {
  const { postgres, clickhouse } = stores;
  const applied: AppliedMigrations = { postgres: [], clickhouse: [] };
  const work = async () => {
    const plan = await planMigrations(stores, sources);
    applied.postgres = await migrateUnlocked(postgres, log, plan.postgres, sources);
    applied.clickhouse = await migrateClickHouse(
      clickhouse,
      await storeSource(clickhouse, sources, plan.postgres),
    );
  };
  const plan = await planMigrations(stores, sources);
  await underMigrationLock(postgres, log, work, { isOptional: !isDue(plan) });
  logNewerRelease(plan, log);
  return applied;
}

/** Brings every table of PostgreSQL up to date, those of the job queue included. */
export async function migrateRecords(
  postgres: Postgres,
  log: Log,
  sources: MigrationSources = {},
): Promise<void> {
  await underMigrationLock(postgres, log, async () => {
    await migrateUnlocked(postgres, log, await planPostgres(postgres, recordsSource(sources)), sources);
  });
}

async function migrateUnlocked(
  postgres: Postgres,
  log: Log,
  { isNewer }: PostgresPlan,
  sources: MigrationSources,
): Promise<string[]> {
  if (isNewer) return [];
  const names = await migratePostgres(postgres, recordsSource(sources));
  await migrateQueue(postgres, log);
  return names;
}

function recordsSource({
  release = thisRelease,
  postgresFolder,
  onlyPostgres: only,
}: MigrationSources): MigrationSource {
  return { release, only, ...(postgresFolder === undefined ? {} : { folder: postgresFolder }) };
}

async function storeSource(
  clickhouse: ClickHouse,
  { clickhouseFolder }: MigrationSources,
  { isNewer }: PostgresPlan,
): Promise<MigrateOptions> {
  return {
    acceptsUnknown: isNewer,
    ...(clickhouseFolder === undefined
      ? {}
      : { migrations: await readMigrations(layoutOf(clickhouse), clickhouseFolder) }),
  };
}

/** Whether there is anything to do for this release. */
export function isDue({ postgres, queue, clickhouse }: MigrationPlan): boolean {
  return (
    postgres.due.length > 0 ||
    clickhouse.length > 0 ||
    postgres.declares ||
    (queue.version ?? 0) < queue.needed
  );
}

function logNewerRelease({ release, postgres: { isNewer, declared } }: MigrationPlan, log: Log): void {
  if (!isNewer || declared === null) return;
  const { version: migratedBy, oldestCompatible } = declared;
  log.warn(
    { version: release.version, migratedBy, oldestCompatible },
    `this is version ${release.version}, on stores that version ${migratedBy} has migrated; it can run on them`,
  );
}
