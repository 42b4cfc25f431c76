import { type Language, type Message, messageOf, routes } from '@ludus/contract';
import { z } from 'zod';
import type { Clock } from '../../infra/clock/index.ts';
import { mailBodies, type QueuedMail, type SendMailJob } from '../../infra/mail/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import { defineJob, type JobDefinition, type JobQueueClient } from '../../infra/queue/index.ts';
import {
  countNotices,
  countSentMails,
  findWaiting,
  insertTopicMails,
  takeWaiting,
} from './notifications.digest.repo.ts';
import {
  findGathering,
  insertNotifications,
  lockTopic,
  type NewNotification,
  textColumns,
  updateGathered,
} from './notifications.repo.ts';
import { mailTexts } from './notifications.texts.ts';

const moreOf = {
  tickets: 'notifications.moreTicketMessages',
  certificates: 'notifications.moreCertificateMessages',
  requests: 'notifications.moreRequestMessages',
} as const;
type TopicName = keyof typeof moreOf;

/** Messages about things that can come in large numbers: beyond a few, each person gets one mail and one notice of many. */
export interface Topic {
  name: TopicName;
  /** Where in the hub all of them are. */
  path: string;
}

/** A mail to one person, and its line in a digest. */
export interface TopicMail {
  mail: QueuedMail;
  address: string;
  language: Language;
  title: string;
  url: string;
}

/** So many mails and notices of a topic go to one person by themselves in {@link windowMs}. */
export const sentEach = 5;
export const windowMs = 10 * 60_000;
/** A mail that waits for longer has lost its digest job. */
const overdueMs = 60 * 60_000;
const mostListed = 200;

const payload = z.strictObject({
  topic: z.enum(['tickets', 'certificates', 'requests']),
  address: z.string(),
});
export type DigestJob = JobDefinition<typeof payload>;

export interface DigestDeps {
  postgres: Pick<Postgres, 'transaction'>;
  jobs: Pick<JobQueueClient, 'enqueue' | 'enqueueAll'>;
  mail: SendMailJob;
  clock: Clock;
  publicUrl: string;
}

/** The job that turns what was collected for an address into a mail, in one transaction: nothing is lost or sent twice. */
export function defineDigestJob({ postgres, jobs, mail, publicUrl }: DigestDeps): DigestJob {
  return defineJob({
    name: 'mail-digest',
    queue: 'system',
    payload,
    async run({ payload: { topic, address }, progress }) {
      const count = await postgres.transaction(async (tx) => {
        await lockTopic(tx, `mails ${topic}`);
        const collected = await takeWaiting(tx, topic, address);
        const mails: QueuedMail[] = [];
        for (let at = 0; at < collected.length; at += mostListed) {
          mails.push(digestMail(topic, address, collected.slice(at, at + mostListed), publicUrl));
        }
        await jobs.enqueueAll(mail, mails, tx);
        return collected.length;
      });
      progress(100, messageOf('jobs.digestQueued', { count }));
    },
  });
}

function digestMail(
  topic: TopicName,
  address: string,
  collected: readonly { language: Language; title: string; url: string }[],
  publicUrl: string,
): QueuedMail {
  const language = collected.at(-1)?.language ?? 'en';
  const title = renderMessage(messageOf(moreOf[topic], { count: collected.length }), language);
  const text = renderMessage(messageOf('notifications.moreMessagesText'), language);
  const { open, reason } = mailTexts[language];
  return {
    to: [address],
    subject: title,
    ...mailBodies({
      language,
      title,
      paragraphs: [text],
      links: collected.map((one) => ({ text: one.title, url: one.url })),
      button: { label: open, url: new URL(routes.notifications.path, publicUrl).href },
      reason,
    }),
  };
}

/** Returns the mails of a topic that go out by themselves; the others wait for the digest of their address. */
export async function collectMails(
  tx: Tx,
  deps: Pick<DigestDeps, 'jobs' | 'clock'> & { digestJob: DigestJob },
  topic: TopicName,
  mails: readonly TopicMail[],
): Promise<QueuedMail[]> {
  if (mails.length === 0) return [];
  await lockTopic(tx, `mails ${topic}`);
  const now = deps.clock.now();
  const addresses = [...new Set(mails.map(({ address }) => address))];
  const counts = await countSentMails(tx, topic, addresses, new Date(now.getTime() - windowMs));
  const scheduled = await findWaiting(tx, topic, addresses, new Date(now.getTime() - overdueMs));
  const direct: QueuedMail[] = [];
  for (const { mail, address, language, title, url } of mails) {
    const count = counts.get(address) ?? 0;
    const is_collected = count >= sentEach;
    await insertTopicMails(tx, [{ topic, address, language, title, url, is_collected, created_at: now }]);
    counts.set(address, count + 1);
    if (!is_collected) direct.push(mail);
    else if (!scheduled.has(address)) {
      scheduled.add(address);
      const startAfter = new Date(now.getTime() + windowMs);
      await deps.jobs.enqueue(deps.digestJob, { topic, address }, { tx, startAfter });
    }
  }
  return direct;
}

/** Stores notices of a topic, all with one title: beyond a few in a short time, one unseen notice counts up for the rest. */
export async function insertTopicNotices(
  tx: Tx,
  clock: Clock,
  topic: Topic,
  notices: readonly (NewNotification & { language: Language })[],
  title: Message,
): Promise<void> {
  if (notices.length === 0) return;
  const gathered = `${topic.name} gathered`;
  await lockTopic(tx, gathered);
  const since = new Date(clock.now().getTime() - windowMs);
  const userIds = notices.map(({ user_id }) => user_id);
  const counts = await countNotices(tx, topic.name, userIds, since);
  const open = await findGathering(tx, gathered, userIds, since);
  for (const { language, ...notice } of notices) {
    const present = open.get(notice.user_id);
    if ((counts.get(notice.user_id) ?? 0) < sentEach) {
      await insertNotifications(tx, [{ ...notice, topic: topic.name }]);
      continue;
    }
    const count = (present?.count ?? 0) + 1;
    const more = messageOf(moreOf[topic.name], { count });
    const texts = textColumns({ title: more, description: title }, language);
    if (present !== undefined) await updateGathered(tx, present.id, { ...texts, count });
    else await insertNotifications(tx, [{ ...notice, ...texts, topic: gathered, path: topic.path, count }]);
  }
}
