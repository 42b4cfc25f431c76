import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  lapsed: 'Certificato scaduto',
  lapsedIn: '{{jurisdiction}}: scaduto il {{day}}',
  lapsedFor: '{{jurisdiction}}: scaduto il {{day}}, richiesto da {{names}}',
};
