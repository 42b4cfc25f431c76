import { getPreferences, type Language, savePreferences } from '@ludus/contract';
import i18next from 'i18next';
import { call } from './api/index.ts';
import { choiceOfDevice, storeLanguage } from './stored-language.ts';
import { hasTexts, loadTexts } from './texts.ts';
import { toast } from './toast.tsx';
import { viewing } from './view-as.ts';

let wanted: Language | undefined;

/** Switches the interface once its texts are there, and remembers the choice on this device; `html lang` follows. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  if (!hasTexts(language)) {
    await loadTexts(language);
    // Another one was chosen meanwhile.
    if (wanted !== language) return;
  }
  storeLanguage(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

let choices = 0;
let saving: Promise<void> = Promise.resolve();

/** Notes the choice for the person: it holds on other devices and for emails. One call at a time, so that the last wins. */
function save(language: Language): void {
  // Who views as an integration has no account there: the choice holds on this device.
  if (viewing() !== null) return;
  saving = saving
    .then(() => call(savePreferences, { body: { language } }))
    .then(
      () => {},
      (error: unknown) => console.error('The language could not be saved.', error),
    );
}

/**
 * What a person chooses in the settings. The interface waits for nothing but its texts, and a choice that could not be
 * saved is only logged.
 */
export function chooseLanguage(language: Language): void {
  choices += 1;
  save(language);
  setLanguage(language).catch((error: unknown) => {
    console.error('The texts could not be loaded.', error);
    toast('error', i18next.t('error.server'));
  });
}

/**
 * After the sign-in: what the person once chose holds on this device too; who has never chosen is noted with what was
 * chosen on this device. Nothing waits for it.
 */
export async function followPreferences(): Promise<void> {
  if (viewing() !== null) return;
  // A choice that is still being saved would otherwise be undone by the older one that is read meanwhile.
  await saving;
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
