import type { Language } from '@ludus/contract';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import { retentionRule } from '../../infra/retention/index.ts';
import type { TopicMailsTable } from './notifications.tables.ts';

/** How many mails of a topic each of these addresses got by themselves since; those without any are left out. */
export async function countSentMails(
  tx: Db,
  topic: string,
  addresses: readonly string[],
  since: Date,
): Promise<Map<string, number>> {
  await sql`DELETE FROM topic_mails
    WHERE topic = ${topic} AND NOT is_collected AND created_at <= ${since}::timestamptz`.execute(tx);
  const rows = await tx
    .selectFrom('topic_mails')
    .select(['address', sql<number>`count(*)::integer`.as('count')])
    .where('topic', '=', topic)
    .where('is_collected', '=', false)
    .where(sql<boolean>`address = ANY(${[...addresses]}::text[])`)
    .groupBy('address')
    .execute();
  return new Map(rows.map(({ address, count }) => [address, count]));
}

/** Which of these addresses have a mail of the topic that has been waiting for a digest since then or later. */
export async function findWaiting(
  tx: Db,
  topic: string,
  addresses: readonly string[],
  since: Date,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('topic_mails')
    .select('address')
    .where('topic', '=', topic)
    .where('is_collected', '=', true)
    .where(sql<boolean>`address = ANY(${[...addresses]}::text[])`)
    .groupBy('address')
    .having(sql<boolean>`min(created_at) > ${since}::timestamptz`)
    .execute();
  return new Set(rows.map(({ address }) => address));
}

export async function insertTopicMails(tx: Db, rows: readonly Insertable<TopicMailsTable>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('topic_mails').values(rows).execute();
}

/** Deletes what waits for a digest and returns it, in the order it came. */
export async function takeWaiting(
  tx: Db,
  topic: string,
  address: string,
): Promise<{ language: Language; title: string; url: string }[]> {
  const { rows } = await sql<{ language: Language; title: string; url: string }>`
    WITH taken AS (
      DELETE FROM topic_mails WHERE topic = ${topic} AND address = ${address} AND is_collected
      RETURNING id, language, title, url
    )
    SELECT language, title, url FROM taken ORDER BY id`.execute(tx);
  return rows;
}

/** How many notices of a topic each of these users got since; those without any are left out. */
export async function countNotices(
  tx: Db,
  topic: string,
  userIds: readonly string[],
  since: Date,
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('notifications')
    .select(['user_id', sql<number>`count(*)::integer`.as('count')])
    .where('topic', '=', topic)
    .where('created_at', '>', since)
    .where(sql<boolean>`user_id = ANY(${[...userIds]}::text[])`)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, count }) => [user_id, count]));
}

/** Deletes mails that were sent by themselves: none counts any more. */
export const topicMailRetention = (days: number) =>
  retentionRule({ table: 'topic_mails', column: 'created_at', days, where: sql`NOT is_collected` });
