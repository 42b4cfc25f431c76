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
  more: 'More formatting',
  address: 'Link URL',
  save: 'Save link',
  refused: 'Enter a web address (https://) or an email address.',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    richText: typeof en;
  }
}
