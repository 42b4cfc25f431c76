export const en = {
  title: 'Dashboard',
  noAggregates: 'No figures yet',
  noFiguresHelp: 'Figures appear here once sessions have been fetched.',
  refresh: 'Refresh',
  period: {
    today: 'Today',
    yesterday: 'Yesterday',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    trimester: 'Last 3 months',
  },
  periods: 'Periods',
  change:
    '{{change}} gross win compared with {{from, datetime(style: minutes)}} – {{to, datetime(style: minutes)}}, the same part of the previous period',
  noChange:
    'No comparison: no gross win between {{from, datetime(style: minutes)}} and {{to, datetime(style: minutes)}}',
  byHour: 'by hour, real money, Europe/Rome',
  byDay: 'by day, real money, Europe/Rome',
  openCounts: 'Open sessions are included with their current totals.',
  chartName: '{{period}}: bet, win and gross win',
  sessions: 'Sessions',
  sessionsCoverage: 'today, real money',
  all: 'All',
  players: 'Players',
  open: 'Open',
  closed: 'Closed',
  refreshSessions: 'Refresh session counters',
  services: 'Services',
  checkedAt: 'checked {{time, datetime(style: time)}}',
  neverChecked: 'not checked yet',
  service: { gaming: 'Gaming', play: 'Play', launch: 'Launch', data: 'Data' },
  serviceHealthy: '{{service}}: healthy for all integrations',
  serviceFailing_one: '{{service}}: not responding for {{count, number}} integration',
  serviceFailing_other: '{{service}}: not responding for {{count, number}} integrations',
  serviceUnknown: '{{service}}: not checked yet',
  serviceState: { healthy: 'healthy', failing: 'not responding', unknown: 'not checked yet' },
  quarantined_one: '{{count, number}} row in quarantine',
  quarantined_other: '{{count, number}} rows in quarantine',
  quarantinedOf_one: '{{integration}}: {{count, number}} row in quarantine',
  quarantinedOf_other: '{{integration}}: {{count, number}} rows in quarantine',
  summary: 'All integrations',
  integration: 'Integration',
  noIntegrations: 'No integrations yet',
  topGames: 'Top games',
  topGamesCoverage: 'by bet, today, real money',
  noTopGames: 'No sessions today',
  openInCharts: 'Open {{game}} in Charts',
  profit: 'Profit',
  profitCoverage: 'real money, Europe/Rome',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    dashboard: typeof en;
  }
}
