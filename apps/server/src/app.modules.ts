/** Which modules the hub has, and what each takes from the others. */
import { createDemoModule } from '../seeds/demo.ts';
import type { Composition, PlatformParts } from './app.ts';
import { createBetsModule } from './modules/bets/index.ts';
import { type Books, createBooksModule } from './modules/books/index.ts';
import { createCertificatesModule } from './modules/certificates/index.ts';
import { createExportsModule } from './modules/exports/index.ts';
import { createFetchingModule, type FetchingModule } from './modules/fetching/index.ts';
import { createGamesModule } from './modules/games/index.ts';
import { createIdentityModule, demoAccounts } from './modules/identity/index.ts';
import {
  createIntegrationManagement,
  createIntegrationsModule,
  type ReferenceDirectory,
} from './modules/integrations/index.ts';
import { createJobsModule } from './modules/jobs/index.ts';
import { createLogsModule } from './modules/logs/index.ts';
import { createMailingListModule } from './modules/mailing-list/index.ts';
import { createMaintenancesModule } from './modules/maintenances/index.ts';
import { createMediaModule } from './modules/media/index.ts';
import { createNotificationsModule } from './modules/notifications/index.ts';
import { createReportsModule } from './modules/reports/index.ts';
import { createSessionsModule } from './modules/sessions/index.ts';
import { createStatisticsModule } from './modules/statistics/index.ts';
import { createTicketsModule } from './modules/tickets/index.ts';
import { createUserGuideModule } from './modules/user-guide/index.ts';
import { createUsersModule } from './modules/users/index.ts';
import { remoteKeys } from './platform/auth/index.ts';
import type { Platform } from './platform/module.ts';

/** The composition with what command lines use of it. */
export interface HubComposition extends Composition {
  services: { fetching: FetchingModule; books: Books; integrations: ReferenceDirectory };
}

/** The whole hub. Making it does no work. */
export function composeHub(
  platform: Platform,
  { changes, outgoing, sendMail }: PlatformParts,
): HubComposition {
  const identity = createIdentityModule(platform);
  const books = createBooksModule(platform);
  const media = createMediaModule(platform);
  const users = createUsersModule(platform, {
    changes,
    ...(identity.directory === undefined ? {} : { directory: identity.directory }),
  });
  const notifications = createNotificationsModule(platform, {
    users: users.service,
    mail: sendMail,
    confirmMaintenance: (tx, answer) => maintenances.service.confirmMaintenance(tx, answer),
  });
  const certificates = createCertificatesModule(platform);
  const games = createGamesModule(platform, {
    changes,
    outgoing,
    documents: certificates.service,
    media: media.service,
    tell: notifications.service.tell,
  });
  const integrations = createIntegrationsModule(platform, {
    changes,
    outgoing,
    people: users.service,
    isFetching: () => fetching.isFetching(),
  });
  const integrationManagement = createIntegrationManagement(platform, integrations, {
    changes,
    outgoing,
    people: users.service,
    tell: notifications.service.tell,
    toldTo: (integrationId) => maintenances.service.toldTo(integrationId),
    renameAccounts: (tx, nameKeys, name) => identity.renameIntegration(tx, nameKeys, name),
    async forget(tx, { id, nameKeys }) {
      await users.service.forgetIntegration(tx, id);
      await identity.renameIntegration(tx, nameKeys, null);
      await certificates.service.removeOfIntegration(tx, id);
      await maintenances.service.forgetIntegration(tx, id);
      await mailingList.service.forgetIntegration(tx, id);
    },
  });
  const maintenances = createMaintenancesModule(platform, {
    directory: integrations.directory,
    connections: integrations.connections,
    outgoing,
    integrationIdsWithUsers: users.service.integrationIdsWithUsers,
    tell: notifications.service.tell,
  });
  const fetching = createFetchingModule(platform, { integrations, books: books.service, outgoing });
  const sessions = createSessionsModule(platform, {
    books: books.service,
    single: fetching.single,
    directory: integrations.directory,
    freshness: integrations.freshness,
    identityOf: users.identityOf,
  });
  const tickets = createTicketsModule(platform, {
    books: books.service,
    directory: integrations.directory,
    tell: notifications.service.tell,
  });
  const statistics = createStatisticsModule(platform, {
    books: books.service,
    directory: integrations.directory,
    freshness: integrations.freshness,
  });
  const reports = createReportsModule(platform, {
    books: books.service,
    directory: integrations.directory,
    freshness: integrations.freshness,
  });
  const exports = createExportsModule(platform, {
    statistics: statistics.service,
    reports: reports.service,
    lists: sessions.lists,
    directory: integrations.directory,
    freshness: integrations.freshness,
    identityOf: users.identityOf,
  });
  const mailingList = createMailingListModule(platform, {
    directory: integrations.directory,
    reports: reports.service,
    identityOf: users.identityOf,
  });
  const demo = createDemoModule(platform, {
    games,
    integrations,
    media,
    maintenances,
    notifications,
    tickets,
    books: books.service,
    outgoing,
    accounts: {
      usernames: demoAccounts.map(({ username }) => username),
      find: identity.findAccountByUsername,
    },
    mailingList,
    requestInitialFetch: (ids) => fetching.requestInitialFetch(ids),
  });
  return {
    modules: [
      identity,
      { name: 'demo accounts', start: async () => void (await identity.ensureDemoAccounts()) },
      users,
      books,
      games,
      media,
      notifications,
      certificates,
      integrations,
      integrationManagement,
      maintenances,
      fetching,
      sessions,
      tickets,
      statistics,
      reports,
      exports,
      mailingList,
      createUserGuideModule(platform, { mail: sendMail }),
      createJobsModule(platform),
      createLogsModule(platform),
      createBetsModule(platform, {
        outgoing,
        connections: integrations.connections,
        directory: integrations.directory,
      }),
      demo,
    ],
    services: { fetching, books: books.service, integrations: integrations.directory },
    directory: integrations.directory,
    frameOrigins: () => fetching.frameOrigins(),
    seen: users.seen,
    taken: users.accessEnds,
    identity: { issuer: identity.issuer, keys: identity.localJwks() ?? remoteKeys(identity.issuer) },
  };
}
