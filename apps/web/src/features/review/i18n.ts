import type { SameKeys } from '../../lib/texts.ts';

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

export const it: SameKeys<typeof en> = {
  title: 'Rivedi i giochi richiesti',
  loading: 'Caricamento dei giochi richiesti',
  back: 'Torna al catalogo',
  games: 'Giochi richiesti',
  count_one: '{{shown}} gioco per {{integration}}',
  count_other: '{{shown}} giochi per {{integration}}',
  finish: 'Concludi richiesta',
  request: 'Richiesta',
  fact: {
    rtp: 'RTP',
    hitRate: 'Frequenza di vincita',
    volatility: 'Volatilità',
    maxWin: 'Vincita max',
    maxBet: 'Puntata max',
    maxExposure: 'Rapporto esposizione max',
  },
  wishlisted: 'Game added to wishlist',
  failed_one: '{{shown}} gioco non è stato richiesto. È ancora qui.',
  failed_other: '{{shown}} giochi non sono stati richiesti. Sono ancora qui.',
  untold: 'I giochi sono nella wishlist, ma non è stato possibile avvisare il fornitore.',
  untoldHelp: 'Avvisa di nuovo il fornitore, perché qualcuno veda la richiesta.',
  tellAgain: 'Avvisa il fornitore',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    review: typeof en;
  }
}
