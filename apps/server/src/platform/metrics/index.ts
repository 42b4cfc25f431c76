/** Numbers for Prometheus about this process. */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Settings } from '../config/settings.ts';
import { NotFoundError } from '../errors/index.ts';

/** One registry per hub, so that several hubs may live in one process of tests. */
export interface Metrics {
  registry: Registry;
  httpSeconds: Histogram<'endpoint' | 'method' | 'status'>;
  jobSeconds: Histogram<'name' | 'outcome'>;
  jobFailures: Counter<'name'>;
  /** Adds numbers that are read when somebody looks: `read` answers value by label. */
  gauge(name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'hub_http_request_seconds',
      help: 'Time to answer, by endpoint of the contract.',
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
    gauge(name, help, label, read) {
      const metric: Gauge<string> = new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          metric.reset();
          for (const [key, value] of Object.entries(await read())) metric.set({ [label]: key }, value);
        },
      });
    },
  };
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Times every answer, and serves the numbers at `/metrics`: to this machine alone unless the settings say otherwise. */
export function addMetrics(
  server: FastifyInstance,
  metrics: Metrics,
  settings: Pick<Settings, 'metricsPublic'>,
): void {
  server.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpoint?.id;
    if (endpoint === undefined) return;
    const labels = { endpoint, method: request.method, status: String(reply.statusCode) };
    metrics.httpSeconds.observe(labels, reply.elapsedTime / 1_000);
  });
  server.get('/metrics', async (request, reply) => {
    // Behind a proxy on the same machine every caller looks local, but a proxy says that it is one.
    const local = loopback.has(request.socket.remoteAddress ?? '') && !('x-forwarded-for' in request.headers);
    if (!local && !settings.metricsPublic) throw new NotFoundError('There is nothing at this address.');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
