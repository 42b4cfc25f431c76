import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A stored file as a browser is to save it. */
export interface Download {
  fileName: string;
  contentType: string;
  bytes: number;
  open(): Promise<Readable>;
}

/** Sends a file as a download and never as a page of our origin, whatever is in it. Without `open` for HEAD. */
export async function sendDownload(
  reply: FastifyReply,
  method: string,
  { fileName, contentType, bytes, open }: Download,
): Promise<FastifyReply> {
  reply.headers({
    'content-type': contentType,
    'content-length': bytes,
    'content-disposition': dispositionOf(fileName),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  return method === 'HEAD' ? reply.send() : reply.send(await open());
}

/** `Content-Disposition` of a download with that name, whatever is in it (RFC 6266). */
function dispositionOf(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
