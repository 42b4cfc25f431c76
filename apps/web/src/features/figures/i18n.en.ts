import { figures } from '@ludus/contract/figures/en';

export const en = {
  ...figures,
  title: 'Figures',
  explainKey: 'Explain a figure',
  context: 'How each figure is computed, and what it includes and leaves out',
  index: 'All figures',
  apiName: 'Name in the API',
  unitLabel: 'Unit',
  sourceLabel: 'Source',
  roundingLabel: 'Rounding',
  sinceLabel: 'Since',
  sinceVersion: 'Version {{version}}, for all sessions',
  formulaLabel: 'Formula',
  includes: 'Includes',
  leavesOut: 'Leaves out',
  howTo:
    'Any figure of the hub explains itself: right-click it, press E, or choose the button beside its name.',
  sessions: 'Sessions behind it',
  period: 'Period',
  zone: 'Time zone',
  type: 'Session type',
  types: { real: 'Real', fun: 'Fun', all: 'Real and fun' },
  state: 'Session state',
  states: { open: 'Open', closed: 'Closed' },
  integrations: 'Integrations',
  operators: 'Operators',
  games: 'Games',
  all: 'All',
  andMore_one: '{{names}} and {{count, number}} more',
  andMore_other: '{{names}} and {{count, number}} more',
  asOf: 'As of',
  noFetch: 'no fetch yet',
  openShare: 'Still open',
  openOf: '{{open}} of {{total}} ({{share}})',
  noneOpen: 'None',
  changed: 'The page shows {{value}}: sessions have changed since it was loaded.',
  ofSessions_one: 'Over {{count, number}} session',
  ofSessions_other: 'Over {{count, number}} sessions',
  showSessions_one: 'Show the {{count, number}} session',
  showSessions_other: 'Show the {{count, number}} sessions',
  others: 'Other figures of the same sessions',
  noAccess: 'You don’t have access to this figure.',
  dictionary: 'All definitions',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    figures: typeof en;
  }
}
