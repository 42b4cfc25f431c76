import { rm } from 'node:fs/promises';
import type { AnyEndpoint } from '@ludus/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireScope } from '../access/index.ts';
import { type Authenticator, bearerToken } from '../auth/index.ts';
import { TooManyRequestsError, UnauthorizedError } from '../errors/index.ts';
import type { BoundEndpoint } from './bind.ts';
import { jsonOf } from './lasting.ts';
import { parseQuery, queryText } from './query.ts';
import { receiveUpload, type Upload } from './upload.ts';
import { fieldsOf, validateAddress, validateInput } from './validate.ts';

/** Where everything of the contract lives. */
export const apiPrefix = '/api';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for every route of the contract. */
    endpoint?: AnyEndpoint;
  }
  interface FastifyRequest {
    /** Set once the token has been accepted. */
    actor: import('../access/index.ts').Actor | null;
  }
}

export interface RouteOptions {
  authenticator: Authenticator;
  /** Check every answer against its schema; off in production, where a wrong answer is still better than none. */
  checkResponses: boolean;
  /** Where files of calls wait until they are answered. */
  uploads: string;
}

/**
 * Adds the route of a bound endpoint. Refusals come in this order: 401 without a valid token, 403 without the scope
 * (both before the body is read), 429, 404 for what cannot exist, 422; then the handler decides.
 */
export function addRoute(server: FastifyInstance, bound: BoundEndpoint, options: RouteOptions): void {
  const { endpoint } = bound;
  server.route({
    method: endpoint.method,
    url: `${apiPrefix}${endpoint.path}`,
    config: {
      endpoint,
      ...(endpoint.perMinute === undefined ? {} : { rateLimit: perPerson(endpoint.perMinute) }),
    },
    ...(endpoint.access === 'public' ? {} : { onRequest: (request) => signIn(request, endpoint, options) }),
    handler: (request, reply) => answer(request, reply, bound, options),
  });
}

async function signIn(request: FastifyRequest, endpoint: AnyEndpoint, { authenticator }: RouteOptions) {
  const { actor } = await authenticator.authenticate(bearerToken(request.headers.authorization));
  request.actor = actor;
  if (endpoint.access !== 'signed-in' && endpoint.access !== 'public') requireScope(actor, endpoint.access);
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  bound: BoundEndpoint,
  options: RouteOptions,
) {
  const { endpoint } = bound;
  if (endpoint.access !== 'public' && request.actor === null) throw new UnauthorizedError();
  const address = { params: request.params, query: parseQuery(queryText(request.raw.url ?? '')) };
  if (endpoint.upload === undefined) {
    return handled(request, reply, bound, options, { ...address, body: request.body });
  }
  // Nobody should have to send a file to something that is not there.
  validateAddress(endpoint, address);
  const { maxBytes } = endpoint.upload;
  const upload = await receiveUpload(request.raw, { folder: options.uploads, maxBytes });
  try {
    return await handled(request, reply, bound, options, { ...address, body: upload.fields }, upload);
  } finally {
    await rm(upload.file.path, { force: true });
  }
}

async function handled(
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint, handle }: BoundEndpoint,
  options: RouteOptions,
  raw: { params: unknown; query: unknown; body: unknown },
  upload?: Upload,
) {
  const input = validateInput(endpoint, raw);
  let signal: AbortSignal | undefined;
  const value = await handle({
    params: input.params as never,
    query: input.query as never,
    body: input.body as never,
    actor: request.actor,
    file: upload?.file,
    headers: request.headers,
    requestId: request.id,
    get signal() {
      signal ??= goneSignal(reply);
      return signal;
    },
    reply: {
      header: (name, text) => void reply.header(name, text),
      status: (code) => void reply.status(code),
    },
  });
  const text = jsonOf(value, (made) => {
    if (options.checkResponses) checkResponse(endpoint, made);
  });
  // What one person may see is nothing that a cache should keep.
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  return reply.type('application/json; charset=utf-8').send(text);
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort();
  });
  return gone.signal;
}

function checkResponse(endpoint: AnyEndpoint, value: unknown): void {
  const parsed = endpoint.response.safeParse(value);
  if (parsed.success) return;
  const findings = Object.entries(fieldsOf(parsed.error.issues)).map(([path, text]) => `${path}: ${text}`);
  throw new Error(`The answer of ${endpoint.id} is not what the contract says: ${findings.join('; ')}`);
}

function perPerson(max: number) {
  return {
    max,
    timeWindow: 60_000,
    // Not before the token has been read: the limit counts by person.
    hook: 'preHandler' as const,
    keyGenerator: (request: FastifyRequest) => request.actor?.userId ?? request.ip,
    errorResponseBuilder: () => new TooManyRequestsError(),
  };
}
