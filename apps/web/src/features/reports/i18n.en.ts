export const en = {
  title: 'REPORTS',
  context: 'Real sessions, Europe/Rome',
  contextShort: 'Real sessions',
  tree: 'Report by integration, operator and game',
  days: 'Report by day',
  view: 'View',
  byTree: 'Tree',
  byDay: 'Per day',
  level: 'Level',
  name: 'Name',
  day: 'Day',
  kind: { integration: 'Integration', platform: 'Platform', operator: 'Operator', game: 'Game' },
  search: 'Search',
  searchHint: 'Integration, operator or game',
  searchHintShort: 'Search by name',
  found_one: '{{count, number}} match. Totals cover the whole report.',
  found_other: '{{count, number}} matches. Totals cover the whole report.',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  columns: 'Columns',
  noRoomFor: 'Not shown at this width: {{columns}}',
  addColumns: 'More columns',
  emailReport: 'Email report',
  emailTitle: 'Export Report',
  emailText:
    'The full report for {{period}} will be sent as an Excel file, regardless of the search on this page.',
  emailSent: 'Sending report to emails',
  noResults: 'No results found.',
  noSessionsHelp: 'Choose a longer period.',
  noResultsHelp: 'Choose a longer period or clear the filters.',
  noMatchHelp: 'No integration, platform, operator or game matches “{{text}}”.',
  clearSearch: 'Clear search',
  tooMuch: "Couldn't show this report.",
  games_one: '{{count, number}} game',
  games_other: '{{count, number}} games',
  integrations_one: '{{count, number}} integration',
  integrations_other: '{{count, number}} integrations',
  operators_one: '{{count, number}} operator',
  operators_other: '{{count, number}} operators',
  whyChanged: 'Why it changed',
  changeOnCharts: 'Change in Charts',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    reports: typeof en;
  }
}
