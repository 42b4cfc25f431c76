import type { SameKeys } from '../../lib/texts.ts';

export const en = {
  toolbar: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strike: 'Strikethrough',
  bulletList: 'Bullet list',
  orderedList: 'Numbered list',
  quote: 'Quote',
  link: 'Link',
  unlink: 'Remove link',
  codeBlock: 'Code block',
  address: 'Address of the link',
  save: 'Set link',
  refused: 'Only web addresses (https://) and e-mail addresses can be linked.',
};

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
  address: 'Indirizzo del link',
  save: 'Imposta link',
  refused: 'Si possono collegare solo indirizzi web (https://) ed e-mail.',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    richText: typeof en;
  }
}
