export const en = {
  title: 'Quarantine',
  back: 'Sessions',
  context_one: '{{count, number}} row the hub could not store, newest first',
  context_other: '{{count, number}} rows the hub could not store, newest first',
  table: 'Quarantined rows',
  integration: 'Integration',
  integrationsFailed: "Couldn't load integrations.",
  source: 'Source',
  any: 'All',
  sources: {
    fetch: 'Fetch of {{time, datetime(style: minutes)}}',
    unknownFetch: 'Selected fetch',
    import: 'File import',
    'single session': 'Session refresh',
  },
  receivedAt: 'Received at',
  firstReceivedAt: 'First received at',
  sessionId: 'Session ID',
  noSessionId: 'Not readable',
  reason: 'Reason',
  times: 'Times',
  timesReceived_one: 'Received {{count, number}} time',
  timesReceived_other: 'Received {{count, number}} times',
  empty: 'No quarantined rows',
  emptyYet: 'Nothing in quarantine',
  allStored: 'All rows received up to {{time}} are stored',
  byIntegration: 'By integration',
  receivedUpTo: 'Rows received up to',
  receivedUpToTime: 'Received up to {{time}}',
  notFetched: 'No rows received yet',
  emptyMeaning: 'Rows the hub cannot store, with the reason and what to do',
  emptyFilters:
    'Rows leave the quarantine once their session is stored, and belong to the fetch that received them last.',
  emptyPage: "This page of the quarantine doesn't exist.",
  firstPage: 'Go to page 1',
  clearFilters: 'Clear filters',
  open: 'Open row: {{reason}}',
  detail: 'Quarantined row',
  close: 'Close',
  cure: 'What to do',
  cures: {
    game: 'Add the game to the catalog, then fetch these days with “Fetch all changes again”.',
    operator:
      'Have the platform list the operator and synchronise the integration, then fetch these days with “Fetch all changes again”.',
    time: 'The platform has to correct the times of the session. The next fetch stores the corrected row.',
    version:
      'Check the version of the integration. If it is right, the platform has to correct the external IDs of the session.',
    conflict:
      'These fields of a session never change. Ask the platform which value is right; the next fetch stores a row that matches the stored session.',
    form: 'Send the row to the platform, which has to correct it. The next fetch stores the corrected row.',
  },
  findGame: 'Find {{slug}} in the catalog',
  newGame: 'New game',
  openIntegration: 'Open integration',
  openSessions: 'Open Sessions to fetch',
  row: 'Row',
  truncated: 'The first 4.000 characters of the row.',
  copied: 'Row copied to clipboard',
  copyFailed: 'Something went wrong, please try again',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    quarantine: typeof en;
  }
}
