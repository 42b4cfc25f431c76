import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { inContext } from '../log/index.ts';
import type { TrustsProxy } from './addresses.ts';

export const requestIdHeader = 'x-request-id';

const wellFormed = /^[\w.:-]{8,128}$/;

/** Returns the id of a request: the one that a trusted proxy has given it, else a new one. */
export function requestIdOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusts: TrustsProxy,
): string {
  const given = headers[requestIdHeader];
  const isTaken = typeof given === 'string' && wellFormed.test(given) && trusts(socket.remoteAddress, 0);
  return isTaken ? given : randomUUID();
}

/** Names the request in its response, and in every line that is logged while it is handled. */
export function followRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    // On the raw response, so that routes that take it over send it too.
    reply.raw.setHeader(requestIdHeader, request.id);
    inContext({ requestId: request.id }, done);
  });
  // The body arrives in the context of its connection.
  server.addHook('preValidation', (request, _reply, done) => inContext({ requestId: request.id }, done));
}
