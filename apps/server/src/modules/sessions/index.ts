/** Game sessions: list, search, the session box with what can be done there, and the list by mail. */
import { join } from 'node:path';
import { isValidIdentity, recognisedRoles } from '@ludus/contract';
import { type Actor, actorFromIdentity } from '../../platform/access/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import type { SingleSessions } from '../fetching/index.ts';
import type { ReferenceDirectory } from '../integrations/index.ts';
import type { MailPayload } from './sessions.mail-payload.ts';
import { createSessionMails, defineMailJob, type MailBooks } from './sessions.mails.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { createSessionsService, type SessionBooks, type SessionsService } from './sessions.service.ts';

export type { MailBooks } from './sessions.mails.ts';
export type { SessionBooks, SessionsService } from './sessions.service.ts';

export interface SessionsPorts {
  books: SessionBooks & MailBooks;
  single: SingleSessions;
  directory: Pick<ReferenceDirectory, 'read' | 'findByName'>;
  /** When the actor's sessions were last fetched, ISO. */
  lastFetched(actor: Actor): Promise<string | null>;
  /** Accounts of the built-in identity provider; with another one, the roles of the request stand. */
  accounts: {
    readonly builtIn: boolean;
    findAccountByUsername(username: string): Promise<RequesterAccount | undefined>;
  };
}

export interface RequesterAccount {
  id: string;
  username: string;
  email: string;
  roles: readonly string[];
  integrationName: string | null;
  enabled: boolean;
}

export interface SessionsModule extends HubModule {
  service: SessionsService;
}

export function createSessionsModule(
  platform: Pick<Platform, 'settings' | 'log' | 'clock' | 'postgres' | 'jobs' | 'realtime' | 'mailer'>,
  ports: SessionsPorts,
): SessionsModule {
  const { settings, log, clock, postgres, jobs, realtime, mailer } = platform;
  const { books, single, directory } = ports;
  const service = createSessionsService({ books, single, directory, clock, realtime, log });
  const mailJob = defineMailJob({
    books,
    directory,
    findRequester: (requester) => findRequester(requester, ports),
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
  };
}

/** The person behind a queued mail, with the roles and the integration they have now. */
async function findRequester(
  requester: MailPayload['requester'],
  { accounts, directory }: SessionsPorts,
): Promise<Actor | null> {
  let { roles, integrationName, email } = requester;
  if (accounts.builtIn) {
    const account = await accounts.findAccountByUsername(requester.username);
    if (account === undefined || !account.enabled || account.id !== requester.userId) return null;
    roles = recognisedRoles(account.roles);
    ({ integrationName, email } = account);
  }
  if (!isValidIdentity({ roles, integrationName })) return null;
  const integration = integrationName === null ? null : await directory.findByName(integrationName);
  return actorFromIdentity({ ...requester, email, roles }, integration);
}
