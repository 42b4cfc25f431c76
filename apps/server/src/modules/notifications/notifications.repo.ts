import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/postgres/index.ts';
import type { NotificationsTable } from './notifications.tables.ts';

export type NotificationRow = Selectable<NotificationsTable>;

/** The notices of one user, oldest first. */
export function findNotifications(db: Db, userId: string): Promise<NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Marks a notice of this user as seen; undefined when the user has none of that id. */
export function updateSeen(db: Db, userId: string, id: number): Promise<NotificationRow | undefined> {
  return db
    .updateTable('notifications')
    .set({ seen: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

export async function insertNotifications(db: Db, rows: Insertable<NotificationsTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('notifications').values(rows).execute();
}
