import type { en } from './i18n.en.ts';

export const it: typeof en = {
  title: 'Vedi come un’integrazione',
  help: 'Vedi schermate, righe e cifre di quel ruolo e non modifichi nulla. Il registro dice chi ha visto come chi e per quanto tempo. Vale per questa scheda e termina dopo due ore.',
  integration: 'Integrazione',
  choose: 'Scegli un’integrazione',
  role: 'Ruolo',
  roles: {
    integration_admin: 'Amministratore',
    integration_manager: 'Manager',
    integration_guest: 'Ospite',
  },
  onlySome: 'Un amministratore di un’integrazione vede cifre che non ti competono.',
  start: 'Vedi',
  cancel: 'Annulla',
  bar: 'Vista come un’integrazione',
  sees: {
    integration_admin: 'Vedi ciò che vede un amministratore di <name/>',
    integration_manager: 'Vedi ciò che vede un manager di <name/>',
    integration_guest: 'Vedi ciò che vede un ospite di <name/>',
  },
  readOnly: 'sola lettura',
  over: 'La vista come {{name}} è terminata.',
  again: 'Riavvia',
  changeRole: 'Ruolo: {{role}}',
  leave: 'Esci dalla vista',
  leaveToHidden: 'Esci e mostra i giochi che non vede, con il motivo',
};
