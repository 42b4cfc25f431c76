import { messageOf } from '@ludus/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '../../infra/errors/index.ts';
import type { Files } from '../../infra/files/index.ts';
import { closedPolicy, documentHeaders, sendBytes } from '../../infra/http/index.ts';
import { kindOfName } from './media.kinds.ts';
import { mediaKey } from './media.service.ts';
import { mediaPrefix } from './media.urls.ts';

const hashPattern = /^[0-9a-f]{64}$/;
const namePattern = /^[A-Za-z0-9_-][A-Za-z0-9_-]{0,79}\.[a-z0-9]{2,5}$/;

/**
 * Serves stored media to anyone who knows the address (an `<img>` sends no token): the hash in it is that of the
 * content, so it cannot be guessed and the response never changes.
 */
export function mediaPlugin(files: Files): FastifyPluginAsync {
  return async (server) => {
    server.route<{ Params: { hash: string; name: string } }>({
      method: ['GET', 'HEAD'],
      url: `${mediaPrefix}/:hash/:name`,
      handler: async (request, reply) => serve(files, request, reply, request.params),
    });
  };
}

async function serve(
  files: Files,
  request: FastifyRequest,
  reply: FastifyReply,
  { hash, name }: { hash: string; name: string },
) {
  const kind = hashPattern.test(hash) && namePattern.test(name) ? kindOfName(name) : null;
  const key = mediaKey(hash, name);
  if (kind === null || !(await files.exists(key)))
    throw new NotFoundError(messageOf('refusals.fileNotFound'));
  const size = await files.size(key);
  const etag = `"${hash}-${name}"`;
  for (const name of documentHeaders) reply.removeHeader(name);
  reply.headers({
    'content-type': kind.contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': closedPolicy,
  });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return sendBytes(reply, { bytes: size, etag, open: (range) => files.stream(key, range) });
}

function isKnown(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag);
}
