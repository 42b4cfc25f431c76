export const en = {
  title: 'Catalog',
  search: 'Search by name',
  openSearch: 'Search',
  clearSearch: 'Clear search',
  view: 'View',
  views: { grid: 'Grid', list: 'List' },
  categories: { all: 'All', inDev: 'In dev', available: 'Available', active: 'Active' },
  requested: 'Requested',
  requestedAgo: 'Requested {{ago}}',
  requestedBy: 'Requested by {{name}}',
  requestedByMany: 'Requested by {{count, number}}',
  reviewing: 'In review',
  granted: 'Granted',
  refused: 'Refused',
  sections: { inDev: 'In dev', available: 'Available games', active: 'Active games' },
  category: 'Category',
  counted: '{{name}} ({{count, number}})',
  sortBy: 'Sort by',
  sort: { createdAt: 'Created', release_date: 'Release date', name: 'Name' },
  games: 'Games',
  column: { name: 'Name', rtp: 'RTP', volatility: 'Volatility', max_multiplier_win: 'Max win' },
  noContent: 'No content to display',
  nothing: 'Nothing to show',
  otherSearch: 'Try another name.',
  otherCategory: 'Try another category.',
  tickCategory: 'Select at least one category.',
  noGames: 'No games yet',
  noGamesHelp: 'Games appear here once they are added to the Catalog.',
  loading: 'Loading the Catalog',
  newGame: 'New game',
  createGame: 'Create game',
  noGamesCreate: 'Create the first one from scratch or from storage.',
  requesting: {
    start: 'Request games',
    pick: 'Request {{name}}',
    none: 'Select the games you want to request.',
    chosen_one: '{{count, number}} game selected',
    chosen_other: '{{count, number}} games selected',
    review: 'Review',
  },
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    catalog: typeof en;
  }
}
