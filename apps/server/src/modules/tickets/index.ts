/** Problems that people of integrations and of the provider report, answer and close. */
import {
  createAnswer,
  createTicket,
  deleteTicket,
  getTicket,
  listTickets,
  uploadTicketMedia,
} from '@ludus/contract';
import { openVault } from '../../platform/crypto/index.ts';
import { createFileRemoval } from '../../platform/files/index.ts';
import { bind, bindUpload } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { createTicketFileAddresses, type TicketFileAddresses } from './tickets.address.ts';
import { ticketFilePlugin } from './tickets.plugin.ts';
import { findKeys } from './tickets.repo.ts';
import { createTicketsService, type TicketsDeps, type TicketsService } from './tickets.service.ts';

export type { EnteredTicket } from './tickets.enter.ts';
export { cleanedHtml } from './tickets.html.ts';
export type { TicketsService } from './tickets.service.ts';

export type TicketsModule = HubModule & { service: TicketsService };

export type TicketsPorts = Pick<TicketsDeps, 'books' | 'directory' | 'tell'>;

export function createTicketsModule(
  platform: Pick<Platform, 'settings' | 'clock' | 'postgres' | 'files' | 'jobs' | 'realtime'>,
  ports: TicketsPorts,
): TicketsModule {
  const { settings, clock, postgres, files, jobs, realtime } = platform;
  let made: Promise<TicketFileAddresses> | undefined;
  const addresses = () =>
    (made ??= openVault(settings).then((vault) => createTicketFileAddresses(vault, clock)));
  const removal = createFileRemoval({ files, jobs }, 'remove-ticket-files', (keys) =>
    findKeys(postgres.db, keys),
  );
  const service = createTicketsService({
    ...ports,
    postgres,
    files,
    clock,
    realtime,
    addresses,
    removeFiles: removal.remove,
  });
  return {
    name: 'tickets',
    endpoints: [
      bind(listTickets, ({ actor, query }) => service.list(actor, query)),
      bind(getTicket, ({ actor, params }) => service.get(actor, params.id)),
      bind(createTicket, ({ actor, body }) => service.create(actor, body)),
      bind(deleteTicket, async ({ actor, params }) => {
        await service.remove(actor, params.id);
        return null;
      }),
      bindUpload(uploadTicketMedia, ({ actor, params, file, body }) =>
        service.attach(actor, params.id, file, body.answerId),
      ),
      bind(createAnswer, ({ actor, body }) => service.answer(actor, body)),
    ],
    jobs: [removal.job],
    plugin: ticketFilePlugin(postgres.db, files, addresses),
    service,
  };
}
