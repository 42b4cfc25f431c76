import { getPreferences, isLanguage, type Language, languages, savePreferences } from '@ludus/contract';
import i18next from 'i18next';
import { call } from './api/index.ts';

const storageKey = 'ludus.language';

/** What was chosen on this device, here or on the sign-in page; null without a choice. */
function choiceOfDevice(): Language | null {
  try {
    const stored = localStorage.getItem(storageKey);
    return isLanguage(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** The language to start in (I18N-02): this device's choice, English without one. */
export function storedLanguage(): Language {
  return choiceOfDevice() ?? languages[0];
}

/** Switches the interface at once and remembers the choice on this device; `html lang` follows. */
export async function setLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // The choice then lasts until the page is closed.
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

let choices = 0;
let saving: Promise<void> = Promise.resolve();

/** Notes the choice for the person: it holds on other devices and for e-mails. One call at a time, so that the last wins. */
function save(language: Language): void {
  saving = saving
    .then(() => call(savePreferences, { body: { language } }))
    .then(
      () => {},
      (error: unknown) => console.error('The language could not be saved.', error),
    );
}

/** What a person chooses in the settings. The interface waits for nothing, and a failure is only logged (OPEN-63). */
export function chooseLanguage(language: Language): void {
  choices += 1;
  void setLanguage(language);
  save(language);
}

/**
 * After the sign-in: what the person once chose holds on this device too; who has never chosen is noted with what was
 * chosen on this device. Nothing waits for it.
 */
export async function followPreferences(): Promise<void> {
  const before = choices;
  try {
    const { language } = await call(getPreferences, {});
    // Who has chosen in the meantime knows better.
    if (choices !== before) return;
    const device = choiceOfDevice();
    if (language !== null) {
      if (language !== device) await setLanguage(language);
    } else if (device !== null) save(device);
  } catch (error) {
    console.error('The preferences could not be read.', error);
  }
}
