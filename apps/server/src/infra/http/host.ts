import type { FastifyInstance } from 'fastify';
import { MisdirectedError } from '../errors/index.ts';
import { livePath, readyPath } from '../health/index.ts';
import { apiPrefix } from './route.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Health probes call by IP address, and nothing in the responses is built from the host name. */
const anyHost = new Set([`${apiPrefix}/health`, livePath, readyPath, '/metrics']);

/** Returns whether a `Host` is the hub's: that of the public address; on this machine any name of it, with any port. */
export function hostsOf(publicUrl: string): (host: string | undefined) => boolean {
  const home = new URL(publicUrl);
  const isLocal = loopbackNames.includes(home.hostname);
  return (host) => {
    const requested = host === undefined || host === '' ? null : URL.parse(`${home.protocol}//${host}`);
    if (requested === null || requested.pathname !== '/' || requested.username !== '') return false;
    return isLocal ? loopbackNames.includes(requested.hostname) : requested.host === home.host;
  };
}

/**
 * Refuses requests that name another host, in `Host` or, from a trusted proxy, in `X-Forwarded-Host`: a page whose name
 * resolves here (DNS rebinding) must not be able to call the hub.
 */
export function guardHost(server: FastifyInstance, publicUrl: string): void {
  const isOwn = hostsOf(publicUrl);
  // Nearly every request names the same host as the one before it.
  let lastOwn: string | undefined;
  server.addHook('onRequest', (request, _reply, done) => {
    const { host } = request;
    if (host !== lastOwn && isOwn(host)) lastOwn = host;
    const mayPass = host === lastOwn || anyHost.has(request.raw.url?.split('?', 1)[0] ?? '');
    done(mayPass ? undefined : new MisdirectedError());
  });
}
