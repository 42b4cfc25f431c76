export const en = {
  title: 'Player {{id}}',
  context: '{{integration}}, {{type}}, Europe/Rome',
  back: 'Sessions list',
  type: { real: 'Real', fun: 'Fun', all: 'All' },
  typeIn: { real: 'real money', fun: 'play money', all: 'real and play money' },
  sessionType: 'Session type',
  totals: 'Totals',
  open: 'Open',
  first: 'First session',
  last: 'Last session',
  byMonth: 'By month',
  byGame: 'By game',
  game: 'Game',
  allTime: 'all time',
  sessions: 'Sessions',
  inList: 'Open in the sessions list',
  empty: 'No sessions of this type',
  emptyHelp: 'The player has sessions of the other type.',
  notFound: 'This player has no sessions.',
  notFoundHelp: 'Check the user ID and the integration.',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    player: typeof en;
  }
}
