export const en = {
  title: 'Mailing list',
  context_one: '{{shown}} entry, reports go at 06:00 Europe/Rome',
  context_other: '{{shown}} entries, reports go at 06:00 Europe/Rome',
  add: 'Add',
  save: 'Save',
  delete: 'Delete',
  addTitle: 'Add an address',
  editTitle: 'Edit an address',
  email: 'E-mail',
  integration: 'Integration',
  chooseIntegration: 'Choose an integration',
  reportType: 'Report type',
  reportTypes: { '1': 'Daily', '2': 'Monthly', '3': 'Italy games' },
  lastDelivery: 'Last delivery',
  edit: 'Edit {{email}}',
  editColumn: 'Edit',
  never: 'Nothing sent yet',
  sent: 'Sent',
  failed: 'Failed',
  emailsHint: 'Several addresses: with commas, spaces or lines between them.',
  emailStays: 'The address stays. Delete the entry to take it off.',
  addedSome_one: '{{shown}} address added',
  addedSome_other: '{{shown}} addresses added',
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you have changed here is not saved.',
  leave: 'Leave',
  stay: 'Stay',
  sureTitle: 'Are you sure?',
  sureText: '{{email}} no longer gets this report.',
  yes: 'Yes',
  no: 'No',
  search: 'Search addresses',
  emptyTitle: 'Nobody gets reports yet',
  emptyText: 'Add an address, and the next report goes to it.',
  nothingFound: 'No address fits the search.',
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
