import type { FastifyError, FastifyInstance, FastifyPluginAsync } from 'fastify';
import type Provider from 'oidc-provider';
import { requestIdHeader, strictTransportHeader } from '../../infra/http/index.ts';
import { isStorableQuery } from './anonymous-state.ts';
import { callerAddress, type Origins, rawRoute, realmPath } from './identity.origins.ts';
import { createSignInContext, type RouteOf } from './sign-in.context.ts';
import { registerSignInPages, type SignInPagesDeps } from './sign-in.routes.ts';

export interface IdentityPluginDeps extends Omit<SignInPagesDeps, 'provider'> {
  origins: Origins;
  provider: () => Promise<Provider>;
}

/**
 * Raw routes of the provider and its pages. They bring their own security headers: a general policy would block the
 * form that leads back to the application, and browsers apply `form-action` to the redirects after it too.
 */
export function createIdentityPlugin(deps: IdentityPluginDeps): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '';
      // Cookies belong to one name of this machine, so people are led to it; scripts may use either.
      if (request.method === 'GET' && deps.origins.isTwin(request.headers.host) && isPage(path)) {
        return reply.redirect(`${deps.origins.issuerOrigin}${request.url}`, 307);
      }
      // On the raw response, because the provider takes it over.
      reply.raw.setHeader(requestIdHeader, request.id);
      for (const [name, value] of Object.entries(securityHeaders(deps.origins))) {
        reply.raw.setHeader(name, value);
      }
    });
    const { addresses, byName } = await deps.assets();
    const context = createSignInContext(deps, addresses);
    app.setErrorHandler<FastifyError, RouteOf>((error, request, reply) => {
      if (!isPage(request.url.split('?', 1)[0] ?? '')) throw error;
      return context.failed(request, reply, error);
    });
    await app.register(async (pages) => registerSignInPages(pages, deps, context, byName));
    await app.register(async (scope) => registerProvider(scope, deps));
  };
}

function isPage(path: string): boolean {
  const below = path.slice(realmPath.length);
  return (
    below.startsWith('/sign-in/') ||
    below.startsWith('/protocol/openid-connect/auth') ||
    below.startsWith('/protocol/openid-connect/logout')
  );
}

// The provider reads the request itself, so nothing may be taken from it before.
function registerProvider(app: FastifyInstance, deps: IdentityPluginDeps): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const publicUrl = new URL(deps.origins.issuerOrigin);
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: `${realmPath}/*`,
    ...rawRoute,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const provider = await deps.provider();
      const { raw } = request;
      reply.hijack();
      const original = raw.url ?? '/';
      Object.assign(raw, { originalUrl: original, url: storableUrl(original.slice(realmPath.length)) });
      // Whatever host or proxy the request names: addresses are built only from the public origin.
      raw.headers.host = publicUrl.host;
      raw.headers['x-forwarded-host'] = publicUrl.host;
      raw.headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1);
      raw.headers['x-forwarded-for'] = callerAddress(request);
      await provider.callback()(raw, reply.raw);
      // The request log names the address that was asked for.
      raw.url = original;
    },
  });
}

// The provider stores the parameters of a sign-in and of a sign-out. Without them it says that the address is not complete.
function storableUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  return isStorableQuery(query.join('?')) ? url : path;
}

function securityHeaders(origins: Origins): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "font-src 'self'",
      `form-action 'self' ${origins.allowed.join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    ...strictTransportHeader(origins.issuerOrigin),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  };
}
