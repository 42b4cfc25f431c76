import type { Language } from '@ludus/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadTextsFrom } from '../lib/texts.ts';
import { textsOf } from './texts.ts';

/** Starts in a language with its texts; those of another one are loaded when somebody switches to it. */
export function startI18n(language: Language, texts: Readonly<Record<string, object>>): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'common',
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { ...texts } },
  });
  loadTextsFrom(textsOf);
  document.documentElement.lang = language;
}
