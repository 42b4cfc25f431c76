import i18next from 'i18next';

/** The interface languages; the first is the default (I18N-01). */
export const languages = ['en', 'it'] as const;
export type InterfaceLanguage = (typeof languages)[number];

const storageKey = 'ludus.language';

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
