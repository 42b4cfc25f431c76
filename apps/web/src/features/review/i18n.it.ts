import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

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
