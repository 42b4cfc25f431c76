/** Notices to users: the bell, and the emails beside it. */
import { listNotifications, markNotificationsSeen, updateNotification } from '@ludus/contract';
import { bind } from '../../infra/http/index.ts';
import type { SendMailJob } from '../../infra/mail/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { RecipientLookup } from '../users/index.ts';
import { topicMailRetention } from './notifications.digest.repo.ts';
import { defineDigestJob } from './notifications.digest.ts';
import { createFailureNotices } from './notifications.failures.ts';
import { createNotify, type Notify } from './notifications.notify.ts';
import { deleteOldNotifications } from './notifications.repo.ts';
import {
  type ConfirmMaintenance,
  createNoticesService,
  type NoticesService,
} from './notifications.service.ts';

export type {
  NotificationContent,
  NotificationTexts,
  Notified,
  NotifiedPerson,
  NotifiedUser,
  Notify,
} from './notifications.notify.ts';
export { clearConfirmations } from './notifications.repo.ts';
export type { ConfirmMaintenance, Notice } from './notifications.service.ts';
export type { NotificationsTable } from './notifications.tables.ts';
export { namesMessage, requestedGamesTitle } from './notifications.texts.ts';

export interface NotificationsPorts {
  users: RecipientLookup;
  /** The job that sends a mail. */
  mail: SendMailJob;
  confirmMaintenance: ConfirmMaintenance;
}

export interface NotificationsService extends NoticesService {
  notify: Notify;
}

export interface NotificationsModule extends HubModule {
  service: NotificationsService;
}

export function createNotificationsModule(
  infra: Pick<Infra, 'settings' | 'postgres' | 'clock' | 'realtime' | 'jobs'>,
  { users, mail, confirmMaintenance }: NotificationsPorts,
): NotificationsModule {
  const { settings, postgres, clock, realtime, jobs } = infra;
  const publishChange = (userIds: readonly string[]) => {
    if (userIds.length === 0) return;
    realtime.publish({ name: 'changed', data: { topic: 'notifications' } }, { users: userIds });
  };
  const service = createNoticesService({ postgres, clock, publishChange, confirmMaintenance });
  const { publicUrl } = settings;
  const digestJob = defineDigestJob({ postgres, jobs, mail, clock, publicUrl });
  const notify = createNotify({ users, jobs, mail, digestJob, clock, publicUrl, publishChange });
  const noteFailure = createFailureNotices({ users, clock, publishChange });
  jobs.whenFailed(mail, (tx, { payload, message }) => noteFailure(tx, payload, message));
  return {
    name: 'notifications',
    endpoints: [
      bind(listNotifications, ({ actor }) => service.list(actor)),
      bind(updateNotification, ({ actor, params, body }) => service.update(actor, params.id, body)),
      bind(markNotificationsSeen, async ({ actor, body }) => {
        await service.markSeen(actor, body.upTo);
        return null;
      }),
    ],
    jobs: [digestJob],
    retention: [
      {
        table: 'notifications',
        days: settings.retentionDays.notifications,
        deleteBatch: (tx, before, limit) => deleteOldNotifications(tx, { before, now: clock.now(), limit }),
      },
      topicMailRetention(settings.retentionDays.mails),
    ],
    service: { ...service, notify },
  };
}
