import { openStores } from '../app.infra.ts';
import { isDue, type MigrationPlan, planMigrations } from '../app.migrations.ts';
import type { Settings } from '../infra/config/settings.ts';
import type { Log } from '../infra/log/index.ts';
import type { QueuePlan } from '../infra/queue/index.ts';

interface CommandDeps {
  settings: Settings;
  log: Log;
  say(line: string): void;
}

/** Brings both stores up to this version, as every start does. */
export async function migrate({ settings, log, say }: CommandDeps): Promise<void> {
  await (await openStores(settings, log)).close();
  say('Both stores are up to date.');
}

/** Lists what {@link migrate} would apply. Changes no table. */
export async function showPlan({ settings, log, say }: CommandDeps): Promise<void> {
  const stores = await openStores(settings, log, { allowMismatch: true, migrates: false });
  try {
    for (const line of describePlan(await planMigrations(stores))) say(line);
  } finally {
    await stores.close();
  }
}

/** The lines of a plan, store by store. */
export function describePlan(plan: MigrationPlan): string[] {
  const { release, postgres, queue, clickhouse } = plan;
  const { declared, isNewer } = postgres;
  return [
    `This is version ${release.version}.`,
    declared === null
      ? 'No version has declared itself in the stores.'
      : `Version ${declared.version} was the last to migrate the stores; ${declared.oldestCompatible} and newer can run on them.`,
    ...listed('PostgreSQL', postgres.due),
    `Job queue: ${describeQueue(queue)}`,
    ...listed('ClickHouse', clickhouse),
    isNewer || !isDue(plan)
      ? 'Nothing to apply.'
      : `Afterwards version ${release.oldestCompatible} and newer can run on the stores.`,
  ];
}

function listed(store: string, migrations: readonly string[]): string[] {
  if (migrations.length === 0) return [`${store}: up to date`];
  return [`${store}: ${migrations.length} to apply`, ...migrations.map((name) => `  ${name}`)];
}

function describeQueue({ version, needed }: QueuePlan): string {
  if (version === null) return `new, version ${needed}`;
  return version < needed ? `from version ${version} to ${needed}` : `up to date, version ${version}`;
}
