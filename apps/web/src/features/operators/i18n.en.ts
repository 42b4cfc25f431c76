export const en = {
  title: 'Operators',
  sample: 'Sample data: these people are fictional.',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  actions: 'Actions',
  emailOf: 'email of {{name}}',
  copied: 'Email copied',
  notCopied: "Couldn't copy the email address",
  pageSize: 'Rows per page',
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
