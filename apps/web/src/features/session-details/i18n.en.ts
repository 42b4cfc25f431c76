export const en = {
  title: 'Session',
  sessionId: 'Session ID',
  externalSessionId: 'External session ID',
  externalTicketId: 'External ticket ID',
  userId: 'User ID',
  operator: 'Operator',
  noOperator: 'N/A',
  currentRound: 'Current round',
  real: 'Real',
  fun: 'Fun',
  mobile: 'Mobile',
  desktop: 'Desktop',
  created: 'Created',
  platformUpdate: 'Platform update',
  lastFetch: 'Last fetch',
  none: 'none',
  refresh: 'Refresh',
  differs_one: '{{name}} has other figures: bet <bet/>, win <win/>, {{count, number}} round.',
  differs_other: '{{name}} has other figures: bet <bet/>, win <win/>, {{count, number}} rounds.',
  takeOver: 'Refresh now',
  copyFeed: 'Copy feed URL',
  feedUrl: 'Feed URL',
  closeSession: 'Close session',
  closeAsk: 'Close this session?',
  closeConsequence: "{{game}}, user {{user}}. The session is closed immediately. This can't be undone.",
  closeRecent: 'A session can be closed 10 minutes after its last update.',
  reportBug: 'Report bug',
  openPage: 'Open full page',
  transactions: 'Transactions',
  feedOf: 'live feed from {{name}}',
  open: 'Open feed',
  openFeed: 'Open feed in a new tab',
  feedLoading: 'Loading feed',
  tryAgain: 'Try again',
  notFound: 'Session not found',
  // Quoted by the product's documents.
  copied: '{{label}} copied to clipboard',
  copyFailed: 'Something went wrong, please try again',
  updated: 'Session updated',
  closed: 'Session closed',
  feedFailed: 'Something wrong happened loading the session feed',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    sessionDetails: typeof en;
  }
}
