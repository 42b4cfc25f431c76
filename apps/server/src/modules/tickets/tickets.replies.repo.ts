import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { SavedRepliesTable } from './tickets.tables.ts';

export type ReplyRow = Selectable<SavedRepliesTable>;

const seenBy = (db: Db, userId: string) =>
  db
    .selectFrom('saved_replies')
    .selectAll()
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', userId)]));

/** A person's own replies and those of the team, by title. */
export function findReplies(db: Db, userId: string): Promise<ReplyRow[]> {
  return seenBy(db, userId).orderBy('title').orderBy('id').execute();
}

/** One of these, locked until the transaction ends. */
export function lockReply(tx: Db, userId: string, id: number): Promise<ReplyRow | undefined> {
  return seenBy(tx, userId).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function insertReply(tx: Db, row: Insertable<SavedRepliesTable>): Promise<ReplyRow> {
  return tx.insertInto('saved_replies').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateReply(tx: Db, id: number, row: Insertable<SavedRepliesTable>): Promise<ReplyRow> {
  return tx
    .updateTable('saved_replies')
    .set(row)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteReply(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('saved_replies').where('id', '=', id).execute();
}
