/** Game sessions: list, search, details, closing and refreshing one; and the list by mail. */
import { join } from 'node:path';
import { mailSessions } from '@ludus/contract';
import { type CurrentRights, findPrincipal } from '../../infra/access/principal.ts';
import { bind } from '../../infra/http/index.ts';
import { createMailQuota } from '../../infra/mail/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { SingleSessions } from '../fetching/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { CoverageOf } from '../statistics/index.ts';
import { createWholeLists, type MailSessionStore, type WholeLists } from './sessions.lists.ts';
import { createSessionMails, defineMailJob, type StoreLargeList } from './sessions.mails.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { createSessionsService, type SessionsService, type SessionsStorePort } from './sessions.service.ts';

export { requestedIntegrations } from './sessions.filter.ts';
export {
  createWholeLists,
  type MailSessionStore,
  type WholeList,
  type WholeLists,
  writeWhole,
} from './sessions.lists.ts';
export { type MailedFilter, mailedFilter } from './sessions.mail-payload.ts';
export { filterLines } from './sessions.mail-text.ts';
export type { LargeList, StoreLargeList } from './sessions.mails.ts';
export { toSessionRow, unknownGame } from './sessions.mapper.ts';
export { maySeeListedDue, requireVisible } from './sessions.policy.ts';
export type { SessionsService, SessionsStorePort } from './sessions.service.ts';

export interface SessionsPorts {
  sessionStore: SessionsStorePort & MailSessionStore;
  single: SingleSessions;
  referenceData: Pick<ReferenceData, 'read'>;
}

export interface SessionsModule extends HubModule {
  service: SessionsService;
  /** The same, without an event for each session: a job of hundreds publishes what it has changed together. */
  quietService: SessionsService;
  lists: WholeLists;
}

export function createSessionsModule(
  infra: Pick<Infra, 'log' | 'clock' | 'postgres' | 'realtime'>,
  { sessionStore, single, referenceData }: SessionsPorts,
): SessionsModule {
  const { log, clock, postgres, realtime } = infra;
  const deps = { sessionStore, single, referenceData, clock, log, postgres };
  const service = createSessionsService({ ...deps, realtime });
  return {
    name: 'sessions',
    endpoints: sessionRoutes(service),
    service,
    quietService: createSessionsService({ ...deps, realtime: { publish: () => {} } }),
    lists: createWholeLists({ sessionStore, referenceData }),
  };
}

export interface SessionMailsPorts {
  lists: WholeLists;
  referenceData: Pick<ReferenceData, 'read' | 'findByName'>;
  coverage: CoverageOf;
  identityOf: CurrentRights['identityOf'];
  storeLargeList: StoreLargeList;
}

/** The sessions list by mail. Exports, which store large lists, are made of the lists of the module above. */
export function createSessionMailsModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'jobs' | 'mailer'>,
  ports: SessionMailsPorts,
): HubModule {
  const { settings, clock, postgres, jobs, mailer } = infra;
  const rights = { identityOf: ports.identityOf, integrations: ports.referenceData };
  const job = defineMailJob({
    ...ports,
    findPrincipal: (userId, scope) => findPrincipal(userId, scope, rights),
    mailer,
    postgres,
    clock,
    workDir: join(settings.dataDir, 'work'),
  });
  const mails = createSessionMails({ postgres, jobs, job, quota: createMailQuota(settings, clock) });
  return {
    name: 'session mails',
    endpoints: [
      bind(mailSessions, async ({ actor, query }) => ({ jobId: await mails.request(actor, query) })),
    ],
    jobs: [job],
  };
}
