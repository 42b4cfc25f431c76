export const en = {
  title: 'Catalog',
  search: 'Search by name',
  openSearch: 'Search',
  clearSearch: 'Clear search',
  view: 'View',
  views: { grid: 'Grid', list: 'List' },
  categories: { all: 'All', inDev: 'In dev', available: 'Available', active: 'Active' },
  sections: { inDev: 'In dev', available: 'Available games', active: 'Active games' },
  category: 'Category',
  counted: '{{name}} ({{shown}})',
  sortBy: 'Sort by',
  sort: { createdAt: 'Created', release_date: 'Release date', name: 'Name' },
  games: 'Games',
  column: { name: 'Name', rtp: 'RTP', volatility: 'Volatility', max_multiplier_win: 'Max win' },
  noContent: 'No content to display',
  nothing: 'Nothing to show',
  otherSearch: 'Try another name.',
  otherCategory: 'Choose another category.',
  tickCategory: 'Tick at least one category.',
  noGames: 'No games yet',
  noGamesHelp: 'Games appear here as soon as they are in the Catalog.',
  loading: 'Loading the Catalog',
  newGame: 'New game',
  createGame: 'Create game',
  noGamesCreate: 'Create the first one, new or from the storage.',
  requesting: {
    start: 'Request games',
    pick: 'Request {{name}}',
    none: 'Tick the games your integration wants.',
    chosen_one: '{{shown}} game chosen',
    chosen_other: '{{shown}} games chosen',
    review: 'Review',
  },
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    catalog: typeof en;
  }
}
