import type { SameKeys } from '../../lib/texts.ts';

export const en = {
  title: 'Notifications',
  unseen_one: '{{shown}} unseen',
  unseen_other: '{{shown}} unseen',
  allSeen: 'All seen',
  list: 'Notifications, newest first',
  unseenMark: 'Unseen',
  choose: 'Choose a notification to read it.',
  backToList: 'Back',
  received: 'Received',
  open: 'Open',
  openTicket: 'Open the ticket',
  openGame: 'Open the game',
  confirmed: 'Availability confirmed',
  confirmQuestion: 'Confirm availability?',
  yes: 'Yes',
  no: 'No',
  denied: 'Not available',
  maintenanceDate: 'Maintenance date',
  maintenanceSeverity: 'Severity',
  maintenanceGone: 'This maintenance does not exist any more.',
  answerFailed: 'Something went wrong',
  // Quoted by the product's documents.
  failed: 'Server error, reload to try again',
  severity: { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
};

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

declare module '../../lib/texts.ts' {
  interface HubTexts {
    notifications: typeof en;
  }
}
