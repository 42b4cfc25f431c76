import { randomUUID } from 'node:crypto';
import { messageOf, recognisedRoles } from '@ludus/contract';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import type { IdentityProvider, IdentityProviderUser } from '../users/index.ts';
import type { NotifyAccount } from './account.notices.ts';
import { usableSince } from './identity.lifetimes.ts';
import {
  hashPassword,
  type PasswordChoice,
  passwordMessage,
  passwordProblems,
} from './identity.passwords.ts';
import {
  type Account,
  advanceCredentials,
  deleteAccount,
  findAccountById,
  findAccounts,
  findTaken,
  insertAccount,
  listSessions,
  updateAccount,
  updatePassword,
} from './identity.repo.ts';
import { deleteFactor, findFactor, findFactorOwners } from './second-factor.repo.ts';
import { endSignIns } from './sign-in-ends.repo.ts';

/** The accounts of the built-in provider. Changes hold the lock of accounts, so a free name stays free. */
export function createBuiltInAccounts({
  db,
  clock,
  notify,
}: {
  db: Db;
  clock: Clock;
  notify: NotifyAccount;
}): IdentityProvider {
  async function refuseTaken(tx: Db, asked: Parameters<typeof findTaken>[1]): Promise<void> {
    const taken = await findTaken(tx, asked);
    const fields = {
      ...(taken.username ? { username: messageOf('fields.usernameTaken') } : {}),
      ...(taken.email ? { email: messageOf('fields.emailTaken') } : {}),
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

    async list(tx) {
      const owners = await findFactorOwners(tx);
      return (await findAccounts(tx)).map((account) => userOfAccount(account, owners.has(account.id)));
    },

    async find(tx, subject) {
      const account = await findAccountById(tx, subject);
      return account && userOfAccount(account, (await findFactor(tx, account.id)) !== undefined);
    },

    async identity(tx, subject) {
      const account = await findAccountById(tx, subject);
      if (!account?.enabled) return undefined;
      const { id, username, email, roles, integrationName } = account;
      return { userId: id, username, email, roles: recognisedRoles(roles), integrationName };
    },

    sessions(subject) {
      return listSessions(db, subject, usableSince(clock.now()));
    },

    async create(tx, { username, email, role, integrationName, password, emailFreeIn }) {
      await refuseTaken(tx, { username, email, emailFreeIn, except: null });
      const account: Account = {
        id: randomUUID(),
        username,
        email,
        passwordHash: await hashTemporary({ username, email, integrationName }, password),
        roles: [role],
        integrationName,
        mustChangePassword: true,
        credentialVersion: 1,
        enabled: true,
        createdAt: clock.now(),
        lastLoginAt: null,
      };
      // The command line creates accounts without the lock.
      if (!(await insertAccount(tx, account))) {
        throw new ConflictError(messageOf('fields.usernameTaken'), {
          fields: { username: messageOf('fields.usernameTaken') },
        });
      }
      return userOfAccount(account, false);
    },

    async update(tx, subject, { email, role, integrationName, emailFreeIn }) {
      const { id } = await require(tx, subject);
      if (email !== undefined) await refuseTaken(tx, { username: null, email, emailFreeIn, except: id });
      const values = {
        ...(email === undefined ? {} : { email }),
        ...(role === undefined ? {} : { roles: [role] }),
        ...(integrationName === undefined ? {} : { integration_name: integrationName }),
      };
      if (Object.keys(values).length > 0) await updateAccount(tx, id, values);
    },

    async resetPassword(tx, subject, password) {
      const account = await require(tx, subject);
      const hash = await hashTemporary(account, password);
      await updatePassword(tx, account.id, { hash, mustChange: true });
      await endSignIns(tx, account.id);
      await notify(tx, account.id, 'password-reset');
    },

    async resetSecondFactor(tx, subject) {
      const { id } = await require(tx, subject);
      await deleteFactor(tx, id);
      await advanceCredentials(tx, id);
      await endSignIns(tx, id);
      await notify(tx, id, 'second-factor-reset');
    },

    async remove(tx, subject) {
      const { id } = await require(tx, subject);
      await endSignIns(tx, id);
      await deleteAccount(tx, id);
    },
  };
}

/** @throws ValidationError naming `tempPass` for a password that no one may choose. */
async function hashTemporary(owner: PasswordChoice['owner'], password: string): Promise<string> {
  const { newPassword } = await passwordProblems({ owner, newPassword: password, repeated: password });
  if (newPassword !== undefined) throw new ValidationError({ tempPass: passwordMessage(newPassword) });
  return hashPassword(password);
}

function userOfAccount(account: Account, hasSecondFactor: boolean): IdentityProviderUser {
  return {
    subject: account.id,
    username: account.username,
    email: account.email,
    emailVerified: false,
    roles: account.roles,
    integrationName: account.integrationName,
    enabled: account.enabled,
    mustChangePassword: account.mustChangePassword,
    hasSecondFactor,
    createdAt: account.createdAt,
  };
}
