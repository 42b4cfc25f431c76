/** Texts of the pages around signing in. English is complete by type, Italian must follow it. */

import { type Language, languages } from '@ludus/contract';

const en = {
  product: 'Ludus Hub',
  signInTitle: 'Sign in to the hub',
  signInLead: 'Games, sessions and books, to the cent.',
  username: 'Username',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  signIn: 'Sign in',
  trouble: 'Trouble signing in? Ask your administrator to reset the password.',
  wrong: 'Wrong username or password.',
  usernameMissing: 'Enter your username.',
  passwordMissing: 'Enter your password.',
  /** `time` is the clock of Rome. */
  waitUntil: (seconds: number, time: string) =>
    `Too many failed attempts. You can try again in ${
      seconds <= 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
    }, at ${time}.`,
  demoTitle: 'Demo accounts',
  demoLead: (password: string) => `Password of each: ${password}`,
  demoFill: (username: string) => `Fill in ${username}`,
  changeTitle: 'Choose a new password',
  changeLead: (username: string) => `${username} was given a temporary password. Choose one of your own.`,
  newPassword: 'New password',
  newPasswordHint: 'At least 10 characters, and not your username.',
  repeatPassword: 'Repeat the new password',
  changeButton: 'Save and sign in',
  tooShort: 'Use at least 10 characters.',
  tooLong: 'Use at most 256 characters.',
  isUsername: 'The password must not be your username.',
  isKnown: 'Everybody knows this password. Choose another one.',
  isOld: 'Choose another password than the one you were given.',
  notRepeated: 'The two passwords are not the same.',
  expiredTitle: 'This sign-in page has expired',
  expiredText: 'It stood open for too long or was used already. Start again from the hub.',
  failedTitle: 'Signing in did not work',
  failedText: 'Something went wrong, please try again. If the problem persists please contact our team.',
  badRequestTitle: 'This sign-in address is not complete',
  badRequestText: 'The address that led here cannot be used to sign in. Start again from the hub.',
  signOutTitle: 'Sign out of the hub?',
  signOutText: 'You will be signed out in every tab of this browser.',
  signOut: 'Sign out',
  staySignedIn: 'Stay signed in',
  signedOutTitle: 'You are signed out',
  signedOutText: 'Sign in again to go on.',
  toHub: 'Go to the hub',
  language: 'Language',
  theme: 'Theme',
  dark: 'Dark',
  light: 'Light',
  english: 'English',
  italian: 'Italiano',
  beta: 'Beta',
};

export type Texts = typeof en;

const it: Texts = {
  product: 'Ludus Hub',
  signInTitle: "Accedi all'hub",
  signInLead: 'Giochi, sessioni e conti, al centesimo.',
  username: 'Nome utente',
  password: 'Password',
  showPassword: 'Mostra password',
  hidePassword: 'Nascondi password',
  signIn: 'Accedi',
  trouble: "Problemi di accesso? Chiedi all'amministratore di reimpostare la password.",
  wrong: 'Nome utente o password errati.',
  usernameMissing: 'Inserisci il nome utente.',
  passwordMissing: 'Inserisci la password.',
  waitUntil: (seconds, time) =>
    `Troppi tentativi falliti. Puoi riprovare tra ${
      seconds <= 60 ? `${seconds} secondi` : `${Math.ceil(seconds / 60)} minuti`
    }, alle ${time}.`,
  demoTitle: 'Account dimostrativi',
  demoLead: (password) => `Password di ciascuno: ${password}`,
  demoFill: (username) => `Compila con ${username}`,
  changeTitle: 'Scegli una nuova password',
  changeLead: (username) => `${username} ha ricevuto una password provvisoria. Scegline una tua.`,
  newPassword: 'Nuova password',
  newPasswordHint: 'Almeno 10 caratteri e diversa dal nome utente.',
  repeatPassword: 'Ripeti la nuova password',
  changeButton: 'Salva e accedi',
  tooShort: 'Usa almeno 10 caratteri.',
  tooLong: 'Usa al massimo 256 caratteri.',
  isUsername: 'La password non può essere il nome utente.',
  isKnown: "Questa password è nota a tutti. Scegline un'altra.",
  isOld: 'Scegli una password diversa da quella ricevuta.',
  notRepeated: 'Le due password non coincidono.',
  expiredTitle: 'Questa pagina di accesso è scaduta',
  expiredText: "È rimasta aperta troppo a lungo o è già stata usata. Ricomincia dall'hub.",
  failedTitle: "L'accesso non è riuscito",
  failedText: 'Qualcosa è andato storto, riprova. Se il problema persiste contatta il nostro team.',
  badRequestTitle: 'Questo indirizzo di accesso non è completo',
  badRequestText: "L'indirizzo che porta qui non si può usare per accedere. Ricomincia dall'hub.",
  signOutTitle: "Uscire dall'hub?",
  signOutText: 'Uscirai da tutte le schede di questo browser.',
  signOut: 'Esci',
  staySignedIn: 'Resta collegato',
  signedOutTitle: 'Sei uscito',
  signedOutText: 'Accedi di nuovo per continuare.',
  toHub: "Vai all'hub",
  language: 'Lingua',
  theme: 'Tema',
  dark: 'Scuro',
  light: 'Chiaro',
  english: 'English',
  italian: 'Italiano',
  beta: 'Beta',
};

export const texts: Record<Language, Texts> = { en, it };

/**
 * The language of a page: what the person just chose, else what the application asks for (`ui_locales`), else an
 * earlier choice on these pages, else what the browser prefers.
 */
export function languageOf(wishes: {
  chosen?: string | undefined;
  uiLocales?: string | undefined;
  remembered?: string | undefined;
  accepted?: string | undefined;
}): Language {
  const accepted = (wishes.accepted ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '');
  const asked = [wishes.chosen, ...(wishes.uiLocales ?? '').split(' '), wishes.remembered, ...accepted];
  for (const wish of asked) {
    const primary = wish?.split('-')[0]?.toLowerCase();
    const known = languages.find((language) => language === primary);
    if (known !== undefined) return known;
  }
  return 'en';
}
