import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  requestApproval: 'Richiedi approvazione',
  termsWait: 'Le condizioni cambiano solo quando un altro amministratore Ludus le approva.',
  title_one: 'Una modifica attende l’approvazione',
  title_other: '{{count, number}} modifiche attendono l’approvazione',
  by: 'richiesta da {{username}} il {{at, datetime(style: minutes)}}',
  byYou: 'richiesta da te il {{at, datetime(style: minutes)}}',
};
