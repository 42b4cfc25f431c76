import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inContext, type WorkContext } from '../log/index.ts';
import { type RunningSpan, readTraceparent, type Tracing } from '../tracing/index.ts';
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

declare module 'fastify' {
  interface FastifyRequest {
    /** The names of what is done for the request. */
    work: WorkContext;
  }
}

/**
 * Names the request in its response, and in every line that is logged while it is handled. Calls of the API are traced where
 * there is tracing.
 */
export function followRequests(server: FastifyInstance, tracing: Tracing | undefined): void {
  server.decorateRequest('work');
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header(requestIdHeader, request.id);
    const span = traceCall(tracing, request, reply);
    request.work = {
      requestId: request.id,
      ...(span === undefined ? {} : { traceparent: span.traceparent }),
    };
    inContext(request.work, done);
  });
  // The body arrives in the context of its connection.
  server.addHook('preValidation', (request, _reply, done) => inContext(request.work, done));
}

/** Begins the span of a call below the one that its `traceparent` names: by its route, because addresses hold ids. */
function traceCall(
  tracing: Tracing | undefined,
  { id, method, headers, routeOptions }: FastifyRequest,
  { raw }: FastifyReply,
): RunningSpan | undefined {
  const { url, config } = routeOptions;
  if (tracing === undefined || url === undefined || config.endpoint === undefined) return undefined;
  const span = tracing.start(`${method} ${url}`, {
    kind: 'server',
    parent: readTraceparent(headers.traceparent),
    attributes: { 'http.request.method': method, 'http.route': url, 'hub.request_id': id },
  });
  raw.once('close', () => {
    span.set({ 'http.response.status_code': raw.statusCode });
    span.end(raw.statusCode >= 500 ? new Error() : undefined);
  });
  return span;
}
