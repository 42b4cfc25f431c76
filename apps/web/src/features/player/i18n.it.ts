import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  title: 'Giocatore {{id}}',
  context: '{{integration}}, {{type}}, Europe/Rome',
  back: 'Elenco sessioni',
  type: { real: 'Reali', fun: 'Fun', all: 'Tutte' },
  typeIn: { real: 'denaro reale', fun: 'denaro virtuale', all: 'denaro reale e virtuale' },
  sessionType: 'Tipo di sessione',
  totals: 'Totali',
  open: 'Aperte',
  first: 'Prima sessione',
  last: 'Ultima sessione',
  byMonth: 'Per mese',
  byGame: 'Per gioco',
  game: 'Gioco',
  allTime: 'da sempre',
  sessions: 'Sessioni',
  inList: 'Apri nell’elenco sessioni',
  empty: 'Nessuna sessione di questo tipo',
  emptyHelp: 'Il giocatore ha sessioni dell’altro tipo.',
  notFound: 'Questo giocatore non ha sessioni.',
  notFoundHelp: 'Controlla l’ID utente e l’integrazione.',
};
