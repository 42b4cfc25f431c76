import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  search: 'Cerca',
  open: 'Cerca una sessione',
  title: 'Cerca sessioni',
  by: 'Cerca per',
  mode: { sessionId: 'Sessione', userId: 'Utente' },
  placeholder: {
    sessionId: 'ID ticket, ID sessione esterno o ID sessione',
    userId: 'ID utente',
  },
  button: 'ID ticket, sessione o utente',
  // Quoted by the product's documents: the same words in both languages.
  notFound: 'Session not found',
  notFoundHelp: 'Controlla l’ID: deve essere completo.',
  back: 'Torna ai risultati',
  results: 'Sessioni trovate',
  sessions: 'Sessioni',
  integrations: 'Integrazioni',
  bet: 'Puntato',
  win: 'Vinto',
  grossWin: 'Margine lordo',
  rounds: 'Giocate',
  sessionId: 'ID sessione',
  status: 'Stato',
  userId: 'ID utente',
  integration: 'Integrazione',
  operator: 'Operatore',
  noOperator: 'N/D',
  lastUpdate: 'Ultimo agg.',
  filter: 'Integrazione',
  anyIntegration: 'Tutte',
  openSession: 'Sessione {{id}}',
};
