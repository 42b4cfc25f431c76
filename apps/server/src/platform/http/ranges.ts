import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What is stored under an address. `etag` names its content where that may be asked for again. */
export interface StoredBytes {
  bytes: number;
  etag?: string;
  open(): Promise<Readable>;
}

/**
 * Sends a stored file, or the one range of it that is asked for (206, 416), without which no browser seeks in a video and
 * Safari plays none. HEAD opens nothing.
 */
export async function sendBytes(
  reply: FastifyReply,
  { bytes, etag, open }: StoredBytes,
): Promise<FastifyReply> {
  const { method, headers } = reply.request;
  reply.header('accept-ranges', 'bytes');
  const isSameFile = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isSameFile ? rangeOf(headers.range, bytes) : null;
  if (range === 'impossible') {
    return reply.code(416).header('content-range', `bytes */${bytes}`).type('text/plain').send('');
  }
  const { from, to } = range ?? { from: 0, to: bytes - 1 };
  if (range !== null) reply.code(206).header('content-range', `bytes ${from}-${to}/${bytes}`);
  reply.header('content-length', to - from + 1);
  if (method === 'HEAD') return reply.send();
  const whole = await open();
  return reply.send(range === null ? whole : Readable.from(part(whole, from, to)));
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
