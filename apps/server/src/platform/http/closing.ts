import type { FastifyInstance } from 'fastify';

const lookEveryMs = 200;

/**
 * Has a server that closes let connections go as their last answer ends. Node closes those that are idle when it stops
 * listening; one that is busy then and kept alive afterwards would hold the hub for as long as clients keep it.
 */
export function closeWithoutKeptConnections(server: FastifyInstance): void {
  let isClosing = false;
  server.addHook('preClose', (done) => {
    isClosing = true;
    // For answers whose head has gone out before: they cannot say any more that they are the last.
    const looking = setInterval(() => server.server.closeIdleConnections(), lookEveryMs);
    server.server.once('close', () => clearInterval(looking));
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done(null, payload);
  });
}
