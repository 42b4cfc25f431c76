import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  title: 'Operatori',
  sample: 'Dati di esempio: queste persone sono fittizie.',
  name: 'Nome',
  email: 'Email',
  role: 'Ruolo',
  actions: 'Azioni',
  emailOf: 'email di {{name}}',
  copied: 'Email copiata',
  notCopied: 'Impossibile copiare l’indirizzo email',
  pageSize: 'Righe per pagina',
  roles: {
    ludus_admin: 'Admin Ludus',
    ludus_manager: 'Manager Ludus',
    integration_admin: 'Admin integrazione',
    integration_manager: 'Manager integrazione',
    integration_guest: 'Ospite integrazione',
  },
};
