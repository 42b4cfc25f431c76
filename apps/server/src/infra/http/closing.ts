import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../log/index.ts';

const lookEveryMs = 200;

/**
 * Lets a closing server end: connections are closed after their last response, and those that have not ended after
 * `drainMs` are cut, so that no slow download holds the process. A cut response is never taken for a whole one, because its
 * length or its last chunk is missing.
 */
export function closeInTime(server: FastifyInstance, log: Log, drainMs: number): void {
  let isClosing = false;
  // Those of websockets too, which Node no longer counts as connections of the HTTP server.
  const connections = new Set<Socket>();
  const running = new Set<FastifyRequest>();

  server.server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  server.addHook('onRequest', (request, reply, done) => {
    running.add(request);
    reply.raw.once('close', () => running.delete(request));
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done(null, payload);
  });
  server.addHook('preClose', (done) => {
    isClosing = true;
    if (!server.server.listening) return done();
    // Node closes the connections that are idle when it stops listening. Of responses whose headers were sent before then, the
    // kept connection would hold the hub for as long as the client wants.
    const looking = setInterval(() => server.server.closeIdleConnections(), lookEveryMs);
    const limit = setTimeout(cut, drainMs);
    server.server.once('close', () => {
      clearInterval(looking);
      clearTimeout(limit);
    });
    done();
  });

  function cut(): void {
    const requests = [...running].map(
      ({ id, method, routeOptions }) => `${method} ${routeOptions.url} (${id})`,
    );
    if (connections.size > 0) {
      log.warn({ connections: connections.size, requests }, 'connections did not end in time and were cut');
    }
    for (const connection of connections) connection.destroy();
  }
}
