import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  title: 'Rendiconti',
  owed: 'Dovuto sui rendiconti',
  overdue: 'Scaduto',
  disputed: 'Rendiconti contestati',
  notStated: {
    closed: 'Chiuso, senza rendiconto',
    ended: 'Finito, non chiuso',
    running: 'Mese in corso',
  },
  since: 'da {{month}}',
  awaitAnswer_one: '{{count, number}} rendiconto attende la tua risposta',
  awaitAnswer_other: '{{count, number}} rendiconti attendono la tua risposta',
  allInFavour: 'A favore delle integrazioni',
  inYourFavour: 'A tuo favore',
  show: 'Mostra chi deve quanto',
  hidden: 'Totali di margine netto, dovuto e rendiconti',
  hiddenFromManagers:
    'Il tuo ruolo non li mostra: li vedono gli amministratori di Ludus. Il margine netto di una singola sessione è visibile.',
  hiddenFromStaff:
    'Il tuo ruolo non li mostra: li vedono gli amministratori della tua integrazione. Il margine netto di una singola sessione è visibile.',
  hiddenSeen: 'Non mostrare più',
};
