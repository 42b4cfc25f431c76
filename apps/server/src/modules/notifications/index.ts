/** Notices to users: the bell, and the e-mails beside it. */
import { listNotifications, updateNotification } from '@ludus/contract';
import { bind } from '../../platform/http/index.ts';
import type { SendMailJob } from '../../platform/mail/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import type { UsersService } from '../users/index.ts';
import { createFailureNotices } from './notifications.failures.ts';
import {
  type ConfirmMaintenance,
  createNoticesService,
  type NoticesService,
} from './notifications.service.ts';
import { createTell, type Tell } from './notifications.tell.ts';

export type { ConfirmMaintenance, Notice } from './notifications.service.ts';
export type { NotificationsTable } from './notifications.tables.ts';
export type { Message, MessageTexts, Tell, Told } from './notifications.tell.ts';

export interface NotificationsPorts {
  users: Pick<UsersService, 'recipients'>;
  /** The job that sends a mail. */
  mail: SendMailJob;
  confirmMaintenance: ConfirmMaintenance;
}

export interface NotificationsService extends NoticesService {
  tell: Tell;
}

export interface NotificationsModule extends HubModule {
  service: NotificationsService;
}

export function createNotificationsModule(
  platform: Pick<Platform, 'settings' | 'postgres' | 'clock' | 'realtime' | 'jobs'>,
  { users, mail, confirmMaintenance }: NotificationsPorts,
): NotificationsModule {
  const { settings, postgres, clock, realtime, jobs } = platform;
  const announce = (userIds: readonly string[]) => {
    if (userIds.length === 0) return;
    realtime.publish({ name: 'changed', data: { topic: 'notifications' } }, { users: userIds });
  };
  const service = createNoticesService({ postgres, clock, announce, confirmMaintenance });
  const tell = createTell({ users, jobs, mail, clock, publicUrl: settings.publicUrl, announce });
  const noteFailure = createFailureNotices({ users, clock, announce });
  jobs.whenFailed(mail, (tx, { payload, message }) => noteFailure(tx, payload, message));
  return {
    name: 'notifications',
    endpoints: [
      bind(listNotifications, ({ actor }) => service.list(actor)),
      bind(updateNotification, ({ actor, params, body }) => service.update(actor, params.id, body)),
    ],
    service: { ...service, tell },
  };
}
