import type { SameKeys } from '../../lib/texts.ts';

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

export const it: SameKeys<typeof en> = {
  title: 'Operatori',
  sample: 'Dati di esempio: queste persone sono inventate.',
  name: 'Nome',
  email: 'E-mail',
  role: 'Ruolo',
  actions: 'Azioni',
  emailOf: 'l’e-mail di {{name}}',
  copied: 'E-mail copiata',
  notCopied: 'Non è stato possibile copiare l’e-mail',
  pageSize: 'Righe per pagina',
  roles: {
    ludus_admin: 'Admin Ludus',
    ludus_manager: 'Manager Ludus',
    integration_admin: 'Admin integrazione',
    integration_manager: 'Manager integrazione',
    integration_guest: 'Ospite integrazione',
  },
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    operators: typeof en;
  }
}
