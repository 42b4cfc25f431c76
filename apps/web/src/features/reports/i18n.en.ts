export const en = {
  title: 'REPORTS',
  context: '{{period}}, real sessions, Europe/Rome',
  tree: 'Report by integration, operator and game',
  days: 'Report by day',
  view: 'View',
  byTree: 'Tree',
  byDay: 'Per day',
  name: 'Name',
  day: 'Day',
  today: 'not complete',
  kind: { integration: 'Integration', platform: 'Platform', operator: 'Operator', game: 'Game' },
  search: 'Search',
  searchHint: 'Integration, operator or game',
  found_one: '{{shown}} match. Totals stay those of the whole report.',
  found_other: '{{shown}} matches. Totals stay those of the whole report.',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  columns: 'Columns',
  addColumns: 'Further columns',
  sortBy: 'Order',
  emailReport: 'E-mail report',
  emailTitle: 'Export Report',
  emailText:
    'The report of {{period}} is sent as a workbook: all of it, whatever is searched for on this page.',
  emailSent: 'Sending report to emails',
  noResults: 'No results found.',
  noResultsHelp: 'Choose a longer period or clear the filters.',
  noMatchHelp: 'No integration, platform, operator or game has “{{text}}” in its name.',
  clearSearch: 'Clear search',
  tooMuch: 'This report cannot be shown.',
  narrowedTo: 'Only',
  games_one: '{{shown}} game',
  games_other: '{{shown}} games',
  integrations_one: '{{shown}} integration',
  integrations_other: '{{shown}} integrations',
  operators_one: '{{shown}} operator',
  operators_other: '{{shown}} operators',
  changeOnCharts: 'Change on Charts',
  showAll: 'Show all',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    reports: typeof en;
  }
}
