/** Problems that people of integrations and of the provider report, answer and close. */
import {
  addTicketLink,
  assignTicket,
  createAnswer,
  createSavedReply,
  createTicket,
  deleteSavedReply,
  deleteTicket,
  getTicket,
  getTicketSatisfaction,
  getTicketSettings,
  listSavedReplies,
  listTicketAssignees,
  listTicketLinks,
  listTickets,
  rateTicket,
  removeTicketLink,
  restoreTicket,
  saveTicketSettings,
  updateSavedReply,
  uploadTicketMedia,
} from '@ludus/contract';
import { type CurrentRights, findActor } from '../../infra/access/principal.ts';
import { bind, bindUpload, createSignedFiles } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { ReferenceData } from '../integrations/index.ts';
import { findTicketFile } from './tickets.files.ts';
import { createTicketLinks } from './tickets.links.ts';
import { createTicketRatings } from './tickets.ratings.ts';
import { createSavedReplies } from './tickets.replies.ts';
import { createTicketsService, type TicketsDeps, type TicketsService } from './tickets.service.ts';
import {
  createTicketTargets,
  defineEscalateTicketsJob,
  startEscalating,
  type TicketTargets,
} from './tickets.targets.ts';

export { cleanedHtml } from './tickets.html.ts';
export type { ImportedTicket } from './tickets.import.ts';
export { insertReply } from './tickets.replies.repo.ts';
export type { TicketsService } from './tickets.service.ts';

export type TicketsModule = HubModule & { service: TicketsService; targets: TicketTargets };

export interface TicketsPorts extends Pick<TicketsDeps, 'sessionStore' | 'notify'> {
  referenceData: Pick<ReferenceData, 'read' | 'findByName'>;
  identityOf: CurrentRights['identityOf'];
}

export function createTicketsModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'files' | 'realtime' | 'jobs'>,
  ports: TicketsPorts,
): TicketsModule {
  const { settings, clock, postgres, files, realtime, jobs } = infra;
  const rights = { identityOf: ports.identityOf, integrations: ports.referenceData };
  const signedFiles = createSignedFiles(
    { settings, clock },
    {
      prefix: '/files/tickets',
      purpose: 'ticket file',
      async find(id, userId) {
        const actor = await findActor(userId, rights);
        return actor && findTicketFile({ db: postgres.db, files }, actor, Number(id));
      },
    },
  );
  const service = createTicketsService({
    ...ports,
    postgres,
    files,
    clock,
    realtime,
    urlSigner: signedFiles.urlSigner,
  });
  const targets = createTicketTargets({ postgres, clock, realtime, notify: ports.notify });
  const links = createTicketLinks({ ...ports, postgres, realtime });
  const ratings = createTicketRatings({ postgres, clock, realtime, notify: ports.notify });
  const replies = createSavedReplies({ postgres, clock, realtime });
  const escalate = defineEscalateTicketsJob(targets);
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
      bind(restoreTicket, ({ actor, params }) => service.restore(actor, params.id)),
      bindUpload(uploadTicketMedia, ({ actor, params, file, body }) =>
        service.attach(actor, params.id, file, body.answerId),
      ),
      bind(createAnswer, ({ actor, body }) => service.answer(actor, body)),
      bind(listTicketAssignees, async () => ({ rows: await service.assignees() })),
      bind(assignTicket, ({ actor, params, body }) => service.assign(actor, params.id, body)),
      bind(listTicketLinks, async ({ actor, params }) => ({ rows: await links.list(actor, params.id) })),
      bind(addTicketLink, ({ actor, params, body }) => links.add(actor, params.id, body)),
      bind(removeTicketLink, async ({ actor, params }) => {
        await links.remove(actor, params.id, params.linkId);
        return null;
      }),
      bind(rateTicket, async ({ actor, params, body }) => {
        await ratings.rate(actor, params.id, body);
        return service.get(actor, params.id);
      }),
      bind(getTicketSatisfaction, async () => ({ rows: await ratings.satisfaction() })),
      bind(listSavedReplies, async ({ actor }) => ({ rows: await replies.list(actor) })),
      bind(createSavedReply, ({ actor, body }) => replies.create(actor, body)),
      bind(updateSavedReply, ({ actor, params, body }) => replies.update(actor, params.id, body)),
      bind(deleteSavedReply, async ({ actor, params }) => {
        await replies.remove(actor, params.id);
        return null;
      }),
      bind(getTicketSettings, () => targets.get()),
      bind(saveTicketSettings, ({ actor, body }) => targets.save(actor, body)),
    ],
    jobs: [escalate],
    plugin: signedFiles.plugin,
    start: () => startEscalating(jobs, escalate),
    service,
    targets,
  };
}
