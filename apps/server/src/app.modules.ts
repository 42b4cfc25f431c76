/** Which modules the hub has, and what each takes from the others. */
import { sessionTypes } from '@ludus/contract';
import { createDemoModule } from '../seeds/demo.ts';
import { renewStoredCredentials } from './app.credentials.ts';
import type { Composition, InfraParts, RevokedTokens } from './app.ts';
import { remoteKeys } from './infra/auth/index.ts';
import type { HubModule, Infra } from './infra/module.ts';
import { createRetentionModule } from './infra/retention/index.ts';
import { createAlertsModule, readAlertsOfMonth } from './modules/alerts/index.ts';
import { createApiTokensModule } from './modules/api-tokens/index.ts';
import { createApprovalsModule } from './modules/approvals/index.ts';
import { createBackupModule } from './modules/backup/index.ts';
import { createBetsModule } from './modules/bets/index.ts';
import { createCertificatesModule, createCertificateTasks } from './modules/certificates/index.ts';
import { createConformanceModule } from './modules/conformance/index.ts';
import { createExportsModule } from './modules/exports/index.ts';
import { createFetchingModule, createFetchStatus, type FetchingModule } from './modules/fetching/index.ts';
import { createGamePerformanceModule } from './modules/game-performance/index.ts';
import { createGamesModule, findGameMaths } from './modules/games/index.ts';
import { createIdentityModule, demoAccounts, type RevokedGrants } from './modules/identity/index.ts';
import {
  createIntegrationManagement,
  createIntegrationsModule,
  type IntegrationConnections,
  type ReferenceData,
} from './modules/integrations/index.ts';
import { createJobsModule } from './modules/jobs/index.ts';
import { createLogsModule } from './modules/logs/index.ts';
import { createClaimCheck, createMailingListModule } from './modules/mailing-list/index.ts';
import {
  createMaintenanceConfirmations,
  createMaintenancesModule,
  publishMaintenanceTimes,
} from './modules/maintenances/index.ts';
import { createMediaModule } from './modules/media/index.ts';
import { createNotificationsModule } from './modules/notifications/index.ts';
import { createOpenSessionsModule } from './modules/open-sessions/index.ts';
import { createOutagesModule } from './modules/outages/index.ts';
import { createPeriodCloseModule } from './modules/period-close/index.ts';
import { createPlayersModule } from './modules/players/index.ts';
import { createReconciliationModule, type ReconciliationModule } from './modules/reconciliation/index.ts';
import { createReportsModule } from './modules/reports/index.ts';
import { createRtpMonitorModule, findRtpAlerts } from './modules/rtp-monitor/index.ts';
import { createSearchModule } from './modules/search/index.ts';
import { createSessionStoreModule, type SessionStore } from './modules/session-store/index.ts';
import { createSessionMailsModule, createSessionsModule } from './modules/sessions/index.ts';
import {
  createStatementsModule,
  findNumberInForce,
  findTermsDifferences,
} from './modules/statements/index.ts';
import { createStatisticsModule } from './modules/statistics/index.ts';
import { createTicketsModule } from './modules/tickets/index.ts';
import { createUserGuideModule } from './modules/user-guide/index.ts';
import { createRecipientLookup, createUsersModule, type TokenRevocations } from './modules/users/index.ts';
import { createViewAsModule, withViewedSubjects } from './modules/view-as/index.ts';
import { createViewsModule } from './modules/views/index.ts';
import { createWebhooksModule } from './modules/webhooks/index.ts';

/** The composition with what command lines use of it. */
export interface HubComposition extends Composition {
  services: {
    fetching: FetchingModule;
    reconciliation: ReconciliationModule;
    sessionStore: SessionStore;
    integrations: ReferenceData;
    connections: IntegrationConnections;
  };
}

/** What ends tokens before their time: changes of a person, and the end of a sign-in at the built-in provider. */
export function joinRevocations(
  tokenRevocations: Pick<TokenRevocations, 'isRevoked' | 'onChange'>,
  revokedGrants: Pick<RevokedGrants, 'isRevoked' | 'onChange'>,
): RevokedTokens {
  return {
    isRevoked: async (identity, issuedAt, grantId) =>
      (await tokenRevocations.isRevoked(identity, issuedAt)) || (await revokedGrants.isRevoked(grantId)),
    onChange(listener) {
      tokenRevocations.onChange(listener);
      revokedGrants.onChange(listener);
    },
  };
}

/** The whole hub. Creating it does no work. Every module is created after the ones that it takes parts from. */
export function composeHub(
  infra: Infra,
  { changes, outgoing, operatorApi, sendMail }: InfraParts,
): HubComposition {
  const recipients = createRecipientLookup(infra.postgres);
  const notifications = createNotificationsModule(infra, {
    users: recipients,
    mail: sendMail,
    confirmMaintenance: createMaintenanceConfirmations(infra),
  });
  const { notify } = notifications.service;
  const changeRequests = createApprovalsModule(infra, { notify, users: recipients });
  const { approvals } = changeRequests;
  const identity = createIdentityModule({ ...infra, changes, notify });
  const users = createUsersModule(infra, {
    changes,
    ...(identity.identityProvider === undefined ? {} : { identityProvider: identity.identityProvider }),
    approvals,
    addressesChanged: createClaimCheck({ clock: infra.clock, notify }),
  });
  const sessionStore = createSessionStoreModule(infra);
  const media = createMediaModule(infra);
  const integrations = createIntegrationsModule(infra, {
    changes,
    operatorApi,
    people: users.service,
    isFetching: createFetchStatus(infra),
    listReads: sessionStore.service.coverage.listReads,
  });
  const viewAs = createViewAsModule(infra, { referenceData: integrations.referenceData });
  /** Also of those who view as an integration, for the files that they open. */
  const fileReaderOf = withViewedSubjects(users.recentIdentityOf, integrations.referenceData);
  const certificates = createCertificatesModule(
    infra,
    { identityOf: fileReaderOf, integrations: integrations.referenceData },
    notify,
  );
  const games = createGamesModule(infra, {
    changes,
    outgoing,
    documents: certificates.service,
    media: media.service,
    notify,
    approvals,
  });
  const maintenances = createMaintenancesModule(infra, {
    referenceData: integrations.referenceData,
    connections: integrations.connections,
    operatorApi,
    integrationIdsWithUsers: users.service.integrationIdsWithUsers,
    notify,
    rights: { identityOf: users.recentIdentityOf, integrations: integrations.referenceData },
  });
  const outages = createOutagesModule(infra, {
    referenceData: integrations.referenceData,
    onChecked: integrations.health.onChecked,
    async readFacts(integrationId) {
      const { open, coverage } = sessionStore.service;
      const scope = { kind: 'one', id: integrationId } as const;
      // The announcement does not wait for a store that does not respond.
      const [counts, reads] = await Promise.all([
        open.count(scope, { at: infra.clock.now(), sessionType: sessionTypes.real }).catch(() => null),
        coverage.listReads().catch(() => null),
      ]);
      return {
        openSessions: counts?.reduce((sum, { count }) => sum + count, 0) ?? null,
        figuresAsOf: reads?.get(integrationId) ?? null,
      };
    },
    users: recipients,
    notify,
    rights: { identityOf: fileReaderOf, integrations: integrations.referenceData },
  });
  const fetching = createFetchingModule(infra, {
    integrations,
    sessionStore: sessionStore.service,
    operatorApi,
  });
  const reconciliation = createReconciliationModule(infra, {
    fetching,
    sessionStore: sessionStore.service,
    operatorApi,
    referenceData: integrations.referenceData,
    findTerms: (days, ids) => findTermsDifferences(infra.postgres.db, days, ids),
    rights: { identityOf: fileReaderOf, integrations: integrations.referenceData },
  });
  const sessions = createSessionsModule(infra, {
    sessionStore: sessionStore.service,
    single: fetching.single,
    referenceData: integrations.referenceData,
  });
  const openSessions = createOpenSessionsModule(infra, {
    sessionStore: sessionStore.service,
    sessions: sessions.quietService,
    referenceData: integrations.referenceData,
    identityOf: users.identityOf,
  });
  const tickets = createTicketsModule(infra, {
    sessionStore: sessionStore.service,
    referenceData: integrations.referenceData,
    notify,
    identityOf: fileReaderOf,
  });
  const statistics = createStatisticsModule(infra, {
    sessionStore: sessionStore.service,
    referenceData: integrations.referenceData,
    freshness: integrations.freshness,
    fetches: integrations.fetches,
    countQuarantinedDays: fetching.service.countQuarantinedDays,
    findUnreconciledDays: reconciliation.findUnreconciledDays,
    gameMaths: () => findGameMaths(infra.postgres.db),
  });
  const reports = createReportsModule(infra, {
    sessionStore: sessionStore.service,
    referenceData: integrations.referenceData,
    freshness: integrations.freshness,
  });
  const rtpMonitor = createRtpMonitorModule(infra, {
    sessionStore: sessionStore.service,
    referenceData: integrations.referenceData,
    freshness: integrations.freshness,
    notify,
    rights: { identityOf: users.recentIdentityOf, integrations: integrations.referenceData },
  });
  const periodClose = createPeriodCloseModule(infra, {
    sessionStore: sessionStore.service,
    referenceData: integrations.referenceData,
    findDayStates: (days, scope) => reconciliation.findDayStates(days, scope),
    countQuarantined: fetching.countQuarantined,
    findIncidents: findRtpAlerts(rtpMonitor.service, infra),
    readAlerts: (ids, month) => readAlertsOfMonth(infra.postgres.db, ids, month),
    findStatement: findNumberInForce,
    listComparedDays: (actor, days) => reconciliation.listDays(actor, days),
    rights: { identityOf: fileReaderOf, integrations: integrations.referenceData },
  });
  const statements = createStatementsModule(infra, {
    sessionStore: sessionStore.service,
    referenceData: integrations.referenceData,
    restating: periodClose.restating,
    notify,
    users: users.service,
    rights: { identityOf: fileReaderOf, integrations: integrations.referenceData },
    approvals,
  });
  const exports = createExportsModule(infra, {
    statistics: statistics.service,
    ranking: statistics.ranking,
    reports: reports.service,
    lists: sessions.lists,
    openSessions: sessionStore.service.open,
    certificates: certificates.coverage,
    referenceData: integrations.referenceData,
    coverage: statistics.coverage,
    identityOf: users.identityOf,
    recentIdentityOf: users.recentIdentityOf,
  });
  const sessionMails = createSessionMailsModule(infra, {
    lists: sessions.lists,
    referenceData: integrations.referenceData,
    coverage: statistics.coverage,
    identityOf: users.identityOf,
    storeLargeList: exports.service.storeLargeList,
  });
  const mailingList = createMailingListModule(infra, {
    referenceData: integrations.referenceData,
    reports: reports.service,
    coverage: statistics.coverage,
    identityOf: users.identityOf,
    notify,
  });
  const apiTokens = createApiTokensModule(infra, {
    referenceData: integrations.referenceData,
    identityOf: users.recentIdentityOf,
    notify,
  });
  const webhooks = createWebhooksModule(infra, {
    changes,
    outgoing,
    referenceData: integrations.referenceData,
    coverage: sessionStore.service.coverage,
    publishMaintenanceTimes,
    notify,
  });
  const integrationManagement = createIntegrationManagement(infra, integrations, {
    changes,
    operatorApi,
    people: users.service,
    notify,
    approvals,
    notifiedOf: maintenances.service.notifiedOf,
    renameAccounts: (tx, nameKeys, name) => identity.renameIntegration(tx, nameKeys, name),
    async forget(tx, { id, nameKeys }) {
      await users.service.forgetIntegration(tx, id);
      await identity.renameIntegration(tx, nameKeys, null);
      await certificates.service.removeOfIntegration(tx, id);
      await maintenances.service.forgetIntegration(tx, id);
      await mailingList.service.forgetIntegration(tx, id);
    },
  });
  const demo = createDemoModule(infra, {
    games,
    integrations,
    media,
    maintenances,
    notifications,
    certificates,
    tickets,
    statements,
    webhooks,
    sessionStore: sessionStore.service,
    outgoing,
    accounts: {
      usernames: demoAccounts.map(({ username }) => username),
      find: identity.findAccountByUsername,
    },
    mailingList,
    requestInitialFetch: (ids) => fetching.requestInitialFetch(ids),
  });
  const modules: HubModule[] = [
    {
      name: 'credentials',
      start: async () => {
        if (infra.settings.otherEncryptionKey === undefined) return;
        await renewStoredCredentials(infra.postgres, infra.settings, infra.log);
      },
    },
    identity,
    { name: 'demo accounts', start: async () => void (await identity.ensureDemoAccounts()) },
    users,
    sessionStore,
    games,
    media,
    notifications,
    changeRequests,
    certificates,
    createCertificateTasks(infra, { notify }),
    integrations,
    integrationManagement,
    createConformanceModule(infra, { outgoing, connections: integrations.connections }),
    maintenances,
    outages,
    fetching,
    reconciliation,
    sessions,
    openSessions,
    sessionMails,
    tickets,
    statistics,
    reports,
    createPlayersModule({
      sessionStore: sessionStore.service,
      referenceData: integrations.referenceData,
      freshness: integrations.freshness,
    }),
    createGamePerformanceModule(infra, {
      sessionStore: sessionStore.service,
      referenceData: integrations.referenceData,
      freshness: integrations.freshness,
      games: games.service,
      maintenances: (actor) => maintenances.service.list(actor),
    }),
    rtpMonitor,
    createAlertsModule(infra, {
      sessionStore: sessionStore.service,
      referenceData: integrations.referenceData,
      rtpMonitor: rtpMonitor.service,
      notify,
      outgoing,
    }),
    periodClose,
    statements,
    exports,
    mailingList,
    createUserGuideModule(infra, { mail: sendMail }),
    createBackupModule(infra, { notify }),
    apiTokens,
    viewAs,
    webhooks,
    createJobsModule(infra),
    createLogsModule(infra),
    createSearchModule({
      sessions: sessions.service,
      tickets: tickets.service,
      referenceData: integrations.referenceData,
      searchPeople: users.searchPeople,
    }),
    createViewsModule(infra, { referenceData: integrations.referenceData }),
    createBetsModule(infra, {
      operatorApi,
      connections: integrations.connections,
      referenceData: integrations.referenceData,
      approvals,
    }),
    demo,
  ];
  return {
    modules: [...modules, createRetentionModule(infra, modules)],
    services: {
      fetching,
      reconciliation,
      sessionStore: sessionStore.service,
      integrations: integrations.referenceData,
      connections: integrations.connections,
    },
    integrations: integrations.referenceData,
    frameOrigins: () => fetching.frameOrigins(),
    recordSeen: users.recordSeen,
    apiTokens: apiTokens.lookup,
    viewing: viewAs.lookup,
    revokedTokens: joinRevocations(users.tokenRevocations, identity.revokedGrants),
    identity: { issuer: identity.issuer, keys: identity.localJwks() ?? remoteKeys(identity.issuer) },
  };
}
