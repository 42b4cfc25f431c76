import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  title: 'Notifiche',
  unseen_one: '{{count, number}} da leggere',
  unseen_other: '{{count, number}} da leggere',
  allSeen: 'Tutte lette',
  list: 'Notifiche, dalla più recente',
  unseenMark: 'Da leggere',
  choose: 'Seleziona una notifica per leggerla.',
  backToList: 'Indietro',
  received: 'Ricevuta',
  open: 'Apri',
  openTicket: 'Apri il ticket',
  openGame: 'Apri il gioco',
  namedGames: 'Giochi',
  confirmed: 'Disponibilità confermata',
  confirmQuestion: 'Confermi la disponibilità?',
  yes: 'Sì',
  no: 'No',
  denied: 'Non disponibile',
  maintenanceDate: 'Data della manutenzione',
  maintenanceSeverity: 'Gravità',
  maintenanceGone: 'Questa manutenzione non esiste più.',
  answerFailed: 'Qualcosa è andato storto',
  failed: 'Errore del server, ricarica per riprovare',
  severity: { low: 'Bassa', medium: 'Media', high: 'Alta', critical: 'Critica' },
};
