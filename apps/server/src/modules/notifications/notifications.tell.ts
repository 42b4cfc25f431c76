import { type Language, type Role, routes } from '@ludus/contract';
import type { Clock } from '../../platform/clock/index.ts';
import { isMailAddress, letterBodies, type QueuedMail, type SendMailJob } from '../../platform/mail/index.ts';
import { afterCommit, type Tx } from '../../platform/postgres/index.ts';
import type { JobQueueClient } from '../../platform/queue/index.ts';
import type { Recipient, Recipients, UsersService } from '../users/index.ts';
import { isOpenTo, leadsToNotices } from './notifications.paths.ts';
import { insertNotifications } from './notifications.repo.ts';
import { mailTexts } from './notifications.texts.ts';

/** The words of a message in one language. All of them are plain text; what they hold is for every recipient's eyes. */
export interface MessageTexts {
  title: string;
  description: string;
  /** The title unless given. */
  mailSubject?: string;
  /** Paragraphs; the description unless given. */
  mailBody?: readonly string[];
}

/** Something to tell people; severity is 1 low, 2 medium, 3 high, 4 critical. */
export interface Message {
  severity: 1 | 2 | 3 | 4;
  maintenanceId?: number;
  /** Where in the hub it leads, such as `/catalog`; who may not go there is led to their notices. */
  path: string;
  texts(language: Language): MessageTexts;
  /** Whether those with an address also get an e-mail. */
  mail: boolean;
}

/** Whom a message has reached. */
export interface Told {
  notices: number;
  mails: number;
}

/**
 * Tells people in their language: a notice to each who can sign in, and an e-mail of their own to each with an address.
 * Both exist when the caller's transaction commits, and never when it rolls back; no mail server is waited for.
 */
export type Tell = (tx: Tx, to: Recipients, message: Message) => Promise<Told>;

export interface TellDeps {
  users: Pick<UsersService, 'recipients'>;
  jobs: JobQueueClient;
  mail: SendMailJob;
  clock: Clock;
  /** Where people reach the hub. */
  publicUrl: string;
  announce(userIds: readonly string[]): void;
}

const longestSubject = 200;

/** Of people who cannot sign in nothing is known, so that they get the address itself. */
function openPath(path: string, held: readonly Role[]): string {
  return held.length === 0 || isOpenTo(path, held) ? path : routes.notifications.path;
}

export function createTell(deps: TellDeps): Tell {
  const { users, jobs, clock, announce } = deps;

  function mailOf({ language, roles }: Recipient, email: string, message: Message): QueuedMail {
    const { title, description, mailSubject = title, mailBody = [description] } = message.texts(language);
    const { open, reason } = mailTexts[language];
    const url = new URL(openPath(message.path, roles), deps.publicUrl).href;
    const button = { label: open, url };
    return {
      to: [email],
      subject: mailSubject.replace(/\s+/g, ' ').trim().slice(0, longestSubject),
      ...letterBodies({ language, title, paragraphs: mailBody, button, reason }),
    };
  }

  return async (tx, to, message) => {
    const people = await users.recipients(to, tx);
    const created_at = clock.now();
    const notices = people.flatMap(({ subject, language, integrationId }) => {
      if (subject === null) return [];
      const { title, description } = message.texts(language);
      return {
        user_id: subject,
        title,
        description,
        severity: message.severity,
        path: leadsToNotices(message.path) ? null : message.path,
        maintenance_id: message.maintenanceId ?? null,
        integration_id: integrationId,
        confirmation: null,
        created_at,
      };
    });
    await insertNotifications(tx, notices);
    afterCommit(tx, () => announce(notices.map(({ user_id }) => user_id)));
    // One job for each person: a bad address repeats nobody else's mail.
    const mails = (message.mail ? people : []).flatMap((person) =>
      person.email !== null && isMailAddress(person.email) ? mailOf(person, person.email, message) : [],
    );
    await jobs.enqueueAll(deps.mail, mails, tx);
    return { notices: notices.length, mails: mails.length };
  };
}
