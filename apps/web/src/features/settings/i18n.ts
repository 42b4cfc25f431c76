import type { SameKeys } from '../../lib/texts.ts';

export const en = {
  title: 'Settings',
  context: 'Kept on this device',
  language: 'Language',
  languageNote: 'Quoted messages of the product stay in English.',
  beta: 'Beta',
  languages: { en: 'English', it: 'Italiano' },
  appearance: 'Appearance',
  appearanceNote: 'Dark is the default.',
  scheme: 'Colour scheme',
  dark: 'Dark',
  light: 'Light',
};

export const it: SameKeys<typeof en> = {
  title: 'Impostazioni',
  context: 'Salvate su questo dispositivo',
  language: 'Lingua',
  languageNote: 'I messaggi citati del prodotto restano in inglese.',
  beta: 'Beta',
  languages: { en: 'English', it: 'Italiano' },
  appearance: 'Aspetto',
  appearanceNote: 'Il tema scuro è quello predefinito.',
  scheme: 'Schema di colori',
  dark: 'Scuro',
  light: 'Chiaro',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    settings: typeof en;
  }
}
