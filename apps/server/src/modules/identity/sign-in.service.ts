import type { Clock } from '../../platform/clock/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { demoPassword } from './identity.demo.ts';
import {
  hashPassword,
  maxPasswordLength,
  type PasswordProblem,
  passwordMatches,
  passwordProblems,
} from './identity.passwords.ts';
import {
  type Account,
  findAccountById,
  findAccountByUsername,
  updateLastLogin,
  updatePassword,
} from './identity.repo.ts';
import { type AttemptKey, clearAttempts, takeAttempt } from './sign-in-attempts.repo.ts';

export type SignInOutcome =
  | { kind: 'signed-in'; account: Account }
  | { kind: 'must-change-password'; account: Account }
  | { kind: 'incomplete'; username: boolean; password: boolean }
  | { kind: 'wrong' }
  | { kind: 'wait'; until: Date };

export type ChangeOutcome =
  | { kind: 'changed'; account: Account }
  | { kind: 'refused'; account: Account; newPassword?: PasswordProblem; repeatPassword?: PasswordProblem }
  | { kind: 'gone' };

export interface SignInService {
  /** Checks a name and a password typed at an address. */
  signIn(given: { username: string; password: string; address: string }): Promise<SignInOutcome>;
  /** Replaces the password of an account that has shown its first one. */
  changePassword(
    accountId: string,
    choice: { newPassword: string; repeated: string },
  ): Promise<ChangeOutcome>;
  findEnabled(accountId: string): Promise<Account | undefined>;
}

/** Failures that cost no waiting: of a name from one address, of a name from anywhere, of an address with any name. */
const freeFailures = { nameAtAddress: 5, name: 25, address: 50 };

/**
 * Decides who may sign in. Which of name, password and state was wrong is never told. `demo` says that the hub is a demo,
 * where the password that everybody knows is good.
 */
export function createSignIn(deps: { postgres: Postgres; clock: Clock; demo: boolean }): SignInService {
  const { clock } = deps;
  const { db } = deps.postgres;

  async function findEnabled(accountId: string): Promise<Account | undefined> {
    const account = await findAccountById(db, accountId);
    return account?.enabled === true ? account : undefined;
  }

  return {
    findEnabled,

    async signIn({ username, password, address }) {
      const name = username.trim().toLowerCase();
      if (name === '' || password === '') {
        return { kind: 'incomplete', username: name === '', password: password === '' };
      }
      const keys: [AttemptKey, AttemptKey, AttemptKey] = [
        { key: `name ${name} at ${address}`, free: freeFailures.nameAtAddress },
        { key: `name ${name}`, free: freeFailures.name },
        { key: `address ${address}`, free: freeFailures.address },
      ];
      const until = await takeAttempt(db, keys, clock.now());
      if (until !== undefined) return { kind: 'wait', until };

      const account = await findAccountByUsername(db, name);
      const mayEnter = account?.enabled === true && (deps.demo || password !== demoPassword);
      const hash = mayEnter ? account.passwordHash : undefined;
      const matches =
        password.length <= maxPasswordLength
          ? await passwordMatches(password, hash)
          : await passwordMatches('', undefined);
      if (!matches || account === undefined) return { kind: 'wrong' };

      await clearAttempts(db, [keys[0].key, keys[1].key], keys[2].key);
      if (account.mustChangePassword) return { kind: 'must-change-password', account };
      await updateLastLogin(db, account.id, clock.now());
      return { kind: 'signed-in', account };
    },

    async changePassword(accountId, { newPassword, repeated }) {
      const account = await findEnabled(accountId);
      if (account === undefined || !account.mustChangePassword) return { kind: 'gone' };
      const problems = passwordProblems({ username: account.username, newPassword, repeated });
      if (Object.keys(problems).length > 0) return { kind: 'refused', account, ...problems };
      if (await passwordMatches(newPassword, account.passwordHash)) {
        return { kind: 'refused', account, newPassword: 'isOld' };
      }
      await updatePassword(db, account.id, await hashPassword(newPassword), false);
      await updateLastLogin(db, account.id, clock.now());
      return { kind: 'changed', account };
    },
  };
}
