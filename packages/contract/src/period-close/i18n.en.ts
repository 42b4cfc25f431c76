/** What the checks of a month have found. */
export const periods = {
  completeTo: 'Fetched up to {{until}}, past the end of the month.',
  notComplete: 'Fetched up to {{until}} only.',
  notFetched: 'Nothing has been fetched of this integration yet.',
  gapBefore: 'Changes before {{from}} have not been fetched.',
  reconciled_one: '{{count, number}} day compared with the platform, equal.',
  reconciled_other: '{{count, number}} days compared with the platform, all equal.',
  notReconciled:
    '{{compared, number}} of {{days, number}} days compared with the platform, {{equal, number}} of them equal.',
  noQuarantine: 'No quarantined rows of these days.',
  quarantined_one: '{{count, number}} quarantined row of these days.',
  quarantined_other: '{{count, number}} quarantined rows of these days.',
  noOpenSessions: 'No open sessions.',
  openSessions_one: '{{count, number}} open session, with bets of {{bet}} €.',
  openSessions_other: '{{count, number}} open sessions, with bets of {{bet}} €.',
  noIncidents: 'No game pays wrongly.',
  incidents_one: '{{count, number}} game with an RTP alert.',
  incidents_other: '{{count, number}} games with an RTP alert.',
  noAlerts: 'No incident of these days is open.',
  alertsNotEvaluated: 'The rules of alerts have not been evaluated past the end of the month yet.',
  alerts_one: '{{count, number}} incident that began before the end of the month is open.',
  alerts_other: '{{count, number}} incidents that began before the end of the month are open.',
} as const;
