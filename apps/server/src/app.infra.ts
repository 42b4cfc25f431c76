/** The infrastructure of one process: stores, queue, sockets and the rest, opened without serving or working yet. */

import { migrateStores } from './app.migrations.ts';
import {
  assertLayout,
  assertShards,
  type BeginQuery,
  type ClickHouse,
  observeClickHouse,
  openClickHouse,
} from './infra/clickhouse/index.ts';
import { type Clock, systemClock } from './infra/clock/index.ts';
import type { Settings } from './infra/config/settings.ts';
import { assertEncryptionKey, openEncryptor, saveEncryptionCheck } from './infra/crypto/index.ts';
import { closeDataFolder } from './infra/data-folder/index.ts';
import { StoreInUseError } from './infra/errors/startup-errors.ts';
import { openFiles } from './infra/files/index.ts';
import { createInvalidationListener, type InvalidationListener } from './infra/invalidation/index.ts';
import type { Log } from './infra/log/index.ts';
import { createMailer, defineSendMailJob, mailOutcomes, type SendMailJob } from './infra/mail/index.ts';
import { addUseMetrics, createMetrics, type Metrics } from './infra/metrics/index.ts';
import type { Infra } from './infra/module.ts';
import { createOperatorApi, type OperatorApi } from './infra/operator-api/index.ts';
import { createOutgoing, type Outgoing } from './infra/outgoing/index.ts';
import {
  acquireExclusiveLock,
  checkRuntimeRole,
  type ExclusiveLock,
  openPostgres,
  type Postgres,
} from './infra/postgres/index.ts';
import { createJobEngine, type JobEngine, type JobOptions } from './infra/queue/index.ts';
import { createRealtime, type RealtimeServer } from './infra/realtime/index.ts';
import type { Tracing } from './infra/tracing/index.ts';
import { traceClickHouse, traceOutgoing, tracePostgres } from './infra/tracing/queries.ts';
import { assertStoresMatch, joinStores } from './modules/session-store/index.ts';

export interface Stores {
  postgres: Postgres;
  clickhouse: ClickHouse;
}

/** Stores, and how to leave them. */
export interface OpenedStores extends Stores {
  /** Waits for running queries, then closes both. */
  close(): Promise<void>;
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
  /** Closes everything that has been opened, the given stores excepted. */
  close(): Promise<void>;
}

export interface InfraOptions extends OpenStoresOptions {
  settings: Settings;
  log: Log;
  clock?: Clock;
  /** The registry of this process, where its metrics are served before the stores are open. */
  metrics?: Metrics;
  /** Stores that someone else has opened and migrated, and closes. */
  stores?: Stores;
  /** How often and how long mails are retried; about an hour unless a test sets less. */
  mailRetryPolicy?: JobOptions;
}

/** How {@link openStores} opens stores that it would refuse. */
export interface OpenStoresOptions {
  /** Takes an encryption key that does not open the stored credentials. */
  newKeys?: boolean;
  /** Opens stores that do not belong together; for the commands that compare and repair them. */
  allowMismatch?: boolean;
  /** False leaves the schemas of both stores as they are. */
  migrates?: boolean;
  /** Where traces are recorded. */
  tracing?: Tracing | undefined;
}

/**
 * Closes the data folder to other users, then opens both stores, checks that this process may use them, and migrates them.
 * @throws StoreInUseError, EncryptionKeyError, StoreMismatchError, OtherVersionError, LayoutError; the stores are as they were then
 */
export async function openStores(
  settings: Settings,
  log: Log,
  { newKeys = false, allowMismatch = false, migrates = true, tracing }: OpenStoresOptions = {},
): Promise<OpenedStores> {
  await closeDataFolder(settings.dataDir, log);
  const postgres = await openPostgres(settings, log, tracing && tracePostgres(tracing));
  const opened: { clickhouse?: ClickHouse; lock?: ExclusiveLock } = {};
  const close = async () => {
    await opened.clickhouse?.close();
    await opened.lock?.release();
    await postgres.close();
  };
  try {
    if (settings.clickhouseUrl === undefined) opened.lock = await lockEmbeddedStore(postgres, log);
    if (!newKeys) await assertEncryptionKey(postgres.db, settings);
    const clickhouse = await openClickHouse(settings, log);
    opened.clickhouse = clickhouse;
    await assertLayout(clickhouse);
    if (!allowMismatch) await assertStoresMatch({ postgres, clickhouse });
    if (migrates) {
      await migrateStores({ postgres, clickhouse }, log);
      await assertShards(clickhouse);
      if (!allowMismatch) await joinStores({ postgres, clickhouse });
      await saveEncryptionCheck(postgres.db, await openEncryptor(settings), settings, { replace: newKeys });
      await checkRuntimeRole(postgres, log);
    }
    return { postgres, clickhouse, close };
  } catch (error) {
    await close();
    throw error;
  }
}

// Any number that no other lock of the hub uses.
const embeddedStoreLock = 7_305_004;

/** With an embedded session store, one process only may use a PostgreSQL database: two would share the jobs between two stores. */
async function lockEmbeddedStore(postgres: Postgres, log: Log): Promise<ExclusiveLock> {
  const lock = await acquireExclusiveLock(postgres, embeddedStoreLock, log, () => {
    log.fatal('another hub has taken this PostgreSQL; this one stops');
    process.kill(process.pid, 'SIGTERM');
  });
  if (lock !== null) return lock;
  throw new StoreInUseError(
    'Another hub or command uses this PostgreSQL, with the session store in its own data folder. Stop it first, or ' +
      'run several processes on one ClickHouse (CLICKHOUSE_URL).',
  );
}

function timeQueries({ clickhouseSeconds }: Metrics): BeginQuery {
  return (label, operation) => {
    const seconds = clickhouseSeconds.startTimer({ label, operation });
    return (error) => seconds({ outcome: error === undefined ? 'ok' : 'failed' });
  };
}

/** Opens everything that modules are made from. Nothing serves or works yet. */
export async function openInfra(options: InfraOptions): Promise<OpenInfra> {
  const { settings, log, clock = systemClock, metrics = createMetrics(), tracing } = options;
  const { postgres, close, ...opened } =
    options.stores === undefined
      ? await openStores(settings, log, options)
      : { ...options.stores, close: async () => {} };
  const timed = observeClickHouse(opened.clickhouse, timeQueries(metrics));
  const clickhouse = tracing === undefined ? timed : observeClickHouse(timed, traceClickHouse(tracing));
  const realtime = createRealtime({ postgres, clock, log });
  addUseMetrics(metrics, { postgres, realtime, settings });
  const jobs = createJobEngine({ postgres, realtime, metrics, log, tracing });
  for (const outcome of mailOutcomes) metrics.mails.inc({ outcome }, 0);
  const mailer = createMailer(settings, (outcome) => metrics.mails.inc({ outcome }));
  const files = openFiles(settings);
  const outgoing = traceOutgoing(createOutgoing(settings), tracing);
  const changes = createInvalidationListener(postgres);
  return {
    infra: { settings, log, clock, postgres, clickhouse, files, jobs, realtime, mailer, metrics },
    parts: {
      changes,
      outgoing,
      operatorApi: createOperatorApi(outgoing),
      sendMail: defineSendMailJob(mailer, (key) => files.stream(key), options.mailRetryPolicy),
    },
    async close() {
      outgoing.close();
      mailer.close();
      await realtime.close();
      await close();
    },
  };
}
