import { type Language, providerRoles } from '@ludus/contract';
import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';

/** A user with the identity provider's values. */
export interface ProviderUser {
  subject: string;
  username: string;
  email: string | null;
  roles: readonly string[];
  integrationName: string | null;
}

export interface PersonRow {
  id: number;
  subject: string | null;
  username: string;
  email: string | null;
  language: Language | null;
  roles: string[];
  integration_id: number | null;
}

// A user with an account belongs to the integration that the account names, by its current or a former name, ignoring
// case; a user without one to the integration whose platform reported them.
function people(db: Db) {
  return db
    .with('people', (cte) =>
      cte
        .selectFrom('users')
        .leftJoin('integration_names', (join) =>
          join.on(
            sql<boolean>`integration_names.name_key = lower(btrim(users.integration_name)) AND users.subject IS NOT NULL`,
          ),
        )
        .select([
          'users.id',
          'users.subject',
          'users.username',
          'users.email',
          'users.language',
          'users.roles',
          sql<
            number | null
          >`CASE WHEN users.subject IS NULL THEN users.integration_id ELSE integration_names.integration_id END`.as(
            'integration_id',
          ),
        ])
        .where('users.enabled', '=', true),
    )
    .selectFrom('people');
}

/**
 * Everyone at these integrations, with one of these roles, with a role at some integration, or with one of these
 * subjects; each person once, and never the excepted one.
 */
export function findPeople(
  db: Db,
  any: {
    integrationIds: readonly number[];
    roles: readonly string[];
    rolesAt: readonly { roles: readonly string[]; integrationIds: readonly number[] }[];
    subjects: readonly string[];
    except: string | null;
  },
): Promise<PersonRow[]> {
  const ofIntegrations = any.rolesAt.map(
    ({ roles, integrationIds }) =>
      sql<boolean>`(roles && ${[...roles]}::text[] AND integration_id = ANY(${[...integrationIds]}::integer[]))`,
  );
  return people(db)
    .selectAll()
    .where(
      sql<boolean>`(integration_id = ANY(${[...any.integrationIds]}::integer[])
        OR (subject IS NOT NULL AND roles && ${[...any.roles]}::text[])
        OR (subject IS NOT NULL AND (${sql.join(ofIntegrations, sql` OR `)}))
        OR subject = ANY(${[...any.subjects]}::text[]))`,
    )
    .where(sql<boolean>`(${any.except}::text IS NULL OR subject IS DISTINCT FROM ${any.except}::text)`)
    .orderBy('username')
    .orderBy('id')
    .execute();
}

/** Everyone who belongs to one of these integrations, or to any of them when null. */
export async function findMembers(
  db: Db,
  ids: readonly number[] | null,
): Promise<{ integration_id: number; username: string; email: string | null }[]> {
  const query = people(db)
    .select([sql<number>`integration_id`.as('integration_id'), 'username', 'email'])
    .where('integration_id', 'is not', null);
  return (ids === null ? query : query.where(sql<boolean>`integration_id = ANY(${[...ids]}::integer[])`))
    .orderBy('username')
    .orderBy('id')
    .execute();
}

export async function countMembers(db: Db): Promise<Map<number, number>> {
  const rows = await people(db)
    .select([sql<number>`integration_id`.as('integration_id'), sql<number>`count(*)::integer`.as('count')])
    .where('integration_id', 'is not', null)
    .groupBy('integration_id')
    .execute();
  return new Map(rows.map((row) => [row.integration_id, row.count]));
}

const staffRoles = sql`${[...providerRoles]}::text[]`;
const intoFormerStaff = sql`INSERT INTO former_staff_addresses (address, left_at)`;
const orLater = sql`ON CONFLICT (address) DO UPDATE SET left_at = excluded.left_at`;

/** Stores the addresses of those among these people who are staff of the provider, as their accounts are removed. */
export async function saveFormerStaff(
  tx: Db,
  people: readonly { email: string | null; roles: readonly string[] }[],
  at: Date,
): Promise<void> {
  await sql`${intoFormerStaff}
    SELECT DISTINCT lower(btrim(email)), ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS given (email text, roles text[])
    WHERE email IS NOT NULL AND roles && ${staffRoles}
    ${orLater}`.execute(tx);
}

/**
 * Stores users as the identity provider has them. Who was known only from their platform, by the same name at the same
 * integration, is that person from now on. `seenAt` is given for people who are using the hub. Removed users are
 * not stored again: a last call of theirs may still be running.
 */
export async function upsertProviderUsers(
  tx: Db,
  people: readonly ProviderUser[],
  at: Date,
  seenAt: Date | null,
): Promise<void> {
  if (people.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
    AS given (subject text, username text, email text, roles text[], "integrationName" text)`;
  const sameAtPlatform = sql`users.subject IS NULL AND lower(users.username) = lower(given.username)
    AND users.integration_id = integration_names.integration_id
    AND integration_names.name_key = lower(btrim(given."integrationName"))`;
  await sql`${intoFormerStaff}
    SELECT DISTINCT lower(btrim(users.email)), ${at}::timestamptz FROM users JOIN ${given} USING (subject)
    WHERE users.email IS NOT NULL AND users.roles && ${staffRoles} AND NOT given.roles && ${staffRoles}
    ${orLater}`.execute(tx);
  await sql`UPDATE users SET subject = given.subject FROM ${given}, integration_names
    WHERE ${sameAtPlatform}
      AND NOT EXISTS (SELECT FROM users AS known WHERE known.subject = given.subject)`.execute(tx);
  await sql`DELETE FROM users USING ${given}, integration_names WHERE ${sameAtPlatform}`.execute(tx);
  await sql`
    INSERT INTO users (subject, username, email, roles, integration_name, created_at, last_seen_at)
    SELECT subject, username, email, roles, "integrationName", ${at}, ${seenAt}::timestamptz FROM ${given}
    WHERE NOT EXISTS (
      SELECT FROM token_revocations WHERE token_revocations.subject = given.subject AND token_revocations.valid_from IS NULL)
    ON CONFLICT (subject) DO UPDATE SET
      username = excluded.username,
      email = coalesce(excluded.email, users.email),
      roles = excluded.roles,
      integration_name = excluded.integration_name,
      enabled = true,
      last_seen_at = coalesce(excluded.last_seen_at, users.last_seen_at)
    WHERE excluded.last_seen_at IS NOT NULL
      OR (users.username, users.roles, users.integration_name, users.enabled)
        IS DISTINCT FROM (excluded.username, excluded.roles, excluded.integration_name, true)
      OR coalesce(excluded.email, users.email) IS DISTINCT FROM users.email`.execute(tx);
}

/** Disables the users with an account who are not among these. */
export async function disableOthers(tx: Db, subjects: readonly string[]): Promise<void> {
  await sql`UPDATE users SET enabled = false
    WHERE subject IS NOT NULL AND enabled AND subject <> ALL(${[...subjects]}::text[])`.execute(tx);
}

/** Stores the users that a platform reports; those the hub knows by that name at that integration stay as they are. */
export async function upsertPlatformPeople(
  tx: Db,
  integrationId: number,
  people: readonly { username: string; email: string | null }[],
  at: Date,
): Promise<void> {
  if (people.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS given (username text, email text)`;
  // Who can sign in has the address of their account; the platform's fills in where there is none.
  await sql`UPDATE users SET email = given.email FROM ${given}, integration_names
    WHERE users.subject IS NOT NULL AND users.email IS NULL AND lower(users.username) = lower(given.username)
      AND integration_names.integration_id = ${integrationId}
      AND integration_names.name_key = lower(btrim(users.integration_name))`.execute(tx);
  await sql`
    INSERT INTO users (username, email, integration_id, created_at)
    SELECT given.username, given.email, ${integrationId}::integer, ${at} FROM ${given}
    WHERE NOT EXISTS (
      SELECT FROM users JOIN integration_names ON integration_names.name_key = lower(btrim(users.integration_name))
      WHERE users.subject IS NOT NULL AND integration_names.integration_id = ${integrationId}
        AND lower(users.username) = lower(given.username))
    ON CONFLICT (integration_id, lower(username)) WHERE subject IS NULL
      DO UPDATE SET username = excluded.username, email = excluded.email`.execute(tx);
}

/** Deletes users known only from this integration's platform, and the others' platform: its name may be reused. */
export async function deletePlatformPeople(tx: Db, integrationId: number): Promise<void> {
  await sql`UPDATE users SET integration_name = NULL FROM integration_names
    WHERE integration_names.integration_id = ${integrationId}
      AND integration_names.name_key = lower(btrim(users.integration_name))`.execute(tx);
  await tx
    .deleteFrom('users')
    .where('integration_id', '=', integrationId)
    .where('subject', 'is', null)
    .execute();
}

export async function findLanguage(db: Db, subject: string): Promise<Language | null> {
  const row = await db
    .selectFrom('users')
    .select('language')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.language ?? null;
}

export async function updateLanguage(tx: Db, subject: string, language: Language): Promise<void> {
  await tx.updateTable('users').set({ language }).where('subject', '=', subject).execute();
}
