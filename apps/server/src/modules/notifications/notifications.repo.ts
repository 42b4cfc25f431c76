import { type Language, type Message, maxNotifications } from '@ludus/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import { renderMessage } from '../../infra/messages/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import type { NotificationsTable } from './notifications.tables.ts';

export type NotificationRow = Selectable<NotificationsTable>;
export type NewNotification = Insertable<NotificationsTable>;

const insertedAtOnce = 1_000;

/** The columns of a notification's texts, for a user with this language. */
export function textColumns(
  { title, description }: { title: Message; description: Message },
  language: Language,
) {
  return {
    title: renderMessage(title, language),
    title_detail: JSON.stringify(title),
    description: renderMessage(description, language),
    description_detail: JSON.stringify(description),
  };
}

/** The newest notices of one user, oldest first. */
export async function findNotifications(db: Db, userId: string, limit: number): Promise<NotificationRow[]> {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

/** A notice of this user; undefined when the user has none of that id. */
export function findNotification(db: Db, userId: string, id: number): Promise<NotificationRow | undefined> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Marks this user's notices of a maintenance as seen: once it is confirmed or denied, none of them asks for anything. */
export async function updateAnswered(
  db: Db,
  { userId, maintenanceId }: { userId: string; maintenanceId: number },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ seen: true })
    .where('user_id', '=', userId)
    .where('maintenance_id', '=', maintenanceId)
    .where('seen', '=', false)
    .execute();
}

export async function updateSeen(db: Db, id: number): Promise<void> {
  await db.updateTable('notifications').set({ seen: true }).where('id', '=', id).execute();
}

/** Marks this user's notices up to one as seen, and returns how many were not. */
export async function updateAllSeen(db: Db, userId: string, upTo: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ seen: true })
    .where('user_id', '=', userId)
    .where('id', '<=', upTo)
    .where('seen', '=', false)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Marks these users' unseen notices of a path as seen that are graver than what ends them. */
export async function updateResolved(
  db: Db,
  { path, severity, userIds }: { path: string; severity: number; userIds: readonly string[] },
): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .updateTable('notifications')
    .set({ seen: true })
    .where('user_id', 'in', userIds)
    .where('path', '=', path)
    .where('severity', '>', severity)
    .where('seen', '=', false)
    .execute();
}

/** Stores the reply of an integration in everyone's notice of it, and returns whose those are. */
export async function updateConfirmations(
  db: Db,
  of: { maintenanceId: number; integrationId: number },
  confirmation: boolean,
): Promise<string[]> {
  const rows = await db
    .updateTable('notifications')
    .set({ confirmation })
    .where('maintenance_id', '=', of.maintenanceId)
    .where('integration_id', '=', of.integrationId)
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Takes the replies to a maintenance out of everyone's notices of it, which a newer one is about to replace: they count as seen. */
export async function clearConfirmations(db: Db, maintenanceId: number): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ confirmation: null, seen: true })
    .where('maintenance_id', '=', maintenanceId)
    .execute();
}

export async function insertNotifications(db: Db, rows: Insertable<NotificationsTable>[]): Promise<void> {
  // A statement takes 65,535 values at most.
  for (let at = 0; at < rows.length; at += insertedAtOnce) {
    await db
      .insertInto('notifications')
      .values(rows.slice(at, at + insertedAtOnce))
      .execute();
  }
}

/** Until the transaction ends, no one else gathers notices of this topic. */
export async function lockTopic(tx: Db, topic: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`notices ${topic}`}, 0))`.execute(tx);
}

/** The newest unseen notice of a topic that each of these users got since; at most one each. */
export async function findGathering(
  tx: Db,
  topic: string,
  userIds: readonly string[],
  since: Date,
): Promise<Map<string, { id: number; count: number }>> {
  const rows = await tx
    .selectFrom('notifications')
    .select(['user_id', 'id', 'count'])
    .where('topic', '=', topic)
    .where('seen', '=', false)
    .where('created_at', '>', since)
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ user_id, id, count }) => [user_id, { id, count }]));
}

export async function updateGathered(
  tx: Db,
  id: number,
  change: ReturnType<typeof textColumns> & { count: number },
): Promise<void> {
  await tx.updateTable('notifications').set(change).where('id', '=', id).execute();
}

/**
 * Deletes notifications from before an instant, `limit` at most, and returns how many. An unseen one stays while it is among
 * those that its user is shown, and one of a maintenance until that begins.
 */
export async function deleteOldNotifications(
  tx: Db,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const result = await sql`
    DELETE FROM notifications WHERE id IN (
      SELECT n.id FROM notifications n
      WHERE n.created_at < ${before}::timestamptz
        AND (n.seen OR EXISTS (
          SELECT FROM notifications newer
          WHERE newer.user_id = n.user_id AND (newer.created_at, newer.id) > (n.created_at, n.id)
          ORDER BY newer.created_at, newer.id OFFSET ${maxNotifications - 1}
        ))
        AND NOT EXISTS (
          SELECT FROM maintenances m WHERE m.id = n.maintenance_id AND m.starts_at > ${now}::timestamptz
        )
      LIMIT ${limit} FOR UPDATE OF n SKIP LOCKED
    )`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}
