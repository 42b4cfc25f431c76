import type { FastifyPluginAsync } from 'fastify';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { Files } from '../../platform/files/index.ts';
import { sendDownload } from '../../platform/http/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { type DocumentAddresses, documentPrefix } from './certificates.address.ts';
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
        const good = Number.isSafeInteger(id) && (await addresses()).isGood(id, request.query);
        const file = good ? await findFile(db, id) : undefined;
        if (file === undefined)
          throw new NotFoundError('This address has expired, or there is no such file.');
        return sendDownload(reply, {
          fileName: file.file_name,
          contentType: file.content_type,
          bytes: Number(file.bytes),
          open: () => files.stream(file.file_key),
        });
      },
    });
  };
}
