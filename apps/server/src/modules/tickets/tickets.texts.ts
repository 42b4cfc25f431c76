import { type Message, messageOf, routes, type TicketType } from '@ludus/contract';
import type { NotificationTexts, Notify } from '../notifications/index.ts';

/** What people are notified of. It never quotes the text of a ticket, which only the hub shows. */
export interface TicketNews {
  kind: 'created' | 'answered' | 'closed' | 'deleted' | 'restored' | 'assigned' | 'ratedGood' | 'ratedBad';
  id: number;
  title: string;
  /** Who did it. */
  username: string;
  integration: string | null;
  /** Of a new ticket. */
  type?: TicketType;
}

const titles = {
  created: 'notifications.ticketCreated',
  answered: 'notifications.ticketAnswered',
  closed: 'notifications.ticketClosed',
  deleted: 'notifications.ticketDeleted',
  restored: 'notifications.ticketRestored',
  assigned: 'notifications.ticketAssigned',
  ratedGood: 'notifications.ticketRatedGood',
  ratedBad: 'notifications.ticketRatedBad',
} as const;

/** The notification of a ticket, and the email beside it. */
export function notificationOf(news: TicketNews): Parameters<Notify>[2] {
  return {
    severity: 1,
    path: `/ticket/${news.id}`,
    texts: ticketTexts(news),
    mail: true,
    topic: { name: 'tickets', path: routes.tickets.path },
  };
}

function ticketTexts(news: TicketNews): NotificationTexts {
  const { kind, id, title } = news;
  return { title: messageOf(titles[kind], { id, title }), description: descriptionOf(news) };
}

const typeNames = {
  stuckSession: 'notifications.ticketTypeStuckSession',
  bigWin: 'notifications.ticketTypeBigWin',
  reportBug: 'notifications.ticketTypeReportBug',
  asset: 'notifications.ticketTypeAsset',
  certificate: 'notifications.ticketTypeCertificate',
} as const;

function descriptionOf({ kind, username, integration, type = 'general' }: TicketNews): Message {
  if (kind !== 'created') return messageOf(`${titles[kind]}Text`, { username });
  if (type !== 'general') {
    const values = { username, type: messageOf(typeNames[type]) };
    return integration === null
      ? messageOf('notifications.ticketCaseText', values)
      : messageOf('notifications.ticketCaseOfText', { ...values, integration });
  }
  return integration === null
    ? messageOf('notifications.ticketCreatedText', { username })
    : messageOf('notifications.ticketCreatedOfText', { username, integration });
}

/** Of a ticket that has waited for the provider for longer than its target. */
export function lateTexts(news: {
  id: number;
  title: string;
  integration: string | null;
  hours: number;
}): NotificationTexts {
  const { id, title, integration, hours: count } = news;
  return {
    title: messageOf('notifications.ticketLate', { id, title }),
    description:
      integration === null
        ? messageOf('notifications.ticketLateText', { count })
        : messageOf('notifications.ticketLateOfText', { count, integration }),
  };
}
