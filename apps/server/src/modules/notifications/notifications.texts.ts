import { type Language, type Message, messageOf } from '@ludus/contract';

/** "A, B and C" in the reader's language. */
export function namesMessage(all: readonly string[]): Message | string {
  const names = all.slice(0, -1).join(', ');
  const last = all.at(-1) ?? '';
  return names === '' ? last : messageOf('notifications.namesAndLast', { names, last });
}

/** The title of a notification that an integration requested games. */
export function requestedGamesTitle(integration: string, names: readonly string[]): Message {
  const [name = ''] = names;
  return names.length === 1
    ? messageOf('notifications.namedGameRequested', { integration, name })
    : messageOf('notifications.gamesRequested', { integration, count: names.length });
}

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
