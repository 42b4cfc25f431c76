export const en = {
  title: 'Review requested games',
  loading: 'Loading the requested games',
  back: 'Back to the Catalog',
  games: 'Requested games',
  count_one: '{{shown}} game for {{integration}}',
  count_other: '{{shown}} games for {{integration}}',
  finish: 'Finish request',
  request: 'Request',
  fact: {
    rtp: 'RTP',
    hitRate: 'Hit rate',
    volatility: 'Volatility',
    maxWin: 'Max win',
    maxBet: 'Max bet',
    maxExposure: 'Max exposure ratio',
  },
  // Quoted by the product's documents: the same words in both languages.
  wishlisted: 'Game added to wishlist',
  failed_one: '{{shown}} game could not be requested. It is still here.',
  failed_other: '{{shown}} games could not be requested. They are still here.',
  untold: 'The games are on the wishlist, but the provider could not be told.',
  untoldHelp: 'Tell the provider again, so that somebody there sees the request.',
  tellAgain: 'Tell the provider',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    review: typeof en;
  }
}
