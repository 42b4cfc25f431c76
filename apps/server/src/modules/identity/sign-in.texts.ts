/** Texts of the pages around signing in. English is complete by type, Italian must follow it. */

import { type Language, languages } from '@ludus/contract';

const en = {
  product: 'Ludus Hub',
  signInTitle: 'Sign in to the hub',
  signInLead: 'Games, sessions and figures, to the cent.',
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
  newPasswordHint: 'At least 10 characters. Several unrelated words are easy to remember and hard to guess.',
  repeatPassword: 'Repeat the new password',
  changeButton: 'Save and sign in',
  tooShort: 'Use at least 10 characters.',
  tooLong: 'Use at most 256 characters.',
  isUsername: 'The password must not be your username.',
  isKnown: 'Everyone knows this password. Choose another one.',
  tooWeak: 'This password is easy to guess. Use several unrelated words, or more random characters.',
  isOld: 'Choose a password other than the temporary one.',
  notRepeated: 'The two passwords are not the same.',
  codeTitle: 'Enter your code',
  codeLead: (username: string) => `Open your authenticator app and enter the code for ${username}.`,
  code: 'Code',
  codeMissing: 'Enter the code.',
  codeWrong: 'This code is wrong or was used before. Try the next one.',
  recoveryWrong: 'This recovery code is wrong or was used before.',
  codeButton: 'Continue',
  codeTrouble: 'Lost your phone and your recovery codes? Ask your administrator to reset the second factor.',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the authenticator app',
  recoveryTitle: 'Enter a recovery code',
  recoveryLead: (username: string) => `Each recovery code of ${username} works once.`,
  recoveryCode: 'Recovery code',
  recoveryCodes: 'Recovery codes',
  enrolTitle: 'Set up a second factor',
  enrolLead: (username: string) =>
    `${username} needs a code at each sign-in. Scan the QR code with an authenticator app.`,
  qr: 'QR code for the authenticator app',
  keyHint: 'Or enter this key in the app:',
  enrolCode: 'Code from the app',
  enrolButton: 'Turn on',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  savedTitle: 'Save your recovery codes',
  savedLead: 'Each signs you in once if you lose your phone. They are not shown again.',
  savedButton: 'I have saved them',
  expiredTitle: 'This sign-in page has expired',
  expiredText: 'It was open for too long or already used. Start again from the hub.',
  failedTitle: "Couldn't sign you in",
  failedText: 'Something went wrong, please try again. If the problem persists please contact our team.',
  tooManyTitle: 'Too many requests',
  tooManyText: (seconds: number) => `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  badRequestTitle: 'Invalid sign-in link',
  badRequestText: "This link can't be used to sign in. Start again from the hub.",
  signOutTitle: 'Sign out of the hub?',
  signOutText: 'You will be signed out in every tab of this browser.',
  signOut: 'Sign out',
  staySignedIn: 'Stay signed in',
  signedOutTitle: 'You are signed out',
  signedOutText: 'Sign in again to continue.',
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
  signInTitle: 'Accedi all’hub',
  signInLead: 'Giochi, sessioni e conti, al centesimo.',
  username: 'Nome utente',
  password: 'Password',
  showPassword: 'Mostra password',
  hidePassword: 'Nascondi password',
  signIn: 'Accedi',
  trouble: 'Problemi di accesso? Chiedi all’amministratore di reimpostare la password.',
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
  newPasswordHint:
    'Almeno 10 caratteri. Più parole senza legame tra loro sono facili da ricordare e difficili da indovinare.',
  repeatPassword: 'Ripeti la nuova password',
  changeButton: 'Salva e accedi',
  tooShort: 'Usa almeno 10 caratteri.',
  tooLong: 'Usa al massimo 256 caratteri.',
  isUsername: 'La password non può essere il nome utente.',
  isKnown: 'Questa password è nota a tutti. Scegline un’altra.',
  tooWeak:
    'Questa password è facile da indovinare. Usa più parole senza legame tra loro o più caratteri casuali.',
  isOld: 'Scegli una password diversa da quella provvisoria.',
  notRepeated: 'Le due password non coincidono.',
  codeTitle: 'Inserisci il codice',
  codeLead: (username) => `Apri la tua app di autenticazione e inserisci il codice per ${username}.`,
  code: 'Codice',
  codeMissing: 'Inserisci il codice.',
  codeWrong: 'Il codice è errato o già usato. Prova con il prossimo.',
  recoveryWrong: 'Il codice di recupero è errato o già usato.',
  codeButton: 'Continua',
  codeTrouble:
    'Hai perso il telefono e i codici di recupero? Chiedi all’amministratore di reimpostare il secondo fattore.',
  useRecovery: 'Usa un codice di recupero',
  useApp: 'Usa l’app di autenticazione',
  recoveryTitle: 'Inserisci un codice di recupero',
  recoveryLead: (username) => `Ogni codice di recupero di ${username} vale una volta sola.`,
  recoveryCode: 'Codice di recupero',
  recoveryCodes: 'Codici di recupero',
  enrolTitle: 'Configura il secondo fattore',
  enrolLead: (username) =>
    `${username} deve inserire un codice a ogni accesso. Inquadra il codice QR con un’app di autenticazione.`,
  qr: 'Codice QR per l’app di autenticazione',
  keyHint: 'Oppure inserisci questa chiave nell’app:',
  enrolCode: 'Codice dell’app',
  enrolButton: 'Attiva',
  copy: 'Copia',
  copied: 'Copiato',
  download: 'Scarica',
  savedTitle: 'Salva i codici di recupero',
  savedLead: 'Ognuno ti fa accedere una volta se perdi il telefono. Non verranno più mostrati.',
  savedButton: 'Li ho salvati',
  expiredTitle: 'Questa pagina di accesso è scaduta',
  expiredText: 'È rimasta aperta troppo a lungo o è già stata usata. Ricomincia dall’hub.',
  failedTitle: 'L’accesso non è riuscito',
  failedText: 'Qualcosa è andato storto, riprova. Se il problema persiste, contatta il nostro team.',
  tooManyTitle: 'Troppe richieste',
  tooManyText: (seconds) => `Riprova tra ${seconds} ${seconds === 1 ? 'secondo' : 'secondi'}.`,
  badRequestTitle: 'Link di accesso non valido',
  badRequestText: 'Questo link non si può usare per accedere. Ricomincia dall’hub.',
  signOutTitle: 'Uscire dall’hub?',
  signOutText: 'Verrai disconnesso in tutte le schede di questo browser.',
  signOut: 'Esci',
  staySignedIn: 'Resta connesso',
  signedOutTitle: 'Disconnessione effettuata',
  signedOutText: 'Accedi di nuovo per continuare.',
  toHub: 'Vai all’hub',
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
export function languageOf(preferences: {
  chosen?: string | undefined;
  uiLocales?: string | undefined;
  remembered?: string | undefined;
  accepted?: string | undefined;
}): Language {
  const accepted = (preferences.accepted ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '');
  const candidates = [
    preferences.chosen,
    ...(preferences.uiLocales ?? '').split(' '),
    preferences.remembered,
    ...accepted,
  ];
  for (const candidate of candidates) {
    const primary = candidate?.split('-')[0]?.toLowerCase();
    const known = languages.find((language) => language === primary);
    if (known !== undefined) return known;
  }
  return 'en';
}
