import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateRecords } from '../src/app.migrations.ts';
import { createLog } from '../src/infra/log/index.ts';
import { openCluster } from '../src/infra/postgres/cluster.ts';
import {
  addressFor,
  connectPostgres,
  createDatabase,
  prepareRoles,
  type Roles,
} from '../src/infra/postgres/index.ts';
import { openToAll } from './folders.ts';

/** What the test files know of the PostgreSQL of this run. */
export interface TestServer {
  /** Address of its `postgres` database, for the administrator. */
  address: string;
  /** Those of a hub: its tests run as the one that can only read and write rows. */
  roles: Roles;
  /** Name of the migrated database that each test file copies. */
  template: string;
  /** Why there is no template, when the migrations fail; only tests that need the records fail then. */
  failure: string | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer;
  }
}

/** One PostgreSQL per run of the tests, in memory-like mode, with every migration applied to a template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = createLog({ logLevel: 'silent' });
  const folder = await mkdtemp(join(tmpdir(), 'ludus-test-pg-'));
  await openToAll(folder);
  const cluster = await openCluster(join(folder, 'postgres'), log, { durable: false });
  await cluster.start();
  const template = 'template_hub';
  let failure: string | null = null;
  const roles = await prepareRoles(
    cluster.address('postgres'),
    join(folder, 'postgres'),
    async (made) => made,
  );
  await createDatabase(cluster.address('postgres'), template, { owner: roles.owner.name });
  const address = cluster.address(template);
  const postgres = connectPostgres(
    { runtime: addressFor(address, roles.runtime), owner: addressFor(address, roles.owner) },
    log,
  );
  try {
    await migrateRecords(postgres, log);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  await postgres.close();
  project.provide('postgres', { address: cluster.address('postgres'), roles, template, failure });
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
