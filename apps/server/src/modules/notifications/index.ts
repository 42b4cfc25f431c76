/** Notices to users: the bell. */
import { listNotifications, updateNotification } from '@ludus/contract';
import { bind } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { createNotificationsService, type NotificationsService } from './notifications.service.ts';

export type { Notice, NotificationsService } from './notifications.service.ts';
export type { NotificationsTable } from './notifications.tables.ts';

export type NotificationsModule = HubModule & { service: NotificationsService };

export function createNotificationsModule(
  platform: Pick<Platform, 'postgres' | 'clock' | 'realtime'>,
): NotificationsModule {
  const service = createNotificationsService(platform.postgres, platform.clock, platform.realtime);
  return {
    name: 'notifications',
    endpoints: [
      bind(listNotifications, ({ actor }) => service.list(actor)),
      bind(updateNotification, ({ actor, params }) => service.markSeen(actor, params.id)),
    ],
    service,
  };
}
