import type { SameKeys } from '../../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  kind: { outage: 'Disservizio di {{integration}}', maintenance: 'Manutenzione di {{integration}}' },
  service: { gaming: 'Gaming', data: 'Data', play: 'Play', launch: 'Launch' },
};
