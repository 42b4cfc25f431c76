import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  title: 'Notifiche',
  unseen_one: '{{shown}} da leggere',
  unseen_other: '{{shown}} da leggere',
  allSeen: 'Tutte lette',
  list: 'Notifiche, dalla più recente',
  unseenMark: 'Da leggere',
  choose: 'Scegli una notifica per leggerla.',
  backToList: 'Indietro',
  received: 'Ricevuta',
  open: 'Apri',
  openTicket: 'Apri il ticket',
  openGame: 'Apri il gioco',
  confirmed: 'Availability confirmed',
  confirmQuestion: 'Confirm availability?',
  yes: 'Sì',
  no: 'No',
  denied: 'Non disponibile',
  maintenanceDate: 'Data della manutenzione',
  maintenanceSeverity: 'Gravità',
  maintenanceGone: 'Questa manutenzione non esiste più.',
  answerFailed: 'Something went wrong',
  failed: 'Server error, reload to try again',
  severity: { low: 'Bassa', medium: 'Media', high: 'Alta', critical: 'Critica' },
};
