import type { Notification } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { NotFoundError } from '../../platform/errors/index.ts';
import { afterCommit, type Db, type Postgres } from '../../platform/postgres/index.ts';
import type { Realtime } from '../../platform/realtime/index.ts';
import {
  findNotifications,
  insertNotifications,
  type NotificationRow,
  updateSeen,
} from './notifications.repo.ts';

/** A notice as it is written. Texts are plain; severity is 1 low, 2 medium, 3 high, 4 critical. */
export interface Notice {
  title: string;
  description: string;
  severity: 1 | 2 | 3 | 4;
  maintenanceId?: number;
  /** Now unless given. */
  createdAt?: Date;
  seen?: boolean;
}

export interface NotificationsService {
  /** API-052: the actor's own, oldest first. */
  list(actor: Actor): Promise<Notification[]>;
  /** API-053. @throws NotFoundError for a notice of somebody else, as for a missing one */
  markSeen(actor: Actor, id: number): Promise<Notification>;
  /**
   * Writes a notice to each user in the caller's transaction; their browsers are told once it has committed.
   */
  notify(tx: Db, userIds: readonly string[], notice: Notice): Promise<void>;
}

export function createNotificationsService(
  { db }: Pick<Postgres, 'db'>,
  clock: Clock,
  realtime: Realtime,
): NotificationsService {
  const announce = (users: readonly string[]) => {
    if (users.length > 0) realtime.publish({ name: 'changed', data: { topic: 'notifications' } }, { users });
  };
  return {
    list: async (actor) => (await findNotifications(db, actor.userId)).map(notificationOf),
    async markSeen(actor, id) {
      const row = await updateSeen(db, actor.userId, id);
      if (row === undefined) throw new NotFoundError('Notification not found');
      // The same person's other windows count the unseen ones too.
      announce([actor.userId]);
      return notificationOf(row);
    },
    async notify(tx, userIds, notice) {
      const users = [...new Set(userIds)];
      const created_at = notice.createdAt ?? clock.now();
      await insertNotifications(
        tx,
        users.map((user_id) => ({
          user_id,
          title: notice.title,
          description: notice.description,
          severity: notice.severity,
          maintenance_id: notice.maintenanceId ?? null,
          confirmation: null,
          seen: notice.seen ?? false,
          created_at,
        })),
      );
      afterCommit(tx, () => announce(users));
    },
  };
}

function notificationOf(row: NotificationRow): Notification {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    createdAt: row.created_at.toISOString(),
    seen: row.seen,
    severity: row.severity,
    maintenanceId: row.maintenance_id,
    confirmation: row.confirmation,
  };
}
