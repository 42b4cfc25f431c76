import { rm } from 'node:fs/promises';
import { type AnyEndpoint, isOpenToTokens, isReading, messageOf, viewAsHeader } from '@ludus/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireScope } from '../access/index.ts';
import { type Authenticator, bearerToken } from '../auth/index.ts';
import { ForbiddenError, UnauthorizedError } from '../errors/index.ts';
import { Accepted, type BoundEndpoint } from './bind.ts';
import { jsonOf } from './cached-json.ts';
import { checkedQuery } from './query.ts';
import type { RateLimits } from './rate-limits.ts';
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
  /** Check every response against its schema; off in production, where a wrong response is better than none. */
  checkResponses: boolean;
  /** Folder of uploaded files while their call is handled. */
  uploads: string;
  limits: RateLimits;
}

/**
 * Adds the route of a bound endpoint. Refusals come in this order: 401 without a valid token, 403 without the scope, 429
 * (all before the body is read), 404 for what cannot exist, 422; then the handler decides.
 */
export function addRoute(server: FastifyInstance, bound: BoundEndpoint, options: RouteOptions): void {
  const { endpoint } = bound;
  const perMinute = options.limits.perMinute(endpoint);
  server.route({
    method: endpoint.method,
    url: `${apiPrefix}${endpoint.path}`,
    config: { endpoint },
    onRequest: async (request) => {
      if (endpoint.access !== 'public') {
        await signIn(request, endpoint, options);
        await options.limits.rateLimitPerUser(request);
      }
      await perMinute?.(request);
    },
    handler: (request, reply) => answer(request, reply, bound, options),
  });
}

async function signIn(request: FastifyRequest, endpoint: AnyEndpoint, { authenticator }: RouteOptions) {
  const token = bearerToken(request.headers.authorization);
  const { actor } = await authenticator.authenticate(token, request.ip, viewAsOf(request));
  request.actor = actor;
  if (actor.apiToken !== undefined && !isOpenToTokens(endpoint))
    throw new ForbiddenError(messageOf('refusals.notForTokens'));
  if (actor.viewer !== undefined && !isReading(endpoint))
    throw new ForbiddenError(messageOf('refusals.viewAsReadOnly'));
  if (endpoint.access !== 'signed-in' && endpoint.access !== 'public') requireScope(actor, endpoint.access);
}

/** An empty header is a grant that opens nothing: no one who asks for less rights gets their own. */
function viewAsOf({ headers }: FastifyRequest): string | undefined {
  const given = headers[viewAsHeader];
  return Array.isArray(given) ? given.join() : given;
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  bound: BoundEndpoint,
  options: RouteOptions,
) {
  const { endpoint } = bound;
  if (endpoint.access !== 'public' && request.actor === null) throw new UnauthorizedError();
  const address = { params: request.params, query: checkedQuery(request.query) };
  if (endpoint.upload === undefined) {
    return handled(request, reply, bound, options, { ...address, body: request.body });
  }
  // No one should have to send a file to something that is not there.
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
  const isAccepted = value instanceof Accepted;
  if (isAccepted) void reply.status(202);
  const text = jsonOf(isAccepted ? value.body : value, (made) => {
    if (options.checkResponses) checkResponse(endpoint, made, isAccepted);
  });
  // Responses depend on the user's rights, so no cache may keep them.
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  return reply.type('application/json; charset=utf-8').send(text);
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) disconnected.abort();
  });
  return disconnected.signal;
}

function checkResponse(endpoint: AnyEndpoint, value: unknown, isAccepted: boolean): void {
  const schema = isAccepted ? endpoint.accepted : endpoint.response;
  if (schema === undefined) throw new Error(`The contract names no 202 of ${endpoint.id}.`);
  const parsed = schema.safeParse(value);
  if (parsed.success) return;
  const findings = Object.entries(fieldsOf(parsed.error.issues)).map(([path, text]) => `${path}: ${text}`);
  throw new Error(`The response of ${endpoint.id} does not match the contract: ${findings.join('; ')}`);
}
