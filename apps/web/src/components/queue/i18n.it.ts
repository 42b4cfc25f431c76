import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  clearFilters: 'Azzera filtri',
  reason: 'Motivo',
  leaveTitle: 'Eliminare il testo?',
  leaveText: 'Quello che hai scritto non è stato inviato.',
  stay: 'Continua a scrivere',
  leave: 'Elimina',
};
