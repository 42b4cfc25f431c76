export const en = {
  search: 'Search',
  open: 'Search for a session',
  title: 'Search sessions',
  by: 'Search by',
  mode: { sessionId: 'Session', userId: 'User' },
  placeholder: {
    sessionId: 'External ticket ID, external session ID or session ID',
    userId: 'User ID',
  },
  shortPlaceholder: { sessionId: 'Ticket, external or session ID', userId: 'User ID' },
  button: 'Session or user ID',
  notFound: 'Session not found',
  notFoundHelp: 'Neither a session nor a user has this ID. Check that it is complete.',
  back: 'Back to the results',
  results: 'Sessions found',
  sessions: 'Sessions',
  fun_one: '{{count, number}} of them fun',
  fun_other: '{{count, number}} of them fun',
  realOnly: 'real only',
  playMoney: 'play money',
  integrations: 'Integrations',
  bet: 'Bet',
  win: 'Win',
  grossWin: 'Gross win',
  rounds: 'Rounds',
  sessionId: 'Session ID',
  game: 'Game',
  status: 'Status',
  userId: 'User ID',
  integration: 'Integration',
  operator: 'Operator',
  openPlayer: 'Open player page',
  openPlayerAt: 'Open player page at {{name}}',
  noOperator: 'N/A',
  lastUpdate: 'Last update',
  filter: 'Integration',
  anyIntegration: 'All',
  openSession: 'Session {{id}}',
  notSearched: 'These are the results for {{id}}. Search for what you typed since.',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    sessionSearch: typeof en;
  }
}
