import type { Language } from '@ludus/contract';
import type { MessageTexts } from '../notifications/index.ts';

/** What is told of a ticket; nothing of its text, which only the hub shows. */
export interface TicketNews {
  kind: 'created' | 'answered' | 'closed';
  id: number;
  title: string;
  /** Who did it. */
  username: string;
  integration: string | null;
}

const words = {
  en: {
    created: {
      title: 'New ticket',
      text: (who: string, where: string | null) =>
        `${who} has reported a problem${where === null ? '' : ` of ${where}`}.`,
    },
    answered: { title: 'New answer', text: (who: string) => `${who} has answered the ticket.` },
    closed: { title: 'Ticket closed', text: (who: string) => `${who} has closed the ticket with an answer.` },
  },
  it: {
    created: {
      title: 'Nuovo ticket',
      text: (who: string, where: string | null) =>
        `${who} ha segnalato un problema${where === null ? '' : ` di ${where}`}.`,
    },
    answered: { title: 'Nuova risposta', text: (who: string) => `${who} ha risposto al ticket.` },
    closed: { title: 'Ticket chiuso', text: (who: string) => `${who} ha chiuso il ticket con una risposta.` },
  },
} satisfies Record<Language, unknown>;

/** The notice of a ticket, and the e-mail beside it. */
export function ticketTexts(
  { kind, id, title, username, integration }: TicketNews,
  language: Language,
): MessageTexts {
  const { title: what, text } = words[language][kind];
  return { title: `${what} #${id}: ${title}`, description: text(username, integration) };
}
