export const en = {
  title: 'Review requested games',
  loading: 'Loading the requested games',
  back: 'Back to Catalog',
  games: 'Requested games',
  count_one: '{{count, number}} game for {{integration}}',
  count_other: '{{count, number}} games for {{integration}}',
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
  // Quoted by the product's documents.
  wishlisted: 'Game added to wishlist',
  failed_one: "Couldn't request {{count, number}} game. Try again.",
  failed_other: "Couldn't request {{count, number}} games. Try again.",
  untold: "The games are requested, but the provider wasn't notified.",
  untoldHelp: 'Notify the provider again so that they see the request.',
  tellAgain: 'Notify provider',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    review: typeof en;
  }
}
