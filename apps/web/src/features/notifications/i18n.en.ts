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

declare module '../../lib/texts.ts' {
  interface HubTexts {
    notifications: typeof en;
  }
}
