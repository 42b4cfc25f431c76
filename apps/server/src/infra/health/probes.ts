import type { AddressInfo } from 'node:net';
import fastify, { type FastifyBaseLogger, type FastifyPluginAsync, LogController } from 'fastify';
import type { Settings } from '../config/settings.ts';
import { replyOf } from '../errors/index.ts';
import { StartupError } from '../errors/startup-errors.ts';
import type { Log } from '../log/index.ts';
import { type Metrics, serveMetrics } from '../metrics/index.ts';
import type { Health } from './health.ts';

/** Addresses of the probes, on the hub's own port and on that of `HEALTH_PORT`. */
export const livePath = '/live';
export const readyPath = '/ready';

/** Routes for probes: whether the process responds, and whether it should get requests. */
export function healthRoutes(health: Health): FastifyPluginAsync {
  return async (server) => {
    server.get(livePath, async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'live' };
    });
    server.get(readyPath, async (_request, reply) => {
      const readiness = await health.readiness();
      reply.header('cache-control', 'no-store').status(readiness.status === 'ready' ? 200 : 503);
      return readiness;
    });
  };
}

export interface ProbeServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves probes and metrics by plain http on a port of their own, for every role and from the beginning of the start on.
 * @throws StartupError when the port is in use
 */
export async function openProbeServer(
  settings: Pick<Settings, 'healthHost' | 'metricsToken' | 'metricsAllowedNetworks'> & { healthPort: number },
  health: Health,
  metrics: Metrics,
  log: Log,
): Promise<ProbeServer> {
  const { healthPort: port, healthHost: host } = settings;
  const server = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    forceCloseConnections: true,
  });
  server.setErrorHandler((error, request, reply) => {
    const { status, reply: body } = replyOf(error, request.id);
    return reply.status(status).send(body);
  });
  await server.register(healthRoutes(health));
  serveMetrics(server, metrics, settings);
  try {
    await server.listen({ port, host, listenTextResolver: () => 'probes are served' });
  } catch (error) {
    await server.close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartupError(
      `HEALTH_PORT ${port} is in use by another program: stop it, or set HEALTH_PORT to another one.`,
    );
  }
  const { port: own } = server.server.address() as AddressInfo;
  return { port: own, close: () => server.close() };
}
