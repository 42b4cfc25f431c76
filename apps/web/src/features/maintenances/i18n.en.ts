export const en = {
  title: 'Maintenances',
  pending_one: '{{count, number}} pending',
  pending_other: '{{count, number}} pending',
  noPending: 'None pending',
  view: 'Announced or new maintenances',
  new: 'New',
  last: 'Announced',
  newTitle: 'New maintenance',
  description: 'Description',
  counter: '{{count, number}} of {{most, number}} characters',
  date: 'Date',
  dateHint: 'Europe/Rome, {{day, day}} or later',
  severityLabel: 'Severity',
  severity: { '1': 'Low', '2': 'Medium', '3': 'High', '4': 'Critical' },
  criticalHint: 'Critical maintenances are announced without asking for confirmation.',
  integrationsToNotify: 'Integrations to notify',
  chooseIntegrations: 'Choose integrations',
  noUsers: 'no users',
  selectNone: 'Select none',
  reachHint: "Integrations without users can't be notified.",
  integrationsFailed: "Couldn't load integrations.",
  submit: 'Announce maintenance',
  announcedTitle: 'Announced maintenances',
  upcoming: 'Upcoming',
  past: 'Past',
  none: { upcoming: 'No upcoming maintenances.', past: 'No past maintenances.' },
  filterIntegrations: 'Integrations',
  filterOperators: 'Operators',
  any: 'All',
  announced: 'Announced',
  empty: 'Nothing to show',
  emptyHint: 'Announce a maintenance to see the answers of the integrations here.',
  nothingFound: 'No matching maintenances.',
  unknownId: 'Maintenance not found.',
  overall: 'Overall status',
  status: { confirmed: 'Confirmed', denied: 'Denied', pending: 'Pending' },
  answers: 'Answers of the integrations',
  answeredBy: '<by>by {{name}},</by> <time/>',
  // Quoted by the product's documents.
  created: 'Maintenance create',
  failed: 'Something went wrong',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    maintenances: typeof en;
  }
}
