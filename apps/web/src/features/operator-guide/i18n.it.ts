import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  title: 'Guida per operatori',
  context: 'Che cosa implementa un’integrazione per collegarsi all’hub',
  back: 'Torna a Documentazione',
  contents: 'Indice',
  checks: 'Verifiche',
  checksIntro: 'Ogni verifica chiede qualcosa alla piattaforma e confronta la risposta con ciò che è atteso.',
  call: 'Chiamata',
  token: 'Token',
  ownToken: 'quello del servizio',
  copyExample: 'Esempio di {{section}}',
  exampleCopied: 'Esempio copiato',
  exampleNotCopied: 'Impossibile copiare l’esempio',
  summary: {
    listChangedSessions: 'Sessioni modificate in un periodo, come righe',
    getSession: 'Una sessione nel suo ultimo stato',
    closeSession: 'Chiude una sessione aperta e restituisce il nuovo stato',
    getTotals: 'Somme per giorno di Roma e tipo di sessione',
    getTransactionsFeedLink: 'Indirizzo della pagina che elenca i round di una sessione',
    listOperators: 'Operatori della piattaforma',
    listGames: 'Giochi che i giocatori possono aprire',
    listUsers: 'Personale della piattaforma',
    sendMaintenance: 'Riceve l’avviso di una manutenzione del provider',
    getBets: 'Puntate ammesse di un gioco presso un operatore',
    changeBets: 'Sostituisce le puntate ammesse e restituisce il nuovo elenco',
    checkHealth: 'Se il servizio funziona',
  },
};
