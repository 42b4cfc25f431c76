import type { Language } from '@ludus/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { CalendarFeedsTable } from './maintenances.tables.ts';

type FeedRow = Selectable<CalendarFeedsTable>;

/** When a person's address was made; undefined without one. */
export async function findFeedDate(db: Db, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.created_at;
}

/** Whose address has a secret with this hash. */
export function findFeed(
  db: Db,
  secretHash: string,
): Promise<{ user_id: string; language: Language } | undefined> {
  return db
    .selectFrom('calendar_feeds')
    .select(['user_id', 'language'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst();
}

/** Stores the only address of a person: the one before it ends. */
export async function saveFeed(tx: Db, { user_id, ...feed }: FeedRow): Promise<void> {
  await tx
    .insertInto('calendar_feeds')
    .values({ user_id, ...feed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(feed))
    .execute();
}

/** Returns false when there was none. */
export async function deleteFeed(tx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feeds')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
