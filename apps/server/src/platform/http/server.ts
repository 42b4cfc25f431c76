import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import { type AnyEndpoint, endpoints as contractEndpoints } from '@ludus/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  LogController,
} from 'fastify';
import type { Authenticator } from '../auth/index.ts';
import type { Settings } from '../config/settings.ts';
import { HubError, NotFoundError, replyOf, UnsupportedMediaError } from '../errors/index.ts';
import type { Log } from '../log/index.ts';
import { addMetrics, type Metrics } from '../metrics/index.ts';
import type { BoundEndpoint } from './bind.ts';
import { checkBindings, guardApiRoutes } from './boot.ts';
import { closeWithoutKeptConnections } from './closing.ts';
import { addApiDescription } from './docs.ts';
import { parseQuery } from './query.ts';
import { addRoute, apiPrefix } from './route.ts';
import { type SecurityOptions, securityHeaders } from './security.ts';
import { serveWeb } from './static.ts';
import { removeLeftovers, uploadFolder } from './upload.ts';

export interface HttpOptions {
  settings: Settings;
  log: Log;
  authenticator: Authenticator;
  metrics: Metrics;
  bindings: readonly BoundEndpoint[];
  /** Raw routes of modules, outside `/api`. */
  plugins?: readonly FastifyPluginAsync[];
  /** Folder of the built web app; left out, the hub serves the API alone. */
  webFolder?: string | undefined;
  /** The issuer of tokens. */
  issuer: string;
  frameOrigins?: SecurityOptions['frameOrigins'];
  /** Every call there must be; the whole contract unless a test says otherwise. */
  contract?: readonly AnyEndpoint[];
}

const bodyLimit = 1_048_576;
// For the request to arrive, 100 MB of video over a slow line included; the answer may take longer.
const slowestRequestMs = 900_000;
const slowestHeadersMs = 60_000;
// A statistics request travels in the address (API-084).
const maxHeaderSize = 131_072;
const maxParamLength = 300;
// Readings that go well and fast are not worth a line; changes, refusals and slow answers are.
const slowMs = 1_000;

/**
 * The HTTP server, ready to listen: every endpoint of the contract, the raw routes, the API's description and the web
 * app. Nothing can be reached below `/api` that the contract does not name.
 * @throws Error when an endpoint is unbound, bound twice or without access, or when a raw route lies below `/api`.
 */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { settings, log, bindings } = options;
  checkBindings(bindings, options.contract ?? contractEndpoints);
  const server = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit,
    requestTimeout: slowestRequestMs,
    http: { maxHeaderSize, headersTimeout: slowestHeadersMs },
    routerOptions: { maxParamLength, querystringParser: lenientQuery },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  });
  closeWithoutKeptConnections(server);
  server.decorateRequest('actor', null);
  guardApiRoutes(server);
  acceptJsonAndUploads(server);
  logRequests(server, log);
  await server.register(
    helmet,
    securityHeaders({ settings, issuer: options.issuer, frameOrigins: options.frameOrigins ?? (() => []) }),
  );
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1_024,
    // Answers are compressed while somebody waits; the highest level costs more than it saves.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await server.register(rateLimit, { global: false });
  server.setErrorHandler((error, request, reply) => {
    const { status, reply: body } = replyOf(error, request.id);
    if (status >= 500) {
      request.log.error(
        { err: error, requestId: request.id, path: pathOf(request.raw.url) },
        'request failed',
      );
    }
    if (status === 401) void reply.header('www-authenticate', 'Bearer');
    return reply.status(status).send(body);
  });

  addMetrics(server, options.metrics, settings);
  const checkResponses = !settings.production;
  const uploads = uploadFolder(settings.dataDir);
  await removeLeftovers(uploads);
  for (const bound of bindings)
    addRoute(server, bound, { authenticator: options.authenticator, checkResponses, uploads });
  await addApiDescription(server, options.contract ?? contractEndpoints);
  for (const plugin of options.plugins ?? []) await server.register(plugin);
  await addFallback(server, options);
  return server;
}

/** Addresses that only the web app knows get its page; everything else that is unknown gets a 404. */
async function addFallback(server: FastifyInstance, { webFolder }: HttpOptions): Promise<void> {
  const page = webFolder === undefined ? undefined : await serveWeb(server, webFolder);
  server.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.raw.url);
    const readsPage = request.method === 'GET' || request.method === 'HEAD';
    const isFile = /\.[a-z0-9]{1,8}$/i.test(path);
    if (
      page === undefined ||
      !readsPage ||
      isFile ||
      path === apiPrefix ||
      path.startsWith(`${apiPrefix}/`)
    ) {
      throw new NotFoundError('There is nothing at this address.');
    }
    return page(request.raw.url ?? '/', reply);
  });
}

function acceptJsonAndUploads(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Browsers may name the type of a body that is not there.
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
  // Read by the route itself, once it knows that the call is good for something.
  server.addContentTypeParser('multipart/form-data', (request, _body, done) => {
    if (request.routeOptions.config.endpoint?.upload !== undefined) done(null, undefined);
    else done(new UnsupportedMediaError('This call takes no files.'));
  });
}

function logRequests(server: FastifyInstance, log: Log): void {
  server.addHook('onResponse', async (request, reply) => {
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
      },
      'request',
    );
  });
}

function pathOf(url: string | undefined): string {
  return (url ?? '').split('?', 1)[0] ?? '';
}

// Raw routes read `request.query`; endpoints read the address again, strictly.
function lenientQuery(text: string): Record<string, unknown> {
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof HubError) return {};
    throw error;
  }
}
