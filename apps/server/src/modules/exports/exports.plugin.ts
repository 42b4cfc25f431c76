import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../platform/clock/index.ts';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { Files } from '../../platform/files/index.ts';
import { sendDownload } from '../../platform/http/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { type ExportAddresses, exportPrefix } from './exports.address.ts';
import { contentTypes } from './exports.file.ts';
import { findExport } from './exports.repo.ts';

/** Sends exported files to whoever has a signed address. */
export function exportPlugin(
  db: Db,
  files: Files,
  clock: Clock,
  addresses: () => Promise<ExportAddresses>,
): FastifyPluginAsync {
  return async (server) => {
    server.route<{ Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }>({
      method: ['GET', 'HEAD'],
      url: `${exportPrefix}/:id/:name`,
      handler: async ({ params: { id }, query }, reply) => {
        // The signature stands before the look-up, so what is looked up is an id that the hub has made.
        const file = (await addresses()).isGood(id, query) ? await findExport(db, id, null) : undefined;
        if (file === undefined || file.bytes === null || file.expires_at <= clock.now()) {
          throw new NotFoundError('This address has expired, or there is no such file.');
        }
        return sendDownload(reply, {
          fileName: file.file_name,
          contentType: contentTypes[file.format],
          bytes: Number(file.bytes),
          open: () => files.stream(file.file_key),
        });
      },
    });
  };
}
