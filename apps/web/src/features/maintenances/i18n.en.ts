export const en = {
  title: 'Maintenances',
  pending_one: '{{shown}} pending',
  pending_other: '{{shown}} pending',
  noPending: 'None pending',
  view: 'New or last maintenances',
  new: 'New',
  last: 'Last',
  newTitle: 'New maintenance',
  description: 'Description',
  counter: '{{count}} of {{most}} characters',
  date: 'Date',
  dateHint: 'Calendar day in Europe/Rome, from {{day}}',
  severityLabel: 'Severity',
  severity: { '1': 'Low', '2': 'Medium', '3': 'High', '4': 'Critical' },
  criticalHint: 'A critical maintenance is announced without asking for a confirmation.',
  integrationsToNotify: 'Integrations to notify',
  chooseIntegrations: 'Choose integrations',
  noUsers: 'no users',
  selectNone: 'Select none',
  reachHint: 'Integrations without users cannot be told.',
  integrationsFailed: 'The integrations could not be read.',
  submit: 'Submit',
  lastTitle: 'Last maintenances',
  filterIntegrations: 'Integrations',
  filterOperators: 'Operators',
  any: 'All',
  announced: 'Announced',
  empty: 'Nothing to show',
  emptyHint: 'Announce a maintenance, and the answers of the integrations appear here.',
  nothingFound: 'No maintenance fits these filters.',
  unknownId: 'The maintenance of this link does not exist.',
  overall: 'Overall status',
  status: { confirmed: 'Confirmed', denied: 'Denied', pending: 'Pending' },
  answers: 'Answers of the integrations',
  answeredBy: 'by {{name}},',
  // Quoted by the product's documents.
  created: 'Maintenance create',
  failed: 'Something went wrong',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    maintenances: typeof en;
  }
}
