export const en = {
  title: 'About these figures',
  lateOne: '{{name}} late, as of {{time, datetime(style: minutes)}}',
  late_one: '{{count, number}} integration late',
  late_other: '{{count, number}} integrations late',
  neverOne: '{{name}} not fetched yet',
  never_one: '{{count, number}} integration not fetched yet',
  never_other: '{{count, number}} integrations not fetched yet',
  quarantined_one: '{{count, number}} row in quarantine',
  quarantined_other: '{{count, number}} rows in quarantine',
  quarantinedAtLeast_one: 'At least {{count, number}} row in quarantine',
  quarantinedAtLeast_other: 'At least {{count, number}} rows in quarantine',
  open_one: '{{count, number}} open session ({{share}})',
  open_other: '{{count, number}} open sessions ({{share}})',
  running: 'Period not over',
  failed: "Couldn't check whether the figures are complete",
  retry: 'Try again',
  period: 'Period',
  runningNote: '(not over)',
  zone: 'Time zone',
  openSessions: 'Open sessions',
  noneOpen: 'None',
  openOf_one: '{{count, number}} of {{all, number}} ({{share}})',
  openOf_other: '{{count, number}} of {{all, number}} ({{share}})',
  openNote: 'included with their current totals',
  integration: 'Integration',
  asOf: 'Figures as of',
  openColumn: 'Open',
  neverFetched: 'Not fetched yet',
  isLate: '(late)',
  rowsOfDay_one: '{{day}} ({{count, number}})',
  rowsOfDay_other: '{{day}} ({{count, number}})',
  moreDays_one: '{{count, number}} more day',
  moreDays_other: '{{count, number}} more days',
};

declare module '../../../lib/texts.ts' {
  interface HubTexts {
    statisticsCoverage: typeof en;
  }
}
