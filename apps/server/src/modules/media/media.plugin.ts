import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { Files } from '../../platform/files/index.ts';
import { mediaPrefix } from './media.address.ts';
import { kindOfName } from './media.kinds.ts';
import { mediaKey } from './media.service.ts';

const hashPattern = /^[0-9a-f]{64}$/;
const namePattern = /^[A-Za-z0-9_-][A-Za-z0-9_-]{0,79}\.[a-z0-9]{2,5}$/;

/**
 * Serves stored media to anybody who knows the address (an `<img>` sends no token): the hash in it is that of the
 * content, so it cannot be guessed and the answer never changes.
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
  if (kind === null || !(await files.exists(key))) throw new NotFoundError('File not found');
  const size = await files.size(key);
  const etag = `"${hash}-${name}"`;
  reply.headers({
    'content-type': kind.contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const sameFile = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = sameFile ? rangeOf(request.headers.range, size) : null;
  if (range === 'impossible') {
    return reply.code(416).header('content-range', `bytes */${size}`).type('text/plain').send('');
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  if (range !== null) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  reply.header('content-length', to - from + 1);
  if (request.method === 'HEAD') return reply.send();
  const whole = await files.stream(key);
  return reply.send(range === null ? whole : Readable.from(part(whole, from, to)));
}

function isKnown(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag);
}

/** One range of bytes, both ends included; null for none or for a form that may be ignored. */
function rangeOf(
  header: string | undefined,
  size: number,
): { from: number; to: number } | 'impossible' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (match === null) return null;
  const [first, last] = [match[1] ?? '', match[2] ?? ''];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (from >= size || to < from || (first === '' && Number(last) === 0)) return 'impossible';
  return { from, to };
}

async function* part(whole: Readable, from: number, to: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of whole as AsyncIterable<Buffer>) {
    const start = Math.max(0, from - at);
    const end = Math.min(piece.length, to + 1 - at);
    if (start < end) yield piece.subarray(start, end);
    at += piece.length;
    if (at > to) return;
  }
}
