import type * as en from './i18n.en.ts';
import type { SameTexts } from './same-texts.ts';

export const plain: SameTexts<typeof en.plain> = {
  text: '{{text}}',
  internal: 'Si è verificato un errore sul server.',
};
