import type { Language } from '@ludus/contract';

/** The frame of every email to a person. */
export const mailTexts: Record<Language, { open: string; reason: string }> = {
  en: {
    open: 'Open in Ludus Hub',
    reason:
      'You receive this email because this address belongs to a user of Ludus Hub. You can change the language in Settings.',
  },
  it: {
    open: 'Apri in Ludus Hub',
    reason:
      'Ricevi questa email perché questo indirizzo appartiene a un utente di Ludus Hub. Puoi cambiare la lingua nelle Impostazioni.',
  },
};
