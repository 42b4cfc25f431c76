import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  title: 'Quarantena',
  back: 'Sessioni',
  context_one: '{{count, number}} riga che l’hub non ha potuto archiviare, dalla più recente',
  context_other: '{{count, number}} righe che l’hub non ha potuto archiviare, dalla più recente',
  table: 'Righe in quarantena',
  integration: 'Integrazione',
  integrationsFailed: 'Impossibile caricare le integrazioni.',
  source: 'Origine',
  any: 'Tutte',
  sources: {
    fetch: 'Aggiornamento del {{time, datetime(style: minutes)}}',
    unknownFetch: 'Aggiornamento selezionato',
    import: 'Importazione da file',
    'single session': 'Aggiornamento di una sessione',
  },
  receivedAt: 'Ricevuta il',
  firstReceivedAt: 'Ricevuta la prima volta il',
  sessionId: 'ID sessione',
  noSessionId: 'Non leggibile',
  reason: 'Motivo',
  times: 'Volte',
  timesReceived_one: 'Ricevuta {{count, number}} volta',
  timesReceived_other: 'Ricevuta {{count, number}} volte',
  empty: 'Nessuna riga in quarantena',
  emptyYet: 'Quarantena vuota',
  allStored:
    'Tutte le righe ricevute fino all’ultimo aggiornamento ({{time, datetime(style: minutes)}}) sono archiviate.',
  notFetched: 'Non è stata ancora ricevuta nessuna riga.',
  emptyMeaning: 'Una riga che l’hub non può archiviare attende qui, con il motivo e cosa fare.',
  toSessions: 'Apri Sessioni',
  emptyFilters:
    'Una riga esce dalla quarantena quando la sua sessione viene archiviata e appartiene all’ultimo aggiornamento che l’ha ricevuta.',
  emptyPage: 'Questa pagina della quarantena non esiste.',
  firstPage: 'Vai a pagina 1',
  clearFilters: 'Azzera filtri',
  open: 'Apri riga: {{reason}}',
  detail: 'Riga in quarantena',
  close: 'Chiudi',
  cure: 'Cosa fare',
  cures: {
    game: 'Aggiungi il gioco al catalogo, poi aggiorna questi giorni con “Aggiorna di nuovo tutte le modifiche”.',
    operator:
      'La piattaforma deve pubblicare l’operatore: sincronizza l’integrazione, poi aggiorna questi giorni con “Aggiorna di nuovo tutte le modifiche”.',
    time: 'La piattaforma deve correggere gli orari della sessione. Il prossimo aggiornamento archivia la riga corretta.',
    version:
      'Verifica la versione dell’integrazione. Se è giusta, la piattaforma deve correggere gli ID esterni della sessione.',
    conflict:
      'Questi campi di una sessione non cambiano mai. Chiedi alla piattaforma quale valore è giusto: il prossimo aggiornamento archivia una riga che corrisponde alla sessione archiviata.',
    form: 'Invia la riga alla piattaforma, che deve correggerla. Il prossimo aggiornamento archivia la riga corretta.',
  },
  findGame: 'Cerca {{slug}} nel catalogo',
  newGame: 'Nuovo gioco',
  openIntegration: 'Apri integrazione',
  openSessions: 'Apri Sessioni per aggiornare',
  row: 'Riga',
  truncated: 'I primi 4.000 caratteri della riga.',
  copied: 'Riga copiata negli appunti',
  copyFailed: 'Si è verificato un errore, riprova',
};
