import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
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
  /** Grows with every change of the password or the second factor. */
  credentialVersion: number;
  enabled: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
}

function accountOf(row: Omit<AccountsTable, keyof Defaults> & Defaults): Account {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    passwordHash: row.password_hash,
    roles: row.roles,
    integrationName: row.integration_name,
    mustChangePassword: row.must_change_password,
    credentialVersion: row.credential_version,
    enabled: row.enabled,
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
  };
}

interface Defaults {
  must_change_password: boolean;
  credential_version: number;
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

/** Which of a name and an address another account has, in any case of letters; the address among those of an integration if given. */
export async function findTaken(
  db: Db,
  {
    username,
    email,
    emailFreeIn = null,
    except,
  }: {
    username: string | null;
    email: string | null;
    emailFreeIn?: string | null | undefined;
    except: string | null;
  },
): Promise<{ username: boolean; email: boolean }> {
  const { rows } = await sql<{ username: boolean; email: boolean }>`
    SELECT coalesce(bool_or(lower(username) = lower(${username}::text)), false) AS username,
      coalesce(bool_or(lower(email) = lower(${email}::text) AND (${emailFreeIn}::text IS NULL
        OR lower(btrim(integration_name)) = lower(btrim(${emailFreeIn}::text)))), false) AS email
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

/** Returns false when the name is taken (in any case); nothing is changed then. */
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

/**
 * Stores a password. With `version` it does so only while the credentials are still those of that version.
 * Returns the new version, or undefined when nothing was stored.
 */
export async function updatePassword(
  db: Db,
  id: string,
  password: { hash: string; mustChange: boolean; version?: number },
): Promise<number | undefined> {
  const { hash, mustChange, version } = password;
  const row = await db
    .updateTable('accounts')
    .set({
      password_hash: hash,
      must_change_password: mustChange,
      credential_version: sql<number>`credential_version + 1`,
    })
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('credential_version', '=', version ?? 0))
    .returning('credential_version')
    .executeTakeFirst();
  return row?.credential_version;
}

/**
 * Counts a change of an account's second factor. With `version` it does so only while the credentials are still those of
 * that version. Returns the new version, or undefined when they are not.
 */
export async function advanceCredentials(db: Db, id: string, version?: number): Promise<number | undefined> {
  const row = await db
    .updateTable('accounts')
    .set({ credential_version: sql<number>`credential_version + 1` })
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('credential_version', '=', version ?? 0))
    .returning('credential_version')
    .executeTakeFirst();
  return row?.credential_version;
}

/**
 * Stores a sign-in, unless the account is disabled or its credentials are others by now. Returns the account when stored.
 * Waits for a change that another transaction is making.
 */
export async function updateLastLogin(
  db: Db,
  id: string,
  version: number,
  at: Date,
): Promise<Account | undefined> {
  const row = await db
    .updateTable('accounts')
    .set({ last_login_at: at })
    .where('id', '=', id)
    .where('credential_version', '=', version)
    .where('enabled', '=', true)
    .returningAll()
    .executeTakeFirst();
  return row && accountOf(row);
}

/** Changes the integration of accounts that name one of these keys (trimmed, in lower case); null removes it. */
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

/** Records a token issued for a sign-in session: the first one starts it, each later one is its last access. */
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

/** Returns the account that is signed in with a session. */
export async function findSessionAccount(db: Db, uid: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('account_sessions')
    .innerJoin('accounts', 'accounts.id', 'account_sessions.account_id')
    .selectAll('accounts')
    .where('session_uid', '=', uid)
    .executeTakeFirst();
  return row && accountOf(row);
}

/** The valid sessions of an account, newest access first. */
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
