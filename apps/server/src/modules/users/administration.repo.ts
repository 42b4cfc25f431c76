import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';

/** A person as the hub has them, with the platform they work at. */
export interface HubUserRow {
  id: number;
  subject: string | null;
  username: string;
  email: string | null;
  roles: string[];
  integration_name: string | null;
  /** From their platform. */
  integration_id: number | null;
  enabled: boolean;
  created_at: Date;
  platform_id: number | null;
  platform_name: string | null;
  platform_integration_id: number | null;
}

function hubUsers(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('platforms', 'platforms.id', 'users.platform_id')
    .select([
      'users.id',
      'users.subject',
      'users.username',
      'users.email',
      'users.roles',
      'users.integration_name',
      'users.integration_id',
      'users.enabled',
      'users.created_at',
      'users.platform_id',
      'platforms.name as platform_name',
      'platforms.integration_id as platform_integration_id',
    ]);
}

export function findHubUsers(db: Db): Promise<HubUserRow[]> {
  return hubUsers(db).execute();
}

export function findHubUser(
  db: Db,
  key: { id: number } | { subject: string },
): Promise<HubUserRow | undefined> {
  const query =
    'id' in key
      ? hubUsers(db).where('users.id', '=', key.id)
      : hubUsers(db).where('users.subject', '=', key.subject);
  return query.executeTakeFirst();
}

/** Integrations that accounts may name, by the names and former names they go by, in lower case. */
export async function findIntegrationsByName(db: Db): Promise<{ key: string; id: number; name: string }[]> {
  return db
    .selectFrom('integration_names')
    .innerJoin('integrations', 'integrations.id', 'integration_names.integration_id')
    .select(['integration_names.name_key as key', 'integrations.id', 'integrations.name'])
    .execute();
}

export async function isPlatformOf(db: Db, platformId: number, integrationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('platforms')
    .select('id')
    .where('id', '=', platformId)
    .where('integration_id', '=', integrationId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updatePlatform(tx: Db, subject: string, platformId: number | null): Promise<void> {
  await tx.updateTable('users').set({ platform_id: platformId }).where('subject', '=', subject).execute();
}

export async function deleteHubUsers(tx: Db, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM users WHERE id = ANY(${[...ids]}::integer[])`.execute(tx);
}

export async function deleteHubUserOf(tx: Db, subject: string): Promise<void> {
  await tx.deleteFrom('users').where('subject', '=', subject).execute();
}

/** One change of accounts at a time, for as long as the transaction lasts: two could each take the other's place. */
export async function lockAccounts(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('accounts', 0))`.execute(tx);
}
