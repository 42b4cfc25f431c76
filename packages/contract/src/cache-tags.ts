/**
 * What a client may hold in its cache, by resource. A read carries the tags of every resource that its response shows; a
 * change, or an event of the socket, names the tags it touches, and every read that carries one of them is out of date.
 */
export const cacheTags = [
  'account',
  'alerts',
  'api-tokens',
  'bets',
  'bet-imports',
  'certificates',
  'games',
  'integrations',
  'jobs',
  'last-fetch',
  'logs',
  'mailing-list',
  'maintenances',
  'notifications',
  'reconciliation',
  'periods',
  'statements',
  'services',
  'sessions',
  'tickets',
  'users',
  'views',
  'rtp-cases',
  'requests',
  'conformance',
  'webhooks',
  'approvals',
] as const;
export type CacheTag = (typeof cacheTags)[number];

/** The tags of each read, by the endpoint's id. */
export const tagsOfReads: Readonly<Record<string, readonly CacheTag[]>> = {
  getAccountSecurity: ['account'],

  listIncidents: ['alerts', 'rtp-cases'],
  getIncident: ['alerts'],
  getIncidentChart: ['alerts', 'sessions'],
  listAlertRules: ['alerts'],
  getAlertSettings: ['alerts'],

  listChangeRequests: ['approvals', 'integrations'],
  listPendingChanges: ['approvals'],
  getChangeRequest: ['approvals', 'integrations'],
  getApprovalSettings: ['approvals', 'users'],

  listApiTokens: ['api-tokens', 'users', 'integrations'],

  getBets: ['bets'],
  exportBetsForEditing: ['bets', 'integrations', 'games'],
  listBetImports: ['bet-imports'],
  getBetImport: ['bet-imports'],

  listCertificates: ['certificates'],
  countCertificates: ['certificates'],
  searchCertificates: ['certificates', 'games', 'integrations'],
  getCertificate: ['certificates', 'games', 'integrations'],
  // What integrations need follows from their games.
  getCertificateCoverage: ['certificates', 'games', 'integrations'],
  listCertificateActions: ['certificates', 'games', 'integrations'],
  listLapsedCertificates: ['certificates', 'games', 'integrations'],
  getIntegrationJurisdictions: ['certificates'],

  listCatalog: ['games'],
  listGames: ['games'],
  exportGamesForEditing: ['games', 'integrations'],
  listGameImports: ['games'],
  // The page of a game lists its certificates.
  getGame: ['games', 'certificates'],
  // Figures, and what happened to the game: its own changes, those of bets, and maintenances.
  getGamePerformance: ['games', 'sessions', 'integrations', 'bets', 'maintenances'],

  // With the names of both, and whether the integration sees the game now.
  listGameRequests: ['requests', 'games', 'integrations'],
  listGameRequestMarks: ['requests', 'games', 'integrations'],
  listOwnGameRequests: ['requests', 'games', 'integrations'],
  getGameRequest: ['requests', 'games', 'integrations'],

  // With the games that each may see.
  listIntegrations: ['integrations', 'games'],
  listIntegrationsWithCounts: ['integrations', 'games'],
  listIntegrationGames: ['integrations', 'games'],
  getIntegration: ['integrations', 'games'],
  getIntegrationByName: ['integrations'],
  listIntegrationOperators: ['integrations'],
  // Calls the services themselves, so the `services` event that follows such a call must not repeat it.
  checkIntegrationServices: ['integrations'],
  listServiceStatuses: ['services', 'integrations', 'last-fetch'],
  getServiceHistory: ['services', 'integrations'],
  // A maintenance that runs is one of their states.
  listStatus: ['services', 'integrations', 'maintenances'],
  getStatusPage: ['services', 'integrations', 'maintenances'],
  listInterruptions: ['services', 'integrations', 'maintenances'],
  getOutage: ['services', 'integrations'],
  getConformance: ['conformance', 'integrations', 'users'],
  getConformanceFile: ['conformance', 'integrations'],
  // Names the integrations that are behind.
  getLastFetch: ['last-fetch', 'integrations'],

  getJob: ['jobs'],
  listActiveJobs: ['jobs'],
  listAllJobs: ['jobs'],
  listWaitingJobs: ['jobs'],
  listReportDeliveries: ['jobs'],

  listLogs: ['logs'],
  getLog: ['logs'],

  listMailingList: ['mailing-list'],
  listReportTypes: ['mailing-list'],

  listMaintenances: ['maintenances'],
  listUpcomingMaintenances: ['maintenances', 'integrations'],
  getMaintenance: ['maintenances'],
  getCalendarFeed: ['account'],
  listNotifications: ['notifications'],

  searchHub: ['sessions', 'tickets', 'integrations', 'users'],

  listSessions: ['sessions'],
  countSessions: ['sessions'],
  sumSessions: ['sessions'],
  listSessionChanges: ['sessions', 'integrations', 'games'],
  searchSessions: ['sessions'],
  getSession: ['sessions'],
  compareSession: ['sessions'],
  getFeed: ['sessions'],
  getPlayer: ['sessions', 'games'],
  countOpenSessions: ['sessions'],
  listOpenSessions: ['sessions'],
  getSessionRun: ['jobs', 'sessions'],
  listQuarantinedRows: ['sessions'],
  countQuarantinedRows: ['sessions'],
  // Sums over sessions.
  getStatistics: ['sessions'],
  // With the names of what is ranked.
  getRanking: ['sessions', 'integrations', 'games'],
  getDailyStatistics: ['sessions'],
  getYesterdayStatistics: ['sessions'],
  getTrimesterStatistics: ['sessions'],
  getDetailedReport: ['sessions'],
  // With the RTP that the games promise, and the names of both.
  getRtpMonitor: ['sessions', 'games', 'integrations', 'rtp-cases'],
  getRtpOfGame: ['sessions', 'games', 'integrations', 'rtp-cases'],
  listRtpCases: ['rtp-cases', 'games', 'integrations'],
  getRtpCase: ['rtp-cases', 'games', 'integrations', 'users'],
  // With when each integration was fetched, and whether it is late.
  getCoverage: ['sessions', 'integrations', 'last-fetch', 'reconciliation'],

  // With the names of integrations, and links to quarantined rows.
  getReconciliation: ['reconciliation', 'integrations', 'periods', 'statements'],
  listReconciledDays: ['reconciliation', 'integrations'],
  getReconciliationProof: [],
  getReconciledDay: ['reconciliation', 'integrations'],
  listDifferingSessions: ['reconciliation', 'sessions'],
  // With the figures of today beside the closed ones, and the names of both.
  listPeriods: ['periods', 'sessions', 'integrations'],
  getPeriodReadiness: [
    'periods',
    'sessions',
    'integrations',
    'reconciliation',
    'alerts',
    'rtp-cases',
    'last-fetch',
  ],
  getPeriod: ['periods', 'sessions', 'games', 'integrations', 'reconciliation', 'alerts'],
  listRestatements: ['periods', 'sessions'],
  listRestatedMonths: ['periods', 'sessions', 'integrations'],
  // With the names of integrations; a month can be stated once it is closed.
  listStatements: ['statements', 'integrations'],
  listStatableMonths: ['statements', 'periods', 'integrations'],
  // With the sums of months that are not closed.
  listUnstatedAmounts: ['statements', 'periods', 'sessions', 'integrations'],
  listBalances: ['statements', 'integrations'],
  getBalance: ['statements', 'integrations'],
  previewStatement: ['statements', 'periods'],
  getStatement: ['statements'],
  getStatementSettings: ['statements'],
  getTerms: ['statements'],
  listReconciliationFiles: ['reconciliation', 'integrations'],
  listFileSessions: ['reconciliation'],

  listTickets: ['tickets'],
  getTicket: ['tickets'],
  listTicketAssignees: ['users'],
  getTicketSettings: ['tickets'],
  // With the names of what they lead to.
  listTicketLinks: ['tickets', 'sessions', 'games', 'integrations', 'services', 'alerts', 'reconciliation'],
  getTicketSatisfaction: ['tickets', 'users'],
  listSavedReplies: ['tickets'],

  listUsers: ['users'],
  listAccounts: ['users'],
  getAccount: ['users'],
  listUserSessions: ['users'],
  describeIdentityProvider: ['users'],

  // With the name of the integration that a view is shared with.
  listViews: ['views', 'integrations'],

  listWebhooks: ['webhooks', 'integrations'],
  listWebhookDeliveries: ['webhooks'],
  getWebhookDelivery: ['webhooks'],

  // Of the hub or of the person only; nothing that a client changes or hears of.
  getConfig: [],
  getExport: [],
  getHealth: [],
  getMe: [],
  getPreferences: [],
};

/** The ids of the reads that show one of these resources. */
export function readsOf(tags: readonly CacheTag[]): ReadonlySet<string> {
  return new Set(
    Object.entries(tagsOfReads).flatMap(([id, carried]) =>
      carried.some((tag) => tags.includes(tag)) ? [id] : [],
    ),
  );
}
