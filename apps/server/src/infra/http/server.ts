import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { type AnyEndpoint, endpoints as contractEndpoints, messageOf } from '@ludus/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Authenticator } from '../auth/index.ts';
import type { Settings } from '../config/settings.ts';
import { NotFoundError, replyOf, TooManyRequestsError, UnsupportedMediaError } from '../errors/index.ts';
import type { Log } from '../log/index.ts';
import { type Metrics, serveMetrics, timeResponses } from '../metrics/index.ts';
import type { Tracing } from '../tracing/index.ts';
import { trustsProxy } from './addresses.ts';
import type { BoundEndpoint } from './bind.ts';
import { checkBindings, guardApiRoutes } from './boot.ts';
import type { CallCounts } from './call-counts.ts';
import { answerClientError } from './client-errors.ts';
import { closeInTime } from './closing.ts';
import { addApiDescription } from './docs.ts';
import { guardHost } from './host.ts';
import { checkJsonText } from './input-limits.ts';
import { readQuery } from './query.ts';
import { createRateLimits } from './rate-limits.ts';
import { followRequests, requestIdOf } from './request-id.ts';
import { addRoute, apiPrefix } from './route.ts';
import { addSecurityHeaders, type SecurityOptions } from './security.ts';
import { defaultTimeouts, endSlowBodies, type HttpTimeouts, limitConnections } from './slow-requests.ts';
import { serveWeb } from './static.ts';
import { removeLeftovers, uploadFolder } from './upload.ts';

export interface HttpOptions {
  settings: Settings;
  log: Log;
  authenticator: Authenticator;
  metrics: Metrics;
  tracing?: Tracing | undefined;
  bindings: readonly BoundEndpoint[];
  /** Raw routes of modules, outside `/api`. */
  plugins?: readonly FastifyPluginAsync[];
  /** Folder of the built web app; left out, the hub serves only the API. */
  webFolder?: string | undefined;
  /** The issuer of tokens. */
  issuer: string;
  frameOrigins?: SecurityOptions['frameOrigins'];
  /** What the rate limits count with; closed with the server. */
  counts: CallCounts;
  /** How long it waits for callers; tests set less. */
  timeouts?: Partial<HttpTimeouts>;
  /** Every call there must be; the whole contract unless a test sets another. */
  contract?: readonly AnyEndpoint[];
}

const bodyLimit = 1_048_576;
// A statistics request travels in the address.
const maxHeaderSize = 131_072;
const maxParamLength = 300;
const timeoutCheckMs = 5_000;
// Fast successful reads are not worth a log line; changes, refusals and slow responses are.
const slowMs = 1_000;

/**
 * The HTTP server, ready to listen: every endpoint of the contract, the raw routes, the API's description and the web
 * app. Nothing can be reached below `/api` that the contract does not name.
 * @throws Error when an endpoint is unbound, bound twice or without access, or when a raw route lies below `/api`.
 */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { settings, log, bindings, counts } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const trusts = trustsProxy(settings);
  checkBindings(bindings, options.contract ?? contractEndpoints);
  const server = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // The context of the request names it in each line.
    childLoggerFactory: (logger) => logger,
    genReqId: (raw) => requestIdOf(raw, trusts),
    bodyLimit,
    trustProxy: trusts,
    requestTimeout: timeouts.upload,
    http: { maxHeaderSize, headersTimeout: timeouts.headers, connectionsCheckingInterval: timeoutCheckMs },
    routerOptions: { maxParamLength, querystringParser: readQuery },
    exposeHeadRoutes: false,
    // An address that cannot be decoded or has an endless part names nothing.
    frameworkErrors: (_error, request, reply) => sendFailure(new NotFoundError(), request, reply),
    clientErrorHandler: answerClientError,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  });
  followRequests(server, options.tracing);
  closeInTime(server, log, timeouts.drain);
  server.decorateRequest('actor', null);
  guardApiRoutes(server);
  acceptJsonAndUploads(server);
  logRequests(server, log);
  addSecurityHeaders(server, { settings, issuer: options.issuer, frameOrigins: options.frameOrigins });
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1_024,
    // Responses are compressed while someone waits; the highest level costs more than it saves.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  server.setErrorHandler(sendFailure);
  guardHost(server, settings.publicUrl);
  limitConnections(server, settings, trusts);
  endSlowBodies(server, timeouts);
  const limits = await createRateLimits(server, settings, counts);
  if (settings.rateLimitAddress > 0) server.addHook('onRequest', limits.perAddress);
  server.addHook('onClose', async () => counts.close());

  timeResponses(server, options.metrics);
  serveMetrics(server, options.metrics, settings);
  const checkResponses = !settings.production;
  const uploads = uploadFolder(settings.dataDir);
  await removeLeftovers(uploads);
  for (const bound of bindings)
    addRoute(server, bound, { authenticator: options.authenticator, checkResponses, uploads, limits });
  await addApiDescription(server, options.contract ?? contractEndpoints, settings.publicUrl);
  for (const plugin of options.plugins ?? []) await server.register(plugin);
  await addFallback(server, options);
  return server;
}

/** What proxies note for a caller who left before the response, so that it counts among no failures of the hub. */
const clientLeft = 499;

/** Whether work ended because its caller left: `signal` of the call was aborted by the closed connection. */
function endedByLeaving(error: unknown, reply: FastifyReply): boolean {
  const hasLeft = reply.raw.destroyed && !reply.raw.writableEnded;
  return hasLeft && error instanceof Error && error.name === 'AbortError';
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (endedByLeaving(error, reply)) {
    request.log.debug({ requestId: request.id, path: pathOf(request.raw.url) }, 'the caller left');
    return reply.status(clientLeft).send();
  }
  const { status, reply: body } = replyOf(error, request.id);
  if (status >= 500) {
    request.log.error({ err: error, requestId: request.id, path: pathOf(request.raw.url) }, 'request failed');
  }
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  if (error instanceof TooManyRequestsError) void reply.header('retry-after', error.retryAfterSeconds);
  return reply.status(status).send(body);
}

/** Files of the web app are sent, and its page to addresses that only the app knows; everything else that is unknown gets a 404. */
async function addFallback(server: FastifyInstance, { webFolder }: HttpOptions): Promise<void> {
  const web = webFolder === undefined ? undefined : await serveWeb(server, webFolder);
  server.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.raw.url);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const isCall = path === apiPrefix || path.startsWith(`${apiPrefix}/`);
    if (web === undefined || !reads || isCall) throw new NotFoundError(messageOf('refusals.noSuchAddress'));
    if (await web.has(path)) return web.sendFile(path, reply);
    const looksLikeFile = /\.[a-z0-9]{1,8}$/i.test(path);
    if (looksLikeFile) throw new NotFoundError(messageOf('refusals.noSuchAddress'));
    return web.sendPage(request.raw.url ?? '/', reply);
  });
}

function acceptJsonAndUploads(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Browsers may name the type of a body that is not there.
    if (body === '') return done(null, undefined);
    try {
      checkJsonText(body as string);
    } catch (error) {
      return done(error as Error);
    }
    void parse(request, body as string, done);
  });
  // Read by the route itself, once it knows that the call is good for something.
  server.addContentTypeParser('multipart/form-data', (request, _body, done) => {
    if (request.routeOptions.config.endpoint?.upload !== undefined) done(null, undefined);
    else done(new UnsupportedMediaError(messageOf('refusals.noFilesTaken')));
  });
}

function logRequests(server: FastifyInstance, log: Log): void {
  server.addHook('onResponse', (request, reply, done) => {
    done();
    const milliseconds = Math.round(reply.elapsedTime);
    const usual = request.method === 'GET' && reply.statusCode < 400 && milliseconds < slowMs;
    if (usual && !log.isLevelEnabled('debug')) return;
    // Addresses are logged without their query: it may carry ids of players.
    log[usual ? 'debug' : 'info'](
      {
        requestId: request.id,
        endpoint: request.routeOptions.config.endpoint?.id,
        method: request.method,
        path: pathOf(request.raw.url),
        status: reply.statusCode,
        milliseconds,
        userId: request.actor?.userId,
        apiToken: request.actor?.apiToken,
      },
      'request',
    );
  });
}

function pathOf(url: string | undefined): string {
  return (url ?? '').split('?', 1)[0] ?? '';
}
