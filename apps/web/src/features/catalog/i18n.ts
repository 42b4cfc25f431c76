import type { SameKeys } from '../../lib/texts.ts';

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

export const it: SameKeys<typeof en> = {
  title: 'Catalogo',
  search: 'Cerca per nome',
  openSearch: 'Cerca',
  clearSearch: 'Cancella la ricerca',
  view: 'Vista',
  views: { grid: 'Griglia', list: 'Elenco' },
  categories: { all: 'Tutti', inDev: 'In sviluppo', available: 'Disponibili', active: 'Attivi' },
  sections: { inDev: 'In sviluppo', available: 'Giochi disponibili', active: 'Giochi attivi' },
  category: 'Categoria',
  counted: '{{name}} ({{shown}})',
  sortBy: 'Ordina per',
  sort: { createdAt: 'Creazione', release_date: 'Uscita', name: 'Nome' },
  games: 'Giochi',
  column: { name: 'Nome', rtp: 'RTP', volatility: 'Volatilità', max_multiplier_win: 'Vincita max' },
  noContent: 'Nessun contenuto da mostrare',
  nothing: 'Niente da mostrare',
  otherSearch: 'Prova con un altro nome.',
  otherCategory: 'Scegli un’altra categoria.',
  tickCategory: 'Scegli almeno una categoria.',
  noGames: 'Ancora nessun gioco',
  noGamesHelp: 'I giochi compaiono qui appena sono nel catalogo.',
  loading: 'Caricamento del catalogo',
  newGame: 'Nuovo gioco',
  createGame: 'Crea gioco',
  noGamesCreate: 'Crea il primo, nuovo o dall’archivio.',
  requesting: {
    start: 'Richiedi giochi',
    pick: 'Richiedi {{name}}',
    none: 'Seleziona i giochi che la tua integrazione desidera.',
    chosen_one: '{{shown}} gioco scelto',
    chosen_other: '{{shown}} giochi scelti',
    review: 'Rivedi',
  },
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    catalog: typeof en;
  }
}
