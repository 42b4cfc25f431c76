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

declare module '../../lib/texts.ts' {
  interface HubTexts {
    richText: typeof en;
  }
}
