/** Game sessions: list, search, the session box with what can be done there, and the list by mail. */
import { join } from 'node:path';
import type { Actor } from '../../platform/access/index.ts';
import { type CurrentRights, findRequester } from '../../platform/access/requester.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import type { SingleSessions } from '../fetching/index.ts';
import type { ReferenceDirectory } from '../integrations/index.ts';
import { createWholeLists, type MailBooks, type WholeLists } from './sessions.lists.ts';
import { createSessionMails, defineMailJob } from './sessions.mails.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { createSessionsService, type SessionBooks, type SessionsService } from './sessions.service.ts';

export {
  createWholeLists,
  type MailBooks,
  type WholeList,
  type WholeLists,
  writeWhole,
} from './sessions.lists.ts';
export { type MailedFilter, mailedFilter } from './sessions.mail-payload.ts';
export { filterLines } from './sessions.mail-text.ts';
export type { SessionBooks, SessionsService } from './sessions.service.ts';

export interface SessionsPorts {
  books: SessionBooks & MailBooks;
  single: SingleSessions;
  directory: Pick<ReferenceDirectory, 'read' | 'findByName'>;
  /** When the actor's sessions were last fetched, ISO. */
  lastFetched(actor: Actor): Promise<string | null>;
  identityOf: CurrentRights['identityOf'];
}

export interface SessionsModule extends HubModule {
  service: SessionsService;
  lists: WholeLists;
}

export function createSessionsModule(
  platform: Pick<Platform, 'settings' | 'log' | 'clock' | 'postgres' | 'jobs' | 'realtime' | 'mailer'>,
  ports: SessionsPorts,
): SessionsModule {
  const { settings, log, clock, postgres, jobs, realtime, mailer } = platform;
  const { books, single, directory } = ports;
  const service = createSessionsService({ books, single, directory, clock, realtime, log });
  const lists = createWholeLists({ books, directory });
  const mailJob = defineMailJob({
    lists,
    directory,
    findRequester: (userId, scope) => findRequester(userId, scope, ports),
    lastFetched: (actor) => ports.lastFetched(actor),
    mailer,
    postgres,
    clock,
    workDir: join(settings.dataDir, 'work'),
  });
  return {
    name: 'sessions',
    endpoints: sessionRoutes(service, createSessionMails(jobs, mailJob)),
    jobs: [mailJob],
    service,
    lists,
  };
}
