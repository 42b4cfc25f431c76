import type { SameKeys } from '../../lib/texts.ts';

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
  uploadedOn: 'Uploaded on',
  download: 'Download {{name}}',
};

export const it: SameKeys<typeof en> = {
  kind: {
    image: 'Immagine',
    zip: 'Archivio ZIP',
    pdf: 'Documento PDF',
    excel: 'Foglio di calcolo',
    word: 'Documento di testo',
    video: 'Video',
    generic: 'File',
  },
  none: 'Nessun file trovato',
  uploadedOn: 'Caricato il',
  download: 'Scarica {{name}}',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    files: typeof en;
  }
}
