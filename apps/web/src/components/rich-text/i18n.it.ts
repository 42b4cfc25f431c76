import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

export const it: SameKeys<typeof en> = {
  toolbar: 'Formattazione',
  bold: 'Grassetto',
  italic: 'Corsivo',
  underline: 'Sottolineato',
  strike: 'Barrato',
  bulletList: 'Elenco puntato',
  orderedList: 'Elenco numerato',
  quote: 'Citazione',
  link: 'Link',
  unlink: 'Rimuovi link',
  codeBlock: 'Blocco di codice',
  more: 'Altra formattazione',
  address: 'URL del link',
  save: 'Salva link',
  refused: 'Inserisci un indirizzo web (https://) o un indirizzo email.',
};
