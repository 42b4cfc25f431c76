import type { SameKeys } from '../../lib/texts.ts';

export const en = {
  title: 'Documentation of {{name}}',
  files: 'Files of {{name}}',
  site: 'Documentation on the web',
  newTab: 'opens in a new tab',
  integration: 'Integration',
  allIntegrations: 'All integrations',
  loading: 'Loading the files',
};

export const it: SameKeys<typeof en> = {
  title: 'Documentazione di {{name}}',
  files: 'File di {{name}}',
  site: 'Documentazione sul web',
  newTab: 'si apre in una nuova scheda',
  integration: 'Integrazione',
  allIntegrations: 'Tutte le integrazioni',
  loading: 'Caricamento dei file',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    documents: typeof en;
  }
}
