export const en = {
  title: 'Operators',
  sample: 'Sample data: these people are invented.',
  name: 'Name',
  email: 'E-mail',
  role: 'Role',
  actions: 'Actions',
  emailOf: 'the e-mail of {{name}}',
  copied: 'E-mail copied',
  notCopied: 'The e-mail could not be copied',
  pageSize: 'Rows on a page',
  roles: {
    ludus_admin: 'Ludus admin',
    ludus_manager: 'Ludus manager',
    integration_admin: 'Integration admin',
    integration_manager: 'Integration manager',
    integration_guest: 'Integration guest',
  },
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    operators: typeof en;
  }
}
