export const en = {
  title: 'Mailing list',
  context_one: '{{count, number}} entry, reports are sent at 06:00 Europe/Rome',
  context_other: '{{count, number}} entries, reports are sent at 06:00 Europe/Rome',
  add: 'Add',
  save: 'Save',
  delete: 'Delete',
  addTitle: 'Add address',
  editTitle: 'Edit address',
  email: 'Email',
  integration: 'Integration',
  chooseIntegration: 'Choose an integration',
  reportType: 'Report type',
  reportTypes: { '1': 'Daily', '2': 'Monthly', '3': 'Italy games' },
  lastDelivery: 'Last delivery',
  edit: 'Edit {{email}}',
  editColumn: 'Edit',
  notYet: 'Not yet, first on {{day, day}}',
  sent: 'Sent',
  failed: 'Failed',
  emailsHint: 'Separate addresses with commas, spaces or new lines.',
  emailStays: "The address can't be changed. Delete the entry to remove it.",
  addedSome_one: '{{count, number}} address added',
  addedSome_other: '{{count, number}} addresses added',
  leaveTitle: 'Leave without saving?',
  leaveText: 'Your changes are not saved.',
  leave: 'Leave',
  stay: 'Stay',
  sureTitle: 'Are you sure?',
  sureText: '{{email}} will no longer receive this report.',
  yes: 'Yes',
  no: 'No',
  search: 'Search addresses',
  emptyTitle: 'No one gets reports yet',
  emptyText: 'Add an address to receive the next report.',
  nothingFound: 'No matching addresses.',
  // Quoted by the product's documents.
  all: 'ALL',
  added: 'Email added successfully',
  edited: 'Email edited successfully',
  deleted: 'Email deleted successfully',
  serverError: 'Server error, reload to try again',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    mailingList: typeof en;
  }
}
