import { isLanguage, type Language, languages } from '@ludus/contract';

const storageKey = 'ludus.language';

/** What was chosen on this device, here or on the sign-in page; null without a choice. */
export function choiceOfDevice(): Language | null {
  try {
    const stored = localStorage.getItem(storageKey);
    return isLanguage(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** The language to start in: this device's choice, English without one. */
export function storedLanguage(): Language {
  return choiceOfDevice() ?? languages[0];
}

/** Remembers the choice on this device. */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // The choice then lasts until the page is closed.
  }
}
