export const en = {
  title: 'Notifications',
  unseen_one: '{{count, number}} unread',
  unseen_other: '{{count, number}} unread',
  allSeen: 'All read',
  list: 'Notifications, newest first',
  unseenMark: 'Unread',
  choose: 'Select a notification to read it.',
  backToList: 'Back',
  received: 'Received',
  open: 'Open',
  openTicket: 'Open ticket',
  openGame: 'Open game',
  openCatalog: 'Open Catalog',
  manageGames: 'Manage games',
  namedGames: 'Games',
  confirmed: 'Availability confirmed',
  confirmQuestion: 'Confirm availability?',
  yes: 'Yes',
  no: 'No',
  noMeans: 'With No, Ludus sees that you are not available. You can still change it to Yes.',
  denied: 'Not available',
  reason: 'Why are you not available?',
  reasonHint: 'Ludus sees the reason beside your answer.',
  sendReason: 'Send reason',
  maintenanceEnd: 'End of the maintenance',
  maintenanceCancelled: 'This maintenance was cancelled: {{reason}}',
  maintenanceDate: 'Maintenance date',
  maintenanceSeverity: 'Severity',
  maintenanceGone: 'This maintenance no longer exists.',
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
