import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  title: 'Controlla i giochi richiesti',
  loading: 'Caricamento dei giochi richiesti',
  back: 'Torna al catalogo',
  games: 'Giochi richiesti',
  count_one: '{{count, number}} gioco per {{integration}}',
  count_other: '{{count, number}} giochi per {{integration}}',
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
  wishlisted: 'Gioco aggiunto alla wishlist',
  failed_one: 'Impossibile richiedere {{count, number}} gioco. Riprova.',
  failed_other: 'Impossibile richiedere {{count, number}} giochi. Riprova.',
  untold: 'I giochi sono richiesti, ma il provider non è stato avvisato.',
  untoldHelp: 'Avvisa di nuovo il provider perché veda la richiesta.',
  tellAgain: 'Avvisa il provider',
};
