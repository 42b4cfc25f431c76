import { type Language, type Message, type Role, routes } from '@ludus/contract';
import type { Clock } from '../../infra/clock/index.ts';
import { isMailAddress, mailBodies, type SendMailJob } from '../../infra/mail/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import { afterCommit, type Tx } from '../../infra/postgres/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import type { Recipient, RecipientLookup, Recipients } from '../users/index.ts';
import {
  collectMails,
  type DigestJob,
  insertTopicNotices,
  type Topic,
  type TopicMail,
} from './notifications.digest.ts';
import { isOpenTo, leadsToNotices } from './notifications.paths.ts';
import { insertNotifications, textColumns, updateResolved } from './notifications.repo.ts';
import { mailTexts } from './notifications.texts.ts';

/** What a notification says. All of it is plain text; what it holds is for every recipient's eyes. */
export interface NotificationTexts {
  title: Message;
  description: Message;
  /** The title unless given. */
  mailSubject?: Message;
  /** Paragraphs; the description unless given. */
  mailBody?: readonly Message[];
}

/** What people are notified of; severity is 1 low, 2 medium, 3 high, 4 critical. */
export interface NotificationContent {
  severity: 1 | 2 | 3 | 4;
  maintenanceId?: number;
  /** Where in the hub it leads, such as `/catalog`; who may not go there is led to their notices. */
  path: string;
  texts: NotificationTexts;
  /** In place of the texts for readers of a language: what people have written in each of them. */
  textsIn?: Partial<Record<Language, NotificationTexts>>;
  /** Whether those with an address also get an email. */
  mail: boolean;
  /**
   * It says that something is over: graver notices of the same path that its recipients have not seen ask for no one any more, and
   * become seen.
   */
  isResolution?: boolean;
  /** For messages that may come in large numbers: beyond a few, a person gets one mail and one notice of the rest. */
  topic?: Topic;
}

/** Whom a message has reached. */
export interface NotifiedUser {
  notices: number;
  mails: number;
}

/** Someone a message has reached, and how. */
export interface NotifiedPerson {
  username: string;
  /** Null for people of the provider. */
  integrationId: number | null;
  hasNotice: boolean;
  hasMail: boolean;
}

/** The counts, with everyone by name. */
export interface Notified extends NotifiedUser {
  people: readonly NotifiedPerson[];
}

/**
 * Notifies people in their language: a notice to each who can sign in, and an email of their own to each with an address.
 * Both exist when the caller's transaction commits, and never when it rolls back; no mail server is waited for.
 */
export type Notify = (tx: Tx, to: Recipients, content: NotificationContent) => Promise<Notified>;

export interface NotifyDeps {
  users: RecipientLookup;
  jobs: JobQueueClient;
  mail: SendMailJob;
  digestJob: DigestJob;
  clock: Clock;
  /** Where people reach the hub. */
  publicUrl: string;
  publishChange(userIds: readonly string[]): void;
}

const longestSubject = 200;

const textsOf = ({ texts, textsIn }: NotificationContent, language: Language): NotificationTexts =>
  textsIn?.[language] ?? texts;

/** Of people who cannot sign in nothing is known, so that they get the address itself. */
function openPath(path: string, userRoles: readonly Role[]): string {
  return userRoles.length === 0 || isOpenTo(path, userRoles) ? path : routes.notifications.path;
}

export function createNotify(deps: NotifyDeps): Notify {
  const { users, jobs, clock, publishChange } = deps;

  function mailOf({ language, roles }: Recipient, email: string, content: NotificationContent): TopicMail {
    const {
      title: named,
      description,
      mailSubject = named,
      mailBody = [description],
    } = textsOf(content, language);
    const { open, reason } = mailTexts[language];
    const url = new URL(openPath(content.path, roles), deps.publicUrl).href;
    const button = { label: open, url };
    const title = renderMessage(named, language);
    const subject = renderMessage(mailSubject, language).replace(/\s+/g, ' ').trim().slice(0, longestSubject);
    const bodies = mailBodies({
      language,
      title,
      paragraphs: mailBody.map((part) => renderMessage(part, language)),
      button,
      reason,
    });
    return { mail: { to: [email], subject, ...bodies }, address: email, language, title: subject, url };
  }

  return async (tx, to, content) => {
    const people = await users.recipients(to, tx);
    const created_at = clock.now();
    const notices = people.flatMap(({ subject, language, integrationId }) => {
      if (subject === null) return [];
      return {
        user_id: subject,
        ...textColumns(textsOf(content, language), language),
        severity: content.severity,
        path: leadsToNotices(content.path) ? null : content.path,
        maintenance_id: content.maintenanceId ?? null,
        integration_id: integrationId,
        confirmation: null,
        created_at,
        language,
      };
    });
    const { path, severity, isResolution = false } = content;
    const userIds = notices.map(({ user_id }) => user_id);
    if (isResolution) await updateResolved(tx, { path, severity, userIds });
    if (content.topic !== undefined) {
      await insertTopicNotices(tx, clock, content.topic, notices, textsOf(content, 'en').title);
    } else
      await insertNotifications(
        tx,
        notices.map(({ language: _, ...notice }) => notice),
      );
    afterCommit(tx, () => publishChange(userIds));
    // One job for each person: a bad address repeats no one else's mail.
    const addressOf = ({ email }: Recipient) =>
      content.mail && email !== null && isMailAddress(email) ? email : null;
    const mails = people.flatMap((person) => {
      const address = addressOf(person);
      return address === null ? [] : mailOf(person, address, content);
    });
    const now =
      content.topic === undefined
        ? mails.map(({ mail }) => mail)
        : await collectMails(tx, deps, content.topic.name, mails);
    await jobs.enqueueAll(deps.mail, now, tx);
    const reached = people.map((person) => ({
      username: person.username,
      integrationId: person.integrationId,
      hasNotice: person.subject !== null,
      hasMail: addressOf(person) !== null,
    }));
    return {
      notices: notices.length,
      mails: mails.length,
      people: reached.filter(({ hasNotice, hasMail }) => hasNotice || hasMail),
    };
  };
}
