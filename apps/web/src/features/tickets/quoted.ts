/** Texts that the product's documents quote; they stay English. */
export const quoted = {
  failed: 'Something went wrong, please try again',
  createFailed: 'Something went wrong creating ticket, please try again.',
  sessionFailed: 'Something went wrong getting session, please try again.',
  integrationsFailed: 'Something went wrong getting integrations, please try again.',
  gamesFailed: 'Something went wrong getting games, please try again.',
  mediaFailed: 'Something went wrong submitting media, please try again.',
  deleted: 'Ticket deleted',
  answered: 'Answer added',
  created: 'Ticket created',
  gone: '[deleted]',
  closedBy: 'closed by',
  closeToggle: 'Close Ticket with this answer?',
};
