/** Starts and stops the hub: its infrastructure and its modules, in the right order. */
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyEndpoint, Identity } from '@ludus/contract';
import type { FastifyInstance } from 'fastify';
import type { JWTVerifyGetKey } from 'jose';
import { type InfraOptions, type InfraParts, type OpenInfra, openInfra } from './app.infra.ts';
import type { Actor, IntegrationLookup } from './infra/access/index.ts';
import {
  type ApiTokenLookup,
  type Authenticator,
  createAuthenticator,
  type ViewingLookup,
} from './infra/auth/index.ts';
import { createHealth, type Health, healthRoutes, openProbeServer } from './infra/health/index.ts';
import { createCallCounts, createHttpServer, systemBindings } from './infra/http/index.ts';
import { addHealthMetrics, createMetrics } from './infra/metrics/index.ts';
import type { HubModule, Infra } from './infra/module.ts';
import { openTracing, type Tracing } from './infra/tracing/index.ts';

export { type InfraParts, openStores, type Stores } from './app.infra.ts';

/** What a process does: serve, work, or both. */
export type Role = 'all' | 'api' | 'worker';

/** The modules of a hub, and what the infrastructure needs from them. */
export interface Composition {
  modules: readonly HubModule[];
  integrations: IntegrationLookup;
  identity: { issuer: string; keys: JWTVerifyGetKey };
  /** Every call there must be; left out, the whole contract. */
  contract?: readonly AnyEndpoint[];
  frameOrigins?: () => readonly string[];
  /** Called for every authenticated caller. */
  recordSeen?: (actor: Actor) => void;
  apiTokens?: ApiTokenLookup;
  /** Who views as an integration. */
  viewing?: ViewingLookup;
  /** Tokens that were revoked before they expire. */
  revokedTokens?: RevokedTokens;
}

export interface RevokedTokens {
  isRevoked(identity: Identity, issuedAt: Date, grantId: string | undefined): Promise<boolean>;
  /** Calls back when a process revokes tokens, and when a revocation may have been missed. */
  onChange(listener: () => void): void;
}

/** How long a stop waits, in milliseconds. */
export interface StopLimits {
  /** For running requests and downloads, before they are cut. */
  requests: number;
  /** For jobs to reach a checkpoint. */
  jobs: number;
  /** From the beginning of the stop, for queries of the session store, before they are cancelled. */
  queries: number;
}

const defaultStopLimits: StopLimits = { requests: 20_000, jobs: 20_000, queries: 24_000 };

export interface HubOptions extends Omit<InfraOptions, 'metrics' | 'tracing'> {
  role: Role;
  /** False keeps schedules from starting jobs: a test may run at the full hour. */
  schedules?: boolean;
  compose(infra: Infra, parts: InfraParts): Composition | Promise<Composition>;
  /** Folder of the built web app. */
  webFolder?: string;
  /** Tests set less. */
  stopLimits?: StopLimits;
}

export interface Hub {
  /** Where it listens; undefined for a worker. */
  readonly url: string | undefined;
  readonly infra: Infra;
  /** Where probes and metrics are served; undefined without a port of their own. */
  readonly probePort: number | undefined;
  /** How long a stop serves on before it begins, in milliseconds. */
  readonly drainMs: number;
  /**
   * Is not ready any more and serves on for as long as the settings say. Then stops in order: takes no further requests, sockets and jobs; lets running requests end and jobs reach a checkpoint, side
   * by side, and cuts what takes too long; then closes what it has opened, the stores last.
   */
  close(): Promise<void>;
}

/**
 * Starts a hub; when the promise resolves it serves (and works, by its role).
 * @throws Error when a store, a module or the contract check fails; nothing is left running then.
 */
export async function startHub(options: HubOptions): Promise<Hub> {
  const { log, role, settings, stopLimits = defaultStopLimits } = options;
  const undo: (() => Promise<unknown> | unknown)[] = [];
  const health = createHealth(log);
  const metrics = createMetrics();
  addHealthMetrics(metrics, health, role);
  const drainMs = settings.drainSeconds * 1_000;
  let opened: OpenInfra | undefined;
  const stop = once(async () => {
    const limit = setTimeout(() => {
      log.warn('queries of the session store did not end in time and are cancelled');
      opened?.infra.clickhouse.cancelQueries();
    }, stopLimits.queries);
    for (const step of undo.reverse()) {
      try {
        await step();
      } catch (error) {
        log.error({ err: error }, 'a part of the hub did not stop properly');
      }
    }
    clearTimeout(limit);
  });
  const close = once(async () => {
    health.markDraining();
    if (drainMs > 0) {
      log.info(
        { seconds: settings.drainSeconds },
        'the hub is not ready any more and serves on before it stops',
      );
      await wait(drainMs);
    }
    await stop();
  });
  try {
    const probePort = await serveProbes();
    const tracing = await openTracing(settings, log);
    undo.push(() => tracing?.close());
    opened = await openInfra({ ...options, metrics, tracing });
    const { infra, parts } = opened;
    undo.push(() => opened?.close());
    const { jobs, realtime } = infra;
    const composition = await options.compose(infra, parts);
    jobs.register([parts.sendMail, ...composition.modules.flatMap((module) => module.jobs ?? [])]);
    const server =
      role === 'worker' ? undefined : await buildServer(options, infra, composition, { health, tracing });
    await parts.changes.start();
    undo.push(() => parts.changes.stop());
    const started: HubModule[] = [];
    undo.push(async () => {
      for (const module of started.reverse()) await module.stop?.();
    });
    const works = role !== 'api';
    health.watch({
      postgres: { check: () => infra.postgres.pool.query('SELECT 1'), isRequired: true },
      // Without it an api process fails reads of figures with a message of their own and serves everything else.
      clickhouse: {
        check: () => infra.clickhouse.rows('SELECT 1', { label: 'health', timeoutMs: 2_000 }),
        isRequired: role === 'worker',
      },
      jobs: { check: () => jobs.check(), isRequired: true },
      // Without it uploads and downloads fail with a message of their own.
      ...(settings.s3 === undefined
        ? {}
        : { files: { check: () => infra.files.check(), isRequired: false } }),
    });
    await jobs.start({ works, schedules: works && options.schedules !== false });
    undo.push(() => jobs.stop(0));
    undo.push(() => drain(server));
    for (const module of composition.modules) {
      started.push(module);
      await module.start?.();
    }
    if (works) await jobs.work({ isOnlyWorker: role === 'all' && infra.clickhouse.embedded });
    const url = server === undefined ? undefined : await serve(server);
    health.markStarted();
    return { url, infra, probePort, drainMs, close };

    async function drain(built: BuiltServer | undefined): Promise<void> {
      const requests = built?.http.close();
      // After the server takes no more connections; sockets would keep it open.
      realtime.disconnect();
      await Promise.all([requests, jobs.drain(stopLimits.jobs)]);
    }

    async function serve({ http, authenticator }: BuiltServer): Promise<string> {
      const address = await http.listen({ port: options.settings.port, host: options.settings.host });
      realtime.attach(http.server as Server, authenticator, options.settings);
      composition.revokedTokens?.onChange(() => {
        realtime.recheck().catch((error: unknown) => log.error({ err: error }, 'sockets were not rechecked'));
      });
      return address;
    }
  } catch (error) {
    await stop();
    throw error;
  }

  async function serveProbes(): Promise<number | undefined> {
    const { healthPort } = settings;
    if (healthPort === undefined) return undefined;
    const server = await openProbeServer({ ...settings, healthPort }, health, metrics, log);
    undo.push(() => server.close());
    return server.port;
  }
}

interface BuiltServer {
  http: FastifyInstance;
  authenticator: Authenticator;
}

async function buildServer(
  { settings, log, webFolder, stopLimits = defaultStopLimits }: HubOptions,
  { postgres, clock, metrics }: OpenInfra['infra'],
  {
    modules,
    integrations,
    identity,
    contract,
    frameOrigins,
    recordSeen,
    revokedTokens,
    apiTokens,
    viewing,
  }: Composition,
  { health, tracing }: { health: Health; tracing: Tracing | undefined },
): Promise<BuiltServer> {
  const { issuer, keys } = identity;
  const authenticator = createAuthenticator({
    issuer,
    keys,
    clientId: settings.oidcClientId,
    audience: settings.oidcAudience,
    integrations,
    clock,
    ...(revokedTokens === undefined ? {} : { isRevoked: revokedTokens.isRevoked }),
    ...(recordSeen === undefined ? {} : { onActor: recordSeen }),
    ...(apiTokens === undefined ? {} : { apiTokens }),
    ...(viewing === undefined ? {} : { viewing }),
  });
  const http = await createHttpServer({
    settings,
    log,
    authenticator,
    metrics,
    tracing,
    counts: createCallCounts({ postgres, clock, log }),
    issuer,
    webFolder,
    timeouts: { drain: stopLimits.requests },
    bindings: [
      ...systemBindings({ settings, health, issuer }),
      ...modules.flatMap((module) => module.endpoints ?? []),
    ],
    plugins: [healthRoutes(health), ...modules.flatMap((module) => module.plugin ?? [])],
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
