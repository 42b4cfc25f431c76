import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import parseRange from 'range-parser';
import type { ByteRange } from '../files/types.ts';

/** A stored file. `etag` names its content where a client may send it back. */
export interface StoredBytes {
  bytes: number;
  etag?: string;
  /** Opens the whole file, or reads only a range of it. */
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * Sends a stored file, or the one range of it that is requested (206, 416): browsers need ranges to seek in a video, and
 * Safari to play one. HEAD opens nothing.
 */
export async function sendBytes(
  reply: FastifyReply,
  { bytes, etag, open }: StoredBytes,
): Promise<FastifyReply> {
  const { method, headers } = reply.request;
  reply.header('accept-ranges', 'bytes');
  const isSameFile = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isSameFile ? rangeOf(headers.range, bytes) : undefined;
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${bytes}`).type('text/plain').send('');
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
  reply.header('content-length', end - start + 1);
  return method === 'HEAD' ? reply.send() : reply.send(await open(range));
}

/** The one requested range; undefined for none, for several, and for malformed headers, which servers ignore. */
function rangeOf(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined) return undefined;
  // A suffix longer than the file is the whole file (RFC 9110, 14.1.2); the parser would refuse it.
  const clamped = header.replace(/^bytes=-(\d+)$/, (_, suffix) => `bytes=-${Math.min(suffix, bytes)}`);
  const ranges = parseRange(bytes, clamped);
  if (ranges === -2 || (ranges !== -1 && (ranges.type !== 'bytes' || ranges.length > 1))) return undefined;
  return ranges === -1 ? 'unsatisfiable' : ranges[0];
}
