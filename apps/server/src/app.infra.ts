/** The infrastructure of one process: stores, queue, sockets and the rest, opened without serving or working yet. */

import { type ClickHouse, migrateClickHouse, openClickHouse } from './infra/clickhouse/index.ts';
import { type Clock, systemClock } from './infra/clock/index.ts';
import type { Settings } from './infra/config/settings.ts';
import { closeDataFolder } from './infra/data-folder/index.ts';
import { openFiles } from './infra/files/index.ts';
import { createInvalidationListener, type InvalidationListener } from './infra/invalidation/index.ts';
import type { Log } from './infra/log/index.ts';
import { createMailer, defineSendMailJob, type SendMailJob } from './infra/mail/index.ts';
import { createMetrics, type Metrics } from './infra/metrics/index.ts';
import type { Infra } from './infra/module.ts';
import { createOperatorApi, type OperatorApi } from './infra/operator-api/index.ts';
import { createOutgoing, type Outgoing } from './infra/outgoing/index.ts';
import { checkRuntimeRole, migratePostgres, openPostgres, type Postgres } from './infra/postgres/index.ts';
import { createJobEngine, type JobEngine, type JobOptions, migrateQueue } from './infra/queue/index.ts';
import { createRealtime, type RealtimeServer } from './infra/realtime/index.ts';

export interface Stores {
  postgres: Postgres;
  clickhouse: ClickHouse;
}

/** Infrastructure that only some modules receive, through their ports. */
export interface InfraParts {
  changes: InvalidationListener;
  outgoing: Outgoing;
  operatorApi: OperatorApi;
  sendMail: SendMailJob;
}

/** The infrastructure, with the lifecycle methods that modules must not call. */
export interface OpenInfra {
  infra: Infra & { jobs: JobEngine; realtime: RealtimeServer };
  parts: InfraParts;
  metrics: Metrics;
  /** Closes everything that has been opened, the given stores excepted. */
  close(): Promise<void>;
}

export interface InfraOptions {
  settings: Settings;
  log: Log;
  clock?: Clock;
  /** Stores that someone else has opened and migrated, and closes. */
  stores?: Stores;
  /** How often and how long mails are retried; about an hour unless a test sets less. */
  mailRetryPolicy?: JobOptions;
}

/** Closes the data folder to other users, then opens and migrates both stores. */
export async function openStores(settings: Settings, log: Log): Promise<Stores> {
  await closeDataFolder(settings.dataDir, log);
  const opening = [openPostgres(settings, log), openClickHouse(settings, log)] as const;
  const [postgres, clickhouse] = await Promise.allSettled(opening);
  try {
    if (postgres.status === 'rejected') throw postgres.reason;
    if (clickhouse.status === 'rejected') throw clickhouse.reason;
    const stores = { postgres: postgres.value, clickhouse: clickhouse.value };
    await Promise.all([migrateRecords(stores.postgres, log), migrateClickHouse(stores.clickhouse)]);
    await checkRuntimeRole(stores.postgres, log);
    return stores;
  } catch (error) {
    if (clickhouse.status === 'fulfilled') await clickhouse.value.close();
    if (postgres.status === 'fulfilled') await postgres.value.close();
    throw error;
  }
}

/** Brings every table of PostgreSQL up to date, those of the job queue included. */
export async function migrateRecords(postgres: Postgres, log: Log): Promise<void> {
  await migratePostgres(postgres);
  await migrateQueue(postgres, log);
}

/** Opens everything that modules are made from. Nothing serves or works yet. */
export async function openInfra(options: InfraOptions): Promise<OpenInfra> {
  const { settings, log, clock = systemClock } = options;
  const stores = options.stores ?? (await openStores(settings, log));
  const { postgres, clickhouse } = stores;
  const metrics = createMetrics();
  const realtime = createRealtime({ postgres, clock, log });
  const jobs = createJobEngine({ postgres, realtime, metrics, log });
  const mailer = createMailer(settings);
  const files = openFiles(settings);
  const outgoing = createOutgoing(settings);
  const changes = createInvalidationListener(postgres, log);
  return {
    infra: { settings, log, clock, postgres, clickhouse, files, jobs, realtime, mailer },
    parts: {
      changes,
      outgoing,
      operatorApi: createOperatorApi(outgoing),
      sendMail: defineSendMailJob(mailer, (key) => files.stream(key), options.mailRetryPolicy),
    },
    metrics,
    async close() {
      outgoing.close();
      mailer.close();
      await realtime.close();
      if (options.stores !== undefined) return;
      await clickhouse.close();
      await postgres.close();
    },
  };
}
