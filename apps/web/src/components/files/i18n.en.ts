export const en = {
  kind: {
    image: 'Image',
    zip: 'ZIP archive',
    pdf: 'PDF document',
    excel: 'Spreadsheet',
    word: 'Text document',
    video: 'Video',
    generic: 'File',
  },
  none: 'No files found',
  uploadedOn: 'Uploaded on <day/>',
  download: 'Download {{name}}',
  printedIn: { en: 'PDF, English', it: 'PDF, Italian' },
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    files: typeof en;
  }
}
