import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ByteRange } from '../files/types.ts';
import { sendBytes } from './ranges.ts';

/** A stored file as a browser is to save it, or with `inline` to show it. */
export interface Download {
  fileName: string;
  contentType: string;
  bytes: number;
  /** Only for kinds that a browser shows without running anything; they get an origin of their own all the same. */
  inline?: boolean;
  open(range?: ByteRange): Promise<Readable>;
}

/** A file that is at hand in memory; a PDF unless it says otherwise. */
export const downloadOf = (fileName: string, bytes: Buffer, contentType = 'application/pdf'): Download => ({
  fileName,
  contentType,
  bytes: bytes.length,
  open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
});

/** Sends a file as a download and never as a page of our origin, whatever is in it; also a part of it, and for HEAD none. */
export async function sendDownload(
  reply: FastifyReply,
  { fileName, contentType, bytes, inline = false, open }: Download,
): Promise<FastifyReply> {
  reply.headers({
    'content-type': contentType,
    'content-disposition': dispositionOf(inline ? 'inline' : 'attachment', fileName),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': inline ? viewerPolicy(contentType) : closedPolicy,
  });
  return sendBytes(reply, { bytes, open });
}

// The last two do not follow `default-src`.
const closed = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
/** The content policy of a file that a browser has no reason to show as a page. */
export const closedPolicy = `${closed}; sandbox`;

/**
 * The browser's own viewer needs the file itself and a style. A video it reads a second time, and only from its own origin:
 * nothing runs there either, because scripts stay forbidden.
 */
function viewerPolicy(contentType: string): string {
  const sandbox = contentType.startsWith('video/') ? 'sandbox allow-same-origin' : 'sandbox';
  return `${closed}; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; ${sandbox}`;
}

/** `Content-Disposition` of a file with that name, whatever is in it (RFC 6266). */
function dispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
