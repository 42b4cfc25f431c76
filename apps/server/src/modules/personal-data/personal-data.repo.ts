import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import { erasedName, type NamedBy, type Place } from './personal-data.places.ts';

/** Someone whom the hub knows, or knew: the id at the identity provider outlives the rest. */
export interface Person {
  /** Of table `users`; null for someone who was removed. */
  id: number | null;
  subject: string | null;
  username: string | null;
  address: string | null;
  integration: string | null;
}

/** Finds people by id, username or address, in any case of letters; someone who was removed only by the id of their account. */
export async function findPeople(db: Db, text: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    SELECT u.id, u.subject, u.username, u.email AS address, coalesce(u.integration_name, i.name) AS integration
    FROM users u LEFT JOIN integrations i ON i.id = u.integration_id
    WHERE ${text} IN (u.id::text, u.subject) OR lower(${text}) IN (lower(u.username), lower(u.email))
    ORDER BY u.id`.execute(db);
  if (rows.length > 0) return rows;
  const { rows: removed } = await sql<Person>`
    SELECT NULL AS id, subject, NULL AS username, email AS address, NULL AS integration
    FROM token_revocations WHERE subject = ${text}`.execute(db);
  return removed;
}

/** The condition by which a table names a person; undefined where they have no such name. */
function namedBy(
  { column, by }: Pick<Place, 'column' | 'by'>,
  person: Person,
): RawBuilder<boolean> | undefined {
  const names: Record<NamedBy, string | null> = person;
  const name = names[by];
  if (name === null) return undefined;
  const at = sql`${sql.ref(column)}::text`;
  return by === 'subject' ? sql`${at} = ${name}` : sql`lower(btrim(${at})) = lower(btrim(${name}))`;
}

/** Users of a platform have no account: only their row of table `users` is theirs. */
const ofRow = (place: Place, { id }: Person) =>
  place.table === 'users' && id !== null ? sql<boolean>`id = ${id}` : undefined;

const conditionOf = (place: Place, person: Person) => ofRow(place, person) ?? namedBy(place, person);

/** The rows of a person in a table, without what is hidden. */
export async function readRows(db: Db, place: Place, person: Person): Promise<Record<string, unknown>[]> {
  const condition = conditionOf(place, person);
  if (condition === undefined) return [];
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    SELECT to_jsonb(t) - ${[...(place.hidden ?? [])]}::text[] AS row
    FROM ${sql.table(place.table)} t WHERE ${condition}`.execute(db);
  return rows.map(({ row }) => row);
}

/** Mails to the person, in the queue or sent. */
export async function readMails(db: Db, { address }: Person): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    SELECT jsonb_build_object('id', id, 'state', state, 'created_at', created_at, 'finished_at', finished_at,
      'subject', data->'subject', 'text', data->'text') AS row
    FROM jobs WHERE name = 'send-mail' AND ${isMailTo(address)} ORDER BY created_at`.execute(db);
  return rows.map(({ row }) => row);
}

const isMailTo = (address: string | null) => sql<boolean>`EXISTS (
  SELECT FROM jsonb_array_elements_text(data->'to') AS recipient WHERE lower(recipient) = lower(${address}))`;

/** Entries of the log about a person, made by others. */
export async function readEntriesAbout(db: Db, { id, subject }: Person): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    SELECT to_jsonb(l) - 'search_text' AS row FROM logs l JOIN log_types t ON t.id = l.log_type_id
    WHERE t.name IN ('users', 'signIns') AND related_id IN (${subject}, ${id?.toString() ?? null})
      AND user_id IS DISTINCT FROM ${subject} ORDER BY l.id`.execute(db);
  return rows.map(({ row }) => row);
}

/** Deletes or renames what a table has of a person, and returns how many rows that were. */
export async function eraseRows(tx: Db, place: Place, person: Person, at: Date): Promise<number> {
  const condition = conditionOf(place, person);
  if (condition === undefined) return 0;
  const table = sql.table(place.table);
  const statements = {
    // A job that waits or runs is left: it ends by itself, because its person may do nothing any more.
    delete: sql`DELETE FROM ${table} WHERE ${condition} ${place.table === 'jobs' ? sql`AND finished_at IS NOT NULL` : sql``}`,
    rename: sql`UPDATE ${table} SET ${sql.ref(place.column)} = ${erasedName} WHERE ${condition}`,
    expire: sql`UPDATE ${table} SET expires_at = ${at} WHERE ${condition}`,
    account: undefined,
    keep: undefined,
  };
  const statement = statements[place.erasure];
  if (statement === undefined) return 0;
  return Number((await statement.execute(tx)).numAffectedRows ?? 0n);
}

/** Deletes mails to the person that were sent or have failed. */
export async function eraseMails(tx: Db, { address }: Person): Promise<number> {
  if (address === null) return 0;
  const deleted = await sql`
    DELETE FROM jobs WHERE name = 'send-mail' AND finished_at IS NOT NULL AND ${isMailTo(address)}`.execute(
    tx,
  );
  return Number(deleted.numAffectedRows ?? 0n);
}
