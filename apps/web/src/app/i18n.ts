import type { Language } from '@ludus/contract';
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { storedLanguage } from '../lib/language.ts';

interface TextModule {
  en: Record<string, unknown>;
  it: Record<string, unknown>;
}

// Every folder's texts are found by name, so that a new feature touches no shared file.
const modules = import.meta.glob<TextModule>(
  ['../components/i18n.ts', '../components/*/i18n.ts', './*/i18n.ts', '../features/*/i18n.ts'],
  {
    eager: true,
  },
);

/** `../features/session-box/i18n.ts` is the namespace `sessionBox`; the shared components' one is `common`. */
export function namespaceOf(path: string): string {
  const folder = path.split('/').at(-2) ?? '';
  if (folder === 'components') return 'common';
  return folder.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** All texts by namespace, as they were written. */
export function allTexts(): Record<string, TextModule> {
  return Object.fromEntries(Object.entries(modules).map(([path, module]) => [namespaceOf(path), module]));
}

/** Starts the texts in the stored language. A key that Italian lacks falls back to English (OPEN-71). */
export function startI18n(language: Language = storedLanguage()): i18n {
  const texts = Object.entries(allTexts());
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'common',
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: {
      en: Object.fromEntries(texts.map(([namespace, module]) => [namespace, module.en])),
      it: Object.fromEntries(texts.map(([namespace, module]) => [namespace, module.it])),
    },
  });
  document.documentElement.lang = language;
  return i18next;
}
