/** The platform of one process: stores, queue, sockets and the rest, opened without starting to serve or work. */
import { type ChangeFeed, createChangeFeed } from './platform/changes/index.ts';
import { type ClickHouse, migrateClickHouse, openClickHouse } from './platform/clickhouse/index.ts';
import { type Clock, systemClock } from './platform/clock/index.ts';
import type { Settings } from './platform/config/settings.ts';
import { openFiles } from './platform/files/index.ts';
import type { Log } from './platform/log/index.ts';
import { createMailer, defineSendMailJob, type SendMailJob } from './platform/mail/index.ts';
import { createMetrics, type Metrics } from './platform/metrics/index.ts';
import type { Platform } from './platform/module.ts';
import { createOutgoing, type Outgoing } from './platform/outgoing/index.ts';
import { migratePostgres, openPostgres, type Postgres } from './platform/postgres/index.ts';
import { createJobEngine, type JobEngine, type JobOptions } from './platform/queue/index.ts';
import { createRealtime, type RealtimeServer } from './platform/realtime/index.ts';

export interface Stores {
  postgres: Postgres;
  clickhouse: ClickHouse;
}

/** Parts of the platform that only the composition hands on. */
export interface PlatformParts {
  changes: ChangeFeed;
  outgoing: Outgoing;
  sendMail: SendMailJob;
}

/** The platform with the switches that modules must not touch. */
export interface OpenPlatform {
  platform: Platform & { jobs: JobEngine; realtime: RealtimeServer };
  parts: PlatformParts;
  metrics: Metrics;
  /** Closes everything that has been opened, the given stores excepted. */
  close(): Promise<void>;
}

export interface PlatformOptions {
  settings: Settings;
  log: Log;
  clock?: Clock;
  /** Stores that somebody else has opened and migrated, and closes. */
  stores?: Stores;
  /** How often and how long mails are tried; about an hour unless a test has less patience. */
  mailPatience?: JobOptions;
}

/** Opens and migrates both stores. */
export async function openStores(settings: Settings, log: Log): Promise<Stores> {
  const opening = [openPostgres(settings, log), openClickHouse(settings, log)] as const;
  const [postgres, clickhouse] = await Promise.allSettled(opening);
  try {
    if (postgres.status === 'rejected') throw postgres.reason;
    if (clickhouse.status === 'rejected') throw clickhouse.reason;
    const stores = { postgres: postgres.value, clickhouse: clickhouse.value };
    await Promise.all([migratePostgres(stores.postgres), migrateClickHouse(stores.clickhouse)]);
    return stores;
  } catch (error) {
    if (clickhouse.status === 'fulfilled') await clickhouse.value.close();
    if (postgres.status === 'fulfilled') await postgres.value.close();
    throw error;
  }
}

/** Opens everything that modules are made from. Nothing serves or works yet. */
export async function openPlatform(options: PlatformOptions): Promise<OpenPlatform> {
  const { settings, log, clock = systemClock } = options;
  const stores = options.stores ?? (await openStores(settings, log));
  const { postgres, clickhouse } = stores;
  const metrics = createMetrics();
  const realtime = createRealtime({ postgres, clock, log });
  const jobs = createJobEngine({ postgres, realtime, metrics, log });
  const mailer = createMailer(settings);
  const files = openFiles(settings);
  const outgoing = createOutgoing(settings);
  const changes = createChangeFeed(postgres, log);
  return {
    platform: { settings, log, clock, postgres, clickhouse, files, jobs, realtime, mailer },
    parts: {
      changes,
      outgoing,
      sendMail: defineSendMailJob(mailer, (key) => files.stream(key), options.mailPatience),
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
