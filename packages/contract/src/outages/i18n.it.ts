import type { SameTexts } from '../messages/same-texts.ts';
import type * as en from './i18n.en.ts';

export const outages: SameTexts<typeof en.outages> = {
  openedTitle: '{{integration}}: servizi che non rispondono',
  openedText: 'Dal {{since}} questi servizi non rispondono: {{services}}.',
  closedTitle: '{{integration}}: i servizi rispondono di nuovo',
  closedText: '{{services}}: nessuna risposta dal {{since}} al {{until}} ({{minutes, number}} min).',
  messageTitle: '{{integration}}: novità sul disservizio',
  notChecked: 'L’integrazione non è più attiva, quindi i suoi servizi non vengono controllati.',
};
