import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** The interface languages; the first is the default (I18N-01). */
export const languages = ['en', 'it'] as const;
export type InterfaceLanguage = (typeof languages)[number];

const storageKey = 'ludus.language';

interface TextModule {
  en: Record<string, unknown>;
  it: Record<string, unknown>;
}

// Every folder's texts are found by name, so that a new feature touches no shared file.
const featureModules = import.meta.glob<TextModule>('../features/*/i18n.ts', { eager: true });
const ownModules = import.meta.glob<TextModule>(['../components/i18n.ts', './*/i18n.ts'], { eager: true });

/** `../features/session-box/i18n.ts` is the namespace `sessionBox`; the shared components' one is `common`. */
export function namespaceOf(path: string): string {
  const folder = path.split('/').at(-2) ?? '';
  if (folder === 'components') return 'common';
  return folder.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** All texts by namespace, as they were written. */
export function allTexts(): Record<string, TextModule> {
  const modules = Object.entries({ ...ownModules, ...featureModules });
  return Object.fromEntries(modules.map(([path, module]) => [namespaceOf(path), module]));
}

export function isLanguage(value: unknown): value is InterfaceLanguage {
  return languages.some((language) => language === value);
}

/** The language a person chose on this device (I18N-02), English without a choice. */
export function storedLanguage(): InterfaceLanguage {
  try {
    const stored = localStorage.getItem(storageKey);
    return isLanguage(stored) ? stored : languages[0];
  } catch {
    return languages[0];
  }
}

/** Starts the texts in the stored language. A key that Italian lacks falls back to English (OPEN-71). */
export function startI18n(language: InterfaceLanguage = storedLanguage()): i18n {
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

/** Switches the interface at once and remembers the choice; `html lang` follows. */
export async function setLanguage(language: InterfaceLanguage): Promise<void> {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // The choice then lasts until the page is closed.
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
