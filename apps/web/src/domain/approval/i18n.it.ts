import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  requestApproval: 'Richiedi approvazione',
  termsWait: 'Le condizioni cambiano solo quando un altro amministratore Ludus le approva.',
  title_one: 'Una modifica attende l’approvazione',
  title_other: '{{count, number}} modifiche attendono l’approvazione',
  by: 'richiesta da {{username}} il {{at, datetime(style: minutes)}}',
  byYou: 'richiesta da te il {{at, datetime(style: minutes)}}',
  offTitle: 'Disattivare le approvazioni con modifiche in attesa?',
  offText_one:
    '{{count, number}} modifica è in attesa. Resta in coda e richiede ancora una seconda persona; solo le nuove modifiche si applicano subito.',
  offText_other:
    '{{count, number}} modifiche sono in attesa. Restano in coda e richiedono ancora una seconda persona; solo le nuove modifiche si applicano subito.',
};
