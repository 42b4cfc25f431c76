import { type Message, messageOf } from '@ludus/contract';
import type { Clock } from '../../infra/clock/index.ts';
import { afterCommit, type Tx } from '../../infra/postgres/index.ts';
import type { RecipientLookup } from '../users/index.ts';
import {
  findGathering,
  insertNotifications,
  lockTopic,
  textColumns,
  updateGathered,
} from './notifications.repo.ts';

export interface FailureDeps {
  users: RecipientLookup;
  clock: Clock;
  publishChange(userIds: readonly string[]): void;
}

const topic = 'mail-failure';
const gatherMs = 60 * 60_000;

/**
 * Notifies every administrator of the provider that a mail was given up: its subject, to how many addresses, and why. While
 * such a notice is unseen and younger than an hour, it counts up instead of being followed by another one.
 */
export function createFailureNotices({ users, clock, publishChange }: FailureDeps) {
  return async (tx: Tx, mail: { subject: string; to: readonly string[] }, reason: Message): Promise<void> => {
    const admins = (await users.recipients({ admins: true }, tx)).flatMap(({ subject, language }) =>
      subject === null ? [] : { userId: subject, language },
    );
    if (admins.length === 0) return;
    const userIds = admins.map(({ userId }) => userId);
    const now = clock.now();
    await lockTopic(tx, topic);
    const open = await findGathering(tx, topic, userIds, new Date(now.getTime() - gatherMs));
    for (const { userId, language } of admins) {
      const present = open.get(userId);
      const count = (present?.count ?? 0) + mail.to.length;
      const texts = textColumns(
        {
          title: messageOf('notifications.mailFailed', { count }),
          description: messageOf('notifications.mailFailedText', { subject: mail.subject, reason }),
        },
        language,
      );
      if (present !== undefined) {
        await updateGathered(tx, present.id, { ...texts, count });
      } else {
        const notice = { ...texts, user_id: userId, severity: 2, topic, count, created_at: now };
        await insertNotifications(tx, [notice]);
      }
    }
    afterCommit(tx, () => publishChange(userIds));
  };
}
