import type { SameKeys } from '../../lib/texts.ts';

export const en = {
  search: 'Search',
  open: 'Search a session',
  title: 'Search sessions',
  by: 'Search by',
  mode: { sessionId: 'Session', userId: 'User' },
  placeholder: {
    sessionId: 'Ticket ID, external session ID or session ID',
    userId: 'User ID',
  },
  button: 'Ticket, session or user ID',
  notFound: 'Session not found',
  notFoundHelp: 'Check the ID: it must be complete.',
  back: 'Back to the results',
  results: 'Sessions found',
  sessions: 'Sessions',
  integrations: 'Integrations',
  bet: 'Bet',
  win: 'Win',
  grossWin: 'Gross win',
  rounds: 'Rounds',
  sessionId: 'Session ID',
  status: 'Status',
  userId: 'User ID',
  integration: 'Integration',
  operator: 'Operator',
  noOperator: 'N/A',
  lastUpdate: 'Last update',
  filter: 'Integration',
  anyIntegration: 'All',
  openSession: 'Session {{id}}',
};

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

declare module '../../lib/texts.ts' {
  interface HubTexts {
    sessionSearch: typeof en;
  }
}
