export const en = {
  title: 'Sessions',
  context: '{{period}}, {{type}}, Europe/Rome',
  type: { real: 'Real', fun: 'Fun', all: 'All' },
  typeIn: { real: 'real money', fun: 'fun money', all: 'real and fun money' },
  sessionType: 'Session type',
  view: 'View',
  overall: 'Overall',
  list: 'List',
  table: 'Table',
  by: { integrations: 'Integrations', operators: 'Operators', games: 'Games' },
  name: { integrations: 'Integration', operators: 'Operator', games: 'Game' },
  all: 'All',
  open: 'Open',
  closed: 'Closed',
  sessions: 'Sessions',
  players: 'Players',
  split: 'Real {{real}}, fun {{fun}}',
  real: 'Real',
  fun: 'Fun',
  total: 'Total',
  openList: 'Open the sessions of {{name}} in the list',
  gameChart: 'Game chart',
  gameChartTitle: '{{metric}} and sessions per game',
  gameChartCoverage: '{{period}}, {{type}}, the {{shown}} games with the highest bet',
  integrationChart: 'Chart of {{name}}',
  integrationChartTitle: 'Gross win and sessions per game',
  empty: 'No sessions found',
  emptyHelp: 'Choose a longer period or another session type.',
  emptyHelpFetch: 'Choose a longer period or another session type, or fetch the sessions of this period.',
  fetch: 'Fetch',
  fetchTitle: 'Fetch sessions',
  fetchCoverage: 'from the integrations, for {{period}}',
  fetchingPart: 'A fetch is running',
  fetchStarted: 'Fetching sessions...',
  allIntegrations: 'All integrations',
  integrations: 'Integrations',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    sessionsOverview: typeof en;
  }
}
