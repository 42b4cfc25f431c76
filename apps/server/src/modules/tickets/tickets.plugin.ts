import type { FastifyPluginAsync } from 'fastify';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { Files } from '../../platform/files/index.ts';
import { sendDownload } from '../../platform/http/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { type TicketFileAddresses, ticketFilePrefix } from './tickets.address.ts';
import { isShown } from './tickets.kinds.ts';
import { findMedium } from './tickets.repo.ts';

/** Sends files of tickets to whoever has a signed address: what browsers show safely in a window, the rest to be saved. */
export function ticketFilePlugin(
  db: Db,
  files: Files,
  addresses: () => Promise<TicketFileAddresses>,
): FastifyPluginAsync {
  return async (server) => {
    server.route<{ Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }>({
      method: ['GET', 'HEAD'],
      url: `${ticketFilePrefix}/:id/:name`,
      handler: async ({ params, query }, reply) => {
        const id = Number(params.id);
        const good = Number.isSafeInteger(id) && (await addresses()).isGood(id, query);
        const file = good ? await findMedium(db, id) : undefined;
        if (file === undefined)
          throw new NotFoundError('This address has expired, or there is no such file.');
        return sendDownload(reply, {
          fileName: file.name,
          contentType: file.content_type,
          bytes: Number(file.bytes),
          inline: isShown(file.content_type),
          open: () => files.stream(file.file_key),
        });
      },
    });
  };
}
