/** Prometheus metrics of this process. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { messageOf } from '@ludus/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Settings } from '../config/settings.ts';
import { NotFoundError } from '../errors/index.ts';
import { withTimeout } from '../health/timeout.ts';
import { withinNetworks } from '../http/addresses.ts';

export { addHealthMetrics, addUseMetrics } from './process.ts';
export { addToTotal, findTotals } from './totals.ts';

/** One registry per hub, so that several hubs may live in one process of tests. */
export interface Metrics {
  registry: Registry;
  httpSeconds: Histogram<'endpoint' | 'method' | 'status'>;
  jobSeconds: Histogram<'name' | 'outcome'>;
  jobFailures: Counter<'name'>;
  /** Time of a query of the session store, waiting for a connection included. */
  clickhouseSeconds: Histogram<'label' | 'operation' | 'outcome'>;
  mails: Counter<'outcome'>;
  signIns: Counter<'outcome'>;
  /** Adds a gauge of this process that is read when Prometheus scrapes: `read` returns values by label. */
  gauge(name: string, help: string, label: string, read: ReadValues): void;
  /** Adds a gauge of this process with one value, and constant labels. */
  value(name: string, help: string, read: () => Promise<number>, labels?: Record<string, string>): void;
  /** Runs reads of the stores two at a time: a scrape must not take the pool from callers. */
  inTurn<T>(read: () => Promise<T>): Promise<T>;
  /** Adds a gauge of the whole hub: every process has the same values, so they carry `scope="hub"`. */
  sharedGauge(name: string, help: string, label: string, read: ReadValues): void;
  /** Adds a counter of the whole hub whose totals are read when Prometheus scrapes; see `addToTotal`. */
  sharedCounter(name: string, help: string, label: string, read: ReadValues): void;
}

type ReadValues = () => Promise<Record<string, number>>;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const inTurn = pLimit(readsAtOnce);
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'hub_http_request_seconds',
      help: 'Response time, by endpoint of the contract.',
      labelNames: ['endpoint', 'method', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    jobSeconds: new Histogram({
      name: 'hub_job_seconds',
      help: 'Time of one attempt of a job, by name and outcome.',
      labelNames: ['name', 'outcome'],
      buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 1_800],
      registers: [registry],
    }),
    jobFailures: new Counter({
      name: 'hub_job_failures_total',
      help: 'Jobs that failed for good.',
      labelNames: ['name'],
      registers: [registry],
    }),
    clickhouseSeconds: new Histogram({
      name: 'hub_session_store_query_seconds',
      help: 'Time of a query of the session store, by its label.',
      labelNames: ['label', 'operation', 'outcome'],
      buckets: [0.005, 0.02, 0.1, 0.5, 1, 5, 30],
      registers: [registry],
    }),
    mails: new Counter({
      name: 'hub_mails_total',
      help: 'Mails handed to the mail server, by outcome.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    signIns: new Counter({
      name: 'hub_sign_ins_total',
      help: 'Sign-ins at the built-in provider: accepted, or why they were refused.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    gauge: (name, help, label, read) => addGauge(name, help, label, read, {}),
    value(name, help, read, labels = {}) {
      const metric: Gauge<string> = new Gauge({
        name,
        help,
        labelNames: Object.keys(labels),
        registers: [registry],
        async collect() {
          metric.reset();
          const found = await readInTime(read);
          if (found === undefined) metric.remove(labels);
          else metric.set(labels, found);
        },
      });
    },
    inTurn,
    sharedGauge: (name, help, label, read) => addGauge(name, help, label, () => inTurn(read), ofHub),
    sharedCounter(name, help, label, read) {
      const metric: Counter<string> = new Counter({
        name,
        help,
        labelNames: [label, ...Object.keys(ofHub)],
        registers: [registry],
        async collect() {
          metric.reset();
          for (const [key, value] of Object.entries((await readInTime(() => inTurn(read))) ?? {}))
            metric.inc({ [label]: key, ...ofHub }, value);
        },
      });
    },
  };

  function addGauge(
    name: string,
    help: string,
    label: string,
    read: ReadValues,
    labels: Record<string, string>,
  ): void {
    const metric: Gauge<string> = new Gauge({
      name,
      help,
      labelNames: [label, ...Object.keys(labels)],
      registers: [registry],
      async collect() {
        metric.reset();
        for (const [key, value] of Object.entries((await readInTime(read)) ?? {}))
          metric.set({ [label]: key, ...labels }, value);
      },
    });
  }
}

/** Label of what is the same in all processes: to be read with `max`, never summed over them. */
const ofHub = { scope: 'hub' } as const;

const readMs = 2_000;
const readsAtOnce = 2;

/** A store that is away must not take the other metrics with it: what cannot be read in time is left out. */
async function readInTime<T>(read: () => Promise<T>): Promise<T | undefined> {
  return withTimeout(read(), readMs).catch(() => undefined);
}

const proxyHeader = /^(?:x-forwarded(?:-.*)?|forwarded|x-real-ip|via)$/;

/** Times every response of an endpoint. */
export function timeResponses(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    done();
    const endpoint = request.routeOptions.config.endpoint?.id;
    if (endpoint === undefined) return;
    const labels = { endpoint, method: request.method, status: String(reply.statusCode) };
    metrics.httpSeconds.observe(labels, reply.elapsedTime / 1_000);
  });
}

/**
 * Serves the metrics at `/metrics` for the token of the settings, or to their networks. What a proxy forwards is checked by the
 * address that it forwards.
 */
export function serveMetrics(
  server: FastifyInstance,
  metrics: Metrics,
  settings: Pick<Settings, 'metricsToken' | 'metricsAllowedNetworks'>,
): void {
  const isAllowed = withinNetworks(settings.metricsAllowedNetworks);
  function isNear({ ip, socket, headers }: FastifyRequest): boolean {
    // A proxy that is not trusted looks like the caller, but says that it is a proxy.
    const isHidden =
      ip === socket.remoteAddress && Object.keys(headers).some((name) => proxyHeader.test(name));
    return !isHidden && isAllowed(ip);
  }
  server.get('/metrics', async (request, reply) => {
    if (!hasToken(request, settings.metricsToken) && !isNear(request))
      throw new NotFoundError(messageOf('refusals.noSuchAddress'));
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined || given === undefined) return false;
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(given), hashOf(token));
}
