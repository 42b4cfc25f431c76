import type { FastifyInstance } from 'fastify';

const lookEveryMs = 200;

/**
 * Closes connections of a closing server after their last response. Node closes those that are idle when it stops
 * listening; one that is busy then and kept alive would keep the hub running for as long as the client wants.
 */
export function closeWithoutKeptConnections(server: FastifyInstance): void {
  let isClosing = false;
  server.addHook('preClose', (done) => {
    isClosing = true;
    // For responses whose headers were sent before: they can no longer carry `connection: close`.
    const looking = setInterval(() => server.server.closeIdleConnections(), lookEveryMs);
    server.server.once('close', () => clearInterval(looking));
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done(null, payload);
  });
}
