/** Game sessions: list, search, the session box with what can be done there, and the list by mail. */
import { join } from 'node:path';
import { type CurrentRights, findRequester } from '../../platform/access/requester.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import type { SingleSessions } from '../fetching/index.ts';
import type { FreshnessOf, ReferenceDirectory } from '../integrations/index.ts';
import { createWholeLists, type MailBooks, type WholeLists } from './sessions.lists.ts';
import { createSessionMails, defineMailJob } from './sessions.mails.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { createSessionsService, type SessionBooks, type SessionsService } from './sessions.service.ts';

export { askedIntegrations } from './sessions.filter.ts';
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
  freshness: FreshnessOf;
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
    freshness: (actor, asked) => ports.freshness(actor, asked),
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
