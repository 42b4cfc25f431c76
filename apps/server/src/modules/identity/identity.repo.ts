import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/index.ts';
import type { AccountsTable } from './identity.tables.ts';

export interface Account {
  /** The `sub` of tokens. */
  id: string;
  username: string;
  email: string;
  passwordHash: string;
  roles: string[];
  integrationName: string | null;
  mustChangePassword: boolean;
  enabled: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
}

function accountOf(row: Omit<AccountsTable, 'must_change_password' | 'enabled'> & Flags): Account {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    passwordHash: row.password_hash,
    roles: row.roles,
    integrationName: row.integration_name,
    mustChangePassword: row.must_change_password,
    enabled: row.enabled,
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
  };
}

interface Flags {
  must_change_password: boolean;
  enabled: boolean;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export async function findAccountById(db: Db, id: string): Promise<Account | undefined> {
  if (!uuid.test(id)) return undefined;
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row && accountOf(row);
}

/** Names are compared without case, so that "Alpina.Admin" signs in as "alpina.admin". */
export async function findAccountByUsername(db: Db, username: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where(sql<string>`lower(username)`, '=', username.trim().toLowerCase())
    .executeTakeFirst();
  return row && accountOf(row);
}

export async function findAccounts(db: Db): Promise<Account[]> {
  const rows = await db.selectFrom('accounts').selectAll().execute();
  return rows.map(accountOf);
}

/** Which of a name and an address another account has, in any case of letters. */
export async function findTaken(
  db: Db,
  { username, email, except }: { username: string | null; email: string | null; except: string | null },
): Promise<{ username: boolean; email: boolean }> {
  const { rows } = await sql<{ username: boolean; email: boolean }>`
    SELECT coalesce(bool_or(lower(username) = lower(${username}::text)), false) AS username,
      coalesce(bool_or(lower(email) = lower(${email}::text)), false) AS email
    FROM accounts WHERE id IS DISTINCT FROM ${except}::uuid`.execute(db);
  return rows[0] ?? { username: false, email: false };
}

export async function updateAccount(
  db: Db,
  id: string,
  values: Partial<Pick<AccountsTable, 'email' | 'roles' | 'integration_name'>>,
): Promise<void> {
  await db.updateTable('accounts').set(values).where('id', '=', id).execute();
}

export async function deleteAccount(db: Db, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}

/** Answers false when the name is taken (in any case); nothing is changed then. */
export async function insertAccount(db: Db, account: Account): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('accounts')
    .values({
      id: account.id,
      username: account.username,
      email: account.email,
      password_hash: account.passwordHash,
      roles: account.roles,
      integration_name: account.integrationName,
      must_change_password: account.mustChangePassword,
      enabled: account.enabled,
      created_at: account.createdAt,
      last_login_at: account.lastLoginAt,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updatePassword(
  db: Db,
  id: string,
  passwordHash: string,
  mustChange: boolean,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password_hash: passwordHash, must_change_password: mustChange })
    .where('id', '=', id)
    .execute();
}

export async function updateLastLogin(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('accounts').set({ last_login_at: at }).where('id', '=', id).execute();
}

/** Has accounts that name an integration by one of these keys (trimmed, in lower case) name another one, or none. */
export async function updateIntegrationName(
  db: Db,
  nameKeys: readonly string[],
  name: string | null,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ integration_name: name })
    .where(sql<boolean>`lower(btrim(integration_name)) = ANY(${[...nameKeys]}::text[])`)
    .execute();
}

export interface AccountSession {
  id: string;
  ipAddress: string;
  start: Date;
  lastAccess: Date;
}

/** Notes a token issued for a sign-in session: the first note is its start, each later one its last access. */
export async function touchSession(
  db: Db,
  session: { uid: string; accountId: string; ipAddress: string; startedAt: Date; at: Date },
): Promise<void> {
  await db
    .insertInto('account_sessions')
    .values({
      session_uid: session.uid,
      account_id: session.accountId,
      ip_address: session.ipAddress,
      started_at: session.startedAt,
      last_access_at: session.at,
    })
    .onConflict((conflict) =>
      conflict.column('session_uid').doUpdateSet({
        // A session that another person took over after a new sign-in starts anew.
        account_id: session.accountId,
        ip_address: session.ipAddress,
        started_at: session.startedAt,
        last_access_at: session.at,
      }),
    )
    .execute();
}

export async function findSessionAccess(db: Db, uid: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('account_sessions')
    .select('last_access_at')
    .where('session_uid', '=', uid)
    .executeTakeFirst();
  return row?.last_access_at;
}

/** The sessions of an account that are still good, newest access first. */
export async function listSessions(
  db: Db,
  accountId: string,
  since: { startedAfter: Date; usedAfter: Date },
): Promise<AccountSession[]> {
  const rows = await db
    .selectFrom('account_sessions')
    .select(['session_uid', 'ip_address', 'started_at', 'last_access_at'])
    .where('account_id', '=', accountId)
    .where('started_at', '>', since.startedAfter)
    .where('last_access_at', '>', since.usedAfter)
    .orderBy('last_access_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.session_uid,
    ipAddress: row.ip_address,
    start: row.started_at,
    lastAccess: row.last_access_at,
  }));
}

export async function deleteOldSessions(db: Db, startedBefore: Date): Promise<void> {
  await db.deleteFrom('account_sessions').where('started_at', '<', startedBefore).execute();
}
