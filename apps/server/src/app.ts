/** The hub as one thing: its platform and its modules, started and stopped in the right order. */
import type { Server } from 'node:http';
import type { AnyEndpoint, Identity } from '@ludus/contract';
import type { FastifyInstance } from 'fastify';
import type { JWTVerifyGetKey } from 'jose';
import { type OpenPlatform, openPlatform, type PlatformOptions, type PlatformParts } from './app.platform.ts';
import type { Actor, IntegrationDirectory } from './platform/access/index.ts';
import { type Authenticator, createAuthenticator } from './platform/auth/index.ts';
import { createHttpServer, systemBindings } from './platform/http/index.ts';
import type { Metrics } from './platform/metrics/index.ts';
import type { HubModule, Platform } from './platform/module.ts';

export { openStores, type PlatformParts, type Stores } from './app.platform.ts';

/** What a process does: serve, work, or both. */
export type Role = 'all' | 'api' | 'worker';

/** The modules of a hub, and what the platform asks of them. */
export interface Composition {
  modules: readonly HubModule[];
  directory: IntegrationDirectory;
  identity: { issuer: string; keys: JWTVerifyGetKey };
  /** Every call there must be; left out, the whole contract. */
  contract?: readonly AnyEndpoint[];
  frameOrigins?: () => readonly string[];
  /** Told of everybody who uses the hub. */
  seen?: (actor: Actor) => void;
  /** Which tokens were taken back before their time. */
  taken?: TakenBack;
}

export interface TakenBack {
  isTakenBack(identity: Identity, issuedAt: Date): Promise<boolean>;
  /** Calls back when more were taken back, by whichever process, and when that may have been missed. */
  onChange(listener: () => void): void;
}

export interface HubOptions extends PlatformOptions {
  role: Role;
  /** False where nothing is to begin by the clock of the machine: whenever a test runs, it may be the full hour. */
  schedules?: boolean;
  compose(platform: Platform, parts: PlatformParts): Composition | Promise<Composition>;
  /** Folder of the built web app. */
  webFolder?: string;
}

export interface Hub {
  /** Where it listens; undefined for a worker. */
  readonly url: string | undefined;
  readonly platform: Platform;
  /** Finishes what is under way, lets jobs reach a checkpoint, and closes what it has opened. */
  close(): Promise<void>;
}

/**
 * Starts a hub; when the promise resolves it serves (and works, by its role).
 * @throws Error when a store, a module, or the contract says no; nothing is left running then.
 */
export async function startHub(options: HubOptions): Promise<Hub> {
  const { log, role } = options;
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
  const opened = await openPlatform(options);
  undo.push(() => opened.close());
  try {
    const { platform, parts, metrics } = opened;
    const { jobs, realtime } = platform;
    const composition = await options.compose(platform, parts);
    jobs.register([parts.sendMail, ...composition.modules.flatMap((module) => module.jobs ?? [])]);
    const server = role === 'worker' ? undefined : await buildServer(options, platform, metrics, composition);
    await parts.changes.start();
    undo.push(() => parts.changes.stop());
    const started: HubModule[] = [];
    undo.push(async () => {
      for (const module of started.reverse()) await module.stop?.();
    });
    const works = role !== 'api';
    await jobs.start({ works, schedules: works && options.schedules !== false });
    undo.push(() => jobs.stop());
    for (const module of composition.modules) {
      started.push(module);
      await module.start?.();
    }
    if (works) await jobs.work({ alone: role === 'all' && platform.clickhouse.embedded });
    const url = server === undefined ? undefined : await serve(server);
    return { url, platform, close };

    async function serve({ http, authenticator }: BuiltServer): Promise<string> {
      undo.push(() => http.close());
      const address = await http.listen({ port: options.settings.port, host: options.settings.host });
      realtime.attach(http.server as Server, authenticator);
      composition.taken?.onChange(() => {
        realtime.recheck().catch((error: unknown) => log.error({ err: error }, 'sockets were not rechecked'));
      });
      // Sockets would keep the server open.
      undo.push(() => realtime.close());
      return address;
    }
  } catch (error) {
    await close();
    throw error;
  }
}

interface BuiltServer {
  http: FastifyInstance;
  authenticator: Authenticator;
}

async function buildServer(
  { settings, log, webFolder }: HubOptions,
  { postgres, clickhouse, clock, jobs }: OpenPlatform['platform'],
  metrics: Metrics,
  { modules, directory, identity, contract, frameOrigins, seen, taken }: Composition,
): Promise<BuiltServer> {
  const { issuer, keys } = identity;
  const authenticator = createAuthenticator({
    issuer,
    keys,
    clientId: settings.oidcClientId,
    audience: settings.oidcAudience,
    directory,
    clock,
    ...(taken === undefined ? {} : { isTakenBack: taken.isTakenBack }),
    ...(seen === undefined ? {} : { onActor: seen }),
  });
  const health = {
    postgres: () => postgres.pool.query('SELECT 1'),
    clickhouse: () => clickhouse.rows('SELECT 1', { label: 'health', timeoutMs: 2_000 }),
    jobs: () => jobs.check(),
  };
  const http = await createHttpServer({
    settings,
    log,
    authenticator,
    metrics,
    issuer,
    webFolder,
    bindings: [
      ...systemBindings({ settings, log, health, issuer }),
      ...modules.flatMap((module) => module.endpoints ?? []),
    ],
    plugins: modules.flatMap((module) => module.plugin ?? []),
    ...(contract === undefined ? {} : { contract }),
    ...(frameOrigins === undefined ? {} : { frameOrigins }),
  });
  return { http, authenticator };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
