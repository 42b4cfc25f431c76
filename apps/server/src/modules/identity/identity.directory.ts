import { randomUUID } from 'node:crypto';
import { recognisedRoles, userMessages } from '@ludus/contract';
import type { Clock } from '../../platform/clock/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { DirectoryUser, IdentityDirectory } from '../users/index.ts';
import { sessionIdleSeconds, sessionMaxSeconds } from './identity.lifetimes.ts';
import { hashPassword, passwordProblems } from './identity.passwords.ts';
import {
  type Account,
  deleteAccount,
  findAccountById,
  findAccounts,
  findTaken,
  insertAccount,
  listSessions,
  updateAccount,
  updatePassword,
} from './identity.repo.ts';
import { deleteAccountState } from './oidc-store.repo.ts';
import { texts } from './sign-in.texts.ts';

/** The accounts of the built-in provider. Whoever changes them holds the lock of accounts, so what is free stays free. */
export function createAccountDirectory({ db, clock }: { db: Db; clock: Clock }): IdentityDirectory {
  async function refuseTaken(
    tx: Db,
    asked: { username: string | null; email: string | null; except: string | null },
  ): Promise<void> {
    const taken = await findTaken(tx, asked);
    const fields = {
      ...(taken.username ? { username: userMessages.usernameTaken } : {}),
      ...(taken.email ? { email: userMessages.emailTaken } : {}),
    };
    const [message] = Object.values(fields);
    if (message !== undefined) throw new ConflictError(message, { fields });
  }

  async function require(tx: Db, subject: string): Promise<Account> {
    const account = await findAccountById(tx, subject);
    if (account === undefined) throw new NotFoundError();
    return account;
  }

  return {
    kind: 'built-in',

    list: async (tx) => (await findAccounts(tx)).map(userOfAccount),

    async find(tx, subject) {
      const account = await findAccountById(tx, subject);
      return account && userOfAccount(account);
    },

    async identity(tx, subject) {
      const account = await findAccountById(tx, subject);
      if (!account?.enabled) return undefined;
      const { id, username, email, roles, integrationName } = account;
      return { userId: id, username, email, roles: recognisedRoles(roles), integrationName };
    },

    sessions(subject) {
      const now = clock.now().getTime();
      return listSessions(db, subject, {
        startedAfter: new Date(now - sessionMaxSeconds * 1000),
        usedAfter: new Date(now - sessionIdleSeconds * 1000),
      });
    },

    async create(tx, { username, email, role, integrationName, password }) {
      await refuseTaken(tx, { username, email, except: null });
      const account: Account = {
        id: randomUUID(),
        username,
        email,
        passwordHash: await hashTemporary(username, password),
        roles: [role],
        integrationName,
        mustChangePassword: true,
        enabled: true,
        createdAt: clock.now(),
        lastLoginAt: null,
      };
      // Accounts that the command line makes take no lock.
      if (!(await insertAccount(tx, account))) {
        throw new ConflictError(userMessages.usernameTaken, {
          fields: { username: userMessages.usernameTaken },
        });
      }
      return userOfAccount(account);
    },

    async update(tx, subject, { email, role, integrationName }) {
      const { id } = await require(tx, subject);
      if (email !== undefined) await refuseTaken(tx, { username: null, email, except: id });
      const values = {
        ...(email === undefined ? {} : { email }),
        ...(role === undefined ? {} : { roles: [role] }),
        ...(integrationName === undefined ? {} : { integration_name: integrationName }),
      };
      if (Object.keys(values).length > 0) await updateAccount(tx, id, values);
    },

    async resetPassword(tx, subject, password) {
      const { id, username } = await require(tx, subject);
      await updatePassword(tx, id, await hashTemporary(username, password), true);
      await deleteAccountState(tx, id);
    },

    async remove(tx, subject) {
      const { id } = await require(tx, subject);
      await deleteAccountState(tx, id);
      await deleteAccount(tx, id);
    },
  };
}

/** @throws ValidationError naming `tempPass` for a password that nobody may choose. */
async function hashTemporary(username: string, password: string): Promise<string> {
  const { newPassword } = passwordProblems({ username, newPassword: password, repeated: password });
  if (newPassword !== undefined) throw new ValidationError({ tempPass: texts.en[newPassword] });
  return hashPassword(password);
}

function userOfAccount(account: Account): DirectoryUser {
  return {
    subject: account.id,
    username: account.username,
    email: account.email,
    emailVerified: false,
    roles: account.roles,
    integrationName: account.integrationName,
    enabled: account.enabled,
    mustChangePassword: account.mustChangePassword,
    createdAt: account.createdAt,
  };
}
