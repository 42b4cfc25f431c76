import type { FastifyPluginAsync } from 'fastify';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { Files } from '../../platform/files/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { type DocumentAddresses, dispositionOf, documentPrefix } from './certificates.address.ts';
import { findFile } from './certificates.repo.ts';

/** Sends documents to whoever has a signed address, as downloads and never as pages of our origin. */
export function documentPlugin(
  db: Db,
  files: Files,
  addresses: () => Promise<DocumentAddresses>,
): FastifyPluginAsync {
  return async (server) => {
    server.route<{ Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }>({
      method: ['GET', 'HEAD'],
      url: `${documentPrefix}/:id/:name`,
      handler: async (request, reply) => {
        const id = Number(request.params.id);
        const { expires, signature } = request.query;
        const good =
          Number.isSafeInteger(id) &&
          typeof expires === 'string' &&
          typeof signature === 'string' &&
          (await addresses()).isGood(id, expires, signature);
        const file = good ? await findFile(db, id) : undefined;
        if (file === undefined)
          throw new NotFoundError('This address has expired, or there is no such file.');
        reply.headers({
          'content-type': file.content_type,
          'content-length': Number(file.bytes),
          'content-disposition': dispositionOf(file.file_name),
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        });
        if (request.method === 'HEAD') return reply.send();
        return reply.send(await files.stream(file.file_key));
      },
    });
  };
}
