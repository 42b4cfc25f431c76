import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

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
  uploadedOn: 'Caricato il <day/>',
  download: 'Scarica {{name}}',
  printedIn: { en: 'PDF, inglese', it: 'PDF, italiano' },
};
