import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

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
