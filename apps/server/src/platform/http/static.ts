import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Serves the built web app from a folder. Files under `assets` carry a hash of their content in their names and are
 * kept by browsers for ever; the page itself is asked for each time. Answers the fallback for addresses that
 * only the app knows; without a build it is undefined.
 */
export async function serveWeb(
  server: FastifyInstance,
  folder: string,
): Promise<((reply: FastifyReply) => FastifyReply) | undefined> {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  await server.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return (reply) => reply.sendFile('index.html');
}

/**
 * The identity provider knows the hub by one origin. A page opened at another name of the same machine
 * (127.0.0.1 instead of localhost) could not sign in there, so it goes to the known one.
 */
export function canonicalAddress(request: FastifyRequest, publicUrl: string): string | undefined {
  const known = new URL(publicUrl);
  const asked = URL.parse(`http://${request.headers.host}`);
  if (asked === null || asked.host === known.host) return undefined;
  const sameMachine = loopbackNames.has(asked.hostname) && loopbackNames.has(known.hostname);
  return sameMachine && asked.port === known.port ? `${known.origin}${request.raw.url}` : undefined;
}
