/** The hub as one thing: its stores, its platform, its modules, started and stopped in the right order. */
import type { Server } from 'node:http';
import type { AnyEndpoint } from '@ludus/contract';
import type { FastifyInstance } from 'fastify';
import type { JWTVerifyGetKey } from 'jose';
import type { IntegrationDirectory } from './platform/access/index.ts';
import { createAuthenticator } from './platform/auth/index.ts';
import { type ChangeFeed, createChangeFeed } from './platform/changes/index.ts';
import { type ClickHouse, migrateClickHouse, openClickHouse } from './platform/clickhouse/index.ts';
import { type Clock, systemClock } from './platform/clock/index.ts';
import type { Settings } from './platform/config/settings.ts';
import { openFiles } from './platform/files/index.ts';
import { createHttpServer, systemBindings } from './platform/http/index.ts';
import type { Log } from './platform/log/index.ts';
import { createMailer, defineSendMailJob, type SendMailJob } from './platform/mail/index.ts';
import { createMetrics } from './platform/metrics/index.ts';
import type { HubModule, Platform } from './platform/module.ts';
import { createOutgoing, type Outgoing } from './platform/outgoing/index.ts';
import { migratePostgres, openPostgres, type Postgres } from './platform/postgres/index.ts';
import { createJobEngine } from './platform/queue/index.ts';
import { createRealtime } from './platform/realtime/index.ts';

/** What a process does: serve, work, or both. */
export type Role = 'all' | 'api' | 'worker';

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

/** The modules of a hub, and what the platform asks of them. */
export interface Composition {
  modules: readonly HubModule[];
  directory: IntegrationDirectory;
  identity: { issuer: string; keys: JWTVerifyGetKey };
  /** Every call there must be; left out, the whole contract. */
  contract?: readonly AnyEndpoint[];
  frameOrigins?: () => readonly string[];
}

export interface HubOptions {
  settings: Settings;
  log: Log;
  role: Role;
  compose(platform: Platform, parts: PlatformParts): Composition | Promise<Composition>;
  clock?: Clock;
  /** Stores that somebody else has opened and migrated, and closes. */
  stores?: Stores;
  /** Folder of the built web app. */
  webFolder?: string;
}

export interface Hub {
  /** Where it listens; undefined for a worker. */
  readonly url: string | undefined;
  readonly platform: Platform;
  readonly server: FastifyInstance | undefined;
  /** Finishes what is under way, lets jobs reach a checkpoint, and closes what it has opened. */
  close(): Promise<void>;
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

/**
 * Starts a hub; when the promise resolves it serves (and works, by its role).
 * @throws Error when a store, a module, or the contract says no; nothing is left running then.
 */
export async function startHub(options: HubOptions): Promise<Hub> {
  const { settings, log, role, clock = systemClock } = options;
  const undo: (() => Promise<unknown> | unknown)[] = [];
  const close = once(async () => {
    for (const step of undo.reverse()) {
      try {
        await step();
      } catch (error) {
        log.error({ err: error }, 'a part of the hub did not stop properly');
      }
    }
  });
  try {
    const stores = options.stores ?? (await openStores(settings, log));
    if (options.stores === undefined) {
      undo.push(
        () => stores.postgres.close(),
        () => stores.clickhouse.close(),
      );
    }
    const { postgres, clickhouse } = stores;
    const metrics = createMetrics();
    const realtime = createRealtime({ postgres, clock, log });
    undo.push(() => realtime.close());
    const jobs = createJobEngine({ postgres, realtime, metrics, log });
    const mailer = createMailer(settings);
    undo.push(() => mailer.close());
    const files = openFiles(settings);
    const platform: Platform = { settings, log, clock, postgres, clickhouse, files, jobs, realtime, mailer };
    const sendMail = defineSendMailJob(mailer, (key) => files.stream(key));
    const changes = createChangeFeed(postgres, log);
    const outgoing = createOutgoing(settings);
    undo.push(() => outgoing.close());

    const composition = await options.compose(platform, { changes, outgoing, sendMail });
    jobs.register([sendMail, ...composition.modules.flatMap((module) => module.jobs ?? [])]);
    await changes.start();
    undo.push(() => changes.stop());
    const started: HubModule[] = [];
    undo.push(async () => {
      for (const module of started.reverse()) await module.stop?.();
    });
    await jobs.start({ works: role !== 'api' });
    undo.push(() => jobs.stop());
    for (const module of composition.modules) {
      started.push(module);
      await module.start?.();
    }
    if (role !== 'api') await jobs.work({ alone: role === 'all' && clickhouse.embedded });

    if (role === 'worker') return { url: undefined, platform, server: undefined, close };
    const { issuer, keys } = composition.identity;
    const authenticator = createAuthenticator({
      issuer,
      keys,
      clientId: settings.oidcClientId,
      audience: settings.oidcAudience,
      directory: composition.directory,
      clock,
    });
    const health = {
      postgres: () => postgres.pool.query('SELECT 1'),
      clickhouse: () => clickhouse.rows('SELECT 1', { label: 'health', timeoutMs: 2_000 }),
      jobs: () => jobs.check(),
    };
    const server = await createHttpServer({
      settings,
      log,
      authenticator,
      metrics,
      bindings: [
        ...systemBindings({ settings, log, health, issuer }),
        ...composition.modules.flatMap((module) => module.endpoints ?? []),
      ],
      plugins: composition.modules.flatMap((module) => module.plugin ?? []),
      webFolder: options.webFolder,
      issuer,
      ...(composition.contract === undefined ? {} : { contract: composition.contract }),
      ...(composition.frameOrigins === undefined ? {} : { frameOrigins: composition.frameOrigins }),
    });
    undo.push(() => server.close());
    const url = await server.listen({ port: settings.port, host: settings.host });
    realtime.attach(server.server as Server, authenticator);
    // Sockets would keep the server open.
    undo.push(() => realtime.close());
    return { url, platform, server, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
