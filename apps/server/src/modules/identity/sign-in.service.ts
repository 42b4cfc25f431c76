import { messageOf } from '@ludus/contract';
import { type AuditEntry, recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { NotifyAccount } from './account.notices.ts';
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
  advanceCredentials,
  findAccountById,
  findAccountByUsername,
  updateLastLogin,
  updatePassword,
} from './identity.repo.ts';
import type { SecondFactor } from './second-factor.service.ts';
import { type Caller, storable } from './sign-in.caller.ts';
import type { RefusalReason, SignInLog } from './sign-in.log.ts';
import type { SignInThrottle } from './sign-in.throttle.ts';

export type SignInOutcome =
  | { kind: 'accepted'; account: Account }
  | { kind: 'incomplete'; username: boolean; password: boolean }
  | { kind: 'wrong' }
  | { kind: 'wait'; until: Date };

export type ChangeOutcome =
  | { kind: 'changed'; account: Account }
  | { kind: 'refused'; account: Account; newPassword?: PasswordProblem; repeatPassword?: PasswordProblem }
  | { kind: 'gone' };

/** An account and the version of the credentials that were shown for it. */
export interface Credentials {
  accountId: string;
  version: number;
}

export type CodeOutcome = { kind: 'accepted' } | { kind: 'wrong' } | { kind: 'wait'; until: Date };

export type TurnOnOutcome =
  | { kind: 'turned-on'; recoveryCodes: string[]; version: number }
  | { kind: 'wrong' };

/** A page that a sign-in still has to pass, by the last part of its address. */
export type SignInPageName = 'code' | 'password' | 'second-factor';

export interface SignInService {
  /** Checks a name and a password. */
  signIn(given: { username: string; password: string; caller: Caller }): Promise<SignInOutcome>;
  /** Replaces the temporary password of an account whose credentials are still those that were shown. */
  changePassword(
    shown: Credentials,
    choice: { newPassword: string; repeated: string },
  ): Promise<ChangeOutcome>;
  /** Returns the account, unless it is disabled or its credentials have changed since they were shown. */
  findUnchanged(shown: Credentials): Promise<Account | undefined>;
  /** Returns what is still asked after these methods; undefined when the sign-in is complete. */
  nextPage(account: Account, methods: readonly string[]): Promise<SignInPageName | undefined>;
  /** Checks a code of the second factor, or a recovery code. */
  checkCode(account: Account, code: string, caller: Caller): Promise<CodeOutcome>;
  /**
   * Turns the second factor on with the first code of its key. Returns the recovery codes and the new version of the
   * credentials. @throws NotFoundError when the credentials have changed in the meantime
   */
  turnOnSecondFactor(account: Account, encryptedKey: string, code: string): Promise<TurnOnOutcome>;
  /** Records a sign-in. Returns false when the credentials have changed; waits for a change that is under way. */
  complete(shown: Credentials, caller: Caller, methods: readonly string[]): Promise<boolean>;
}

const maxTypedName = 200;

/**
 * Decides who may sign in. Never reveals which of name, password and state was wrong. `demo` says that the hub is a demo,
 * where the password that everyone knows is good.
 */
export function createSignIn(deps: {
  postgres: Postgres;
  clock: Clock;
  throttle: SignInThrottle;
  log: SignInLog;
  secondFactor: SecondFactor;
  notify: NotifyAccount;
  demo: boolean;
}): SignInService {
  const { clock, throttle, log, secondFactor, notify } = deps;
  const { db } = deps.postgres;

  async function findUnchanged({ accountId, version }: Credentials): Promise<Account | undefined> {
    const account = await findAccountById(db, accountId);
    return account?.enabled === true && account.credentialVersion === version ? account : undefined;
  }

  /** Returns why a password is refused, at the same cost for every reason. */
  async function check(
    account: Account | undefined,
    password: string,
    { direct }: Caller,
  ): Promise<RefusalReason | undefined> {
    const isDemo = password === demoPassword && !(deps.demo && direct);
    const isTooLong = password.length > maxPasswordLength;
    const hash = account?.enabled && !isDemo && !isTooLong ? account.passwordHash : undefined;
    const matches = await passwordMatches(isTooLong ? '' : password, hash);
    if (account === undefined) return 'unknown-name';
    if (matches) return undefined;
    if (!account.enabled) return 'disabled-account';
    return isDemo ? 'demo-password' : 'wrong-password';
  }

  return {
    findUnchanged,

    async nextPage({ id, roles, mustChangePassword }, methods) {
      const isOn = await secondFactor.isOn(db, id);
      if (isOn && !methods.includes('otp')) return 'code';
      if (mustChangePassword) return 'password';
      return isOn || !secondFactor.isRequired(roles) ? undefined : 'second-factor';
    },

    async checkCode(account, code, caller) {
      const attempt = { guessed: 'code', name: account.username, account, caller } as const;
      const until = await throttle.take(attempt);
      const refused = { name: account.username, account, caller };
      if (until !== undefined) {
        await log.refused({ ...refused, reason: 'too-many-attempts' });
        return { kind: 'wait', until };
      }
      if (!(await secondFactor.check(db, account, code))) {
        await log.refused({ ...refused, reason: 'wrong-code' });
        return { kind: 'wrong' };
      }
      await throttle.clear(attempt);
      return { kind: 'accepted' };
    },

    turnOnSecondFactor: (account, encryptedKey, code) =>
      deps.postgres.transaction(async (tx) => {
        const recoveryCodes = await secondFactor.turnOn(tx, account, encryptedKey, code);
        if (recoveryCodes === undefined) return { kind: 'wrong' };
        const version = await advanceCredentials(tx, account.id, account.credentialVersion);
        if (version === undefined) throw new NotFoundError();
        await recordAudit(tx, ownCredentialEntry(account, 'turn-on-second-factor'));
        await notify(tx, account.id, 'second-factor-on');
        return { kind: 'turned-on', recoveryCodes, version };
      }),

    async complete({ accountId, version }, caller, methods) {
      return deps.postgres.transaction(async (tx) => {
        const account = await updateLastLogin(tx, accountId, version, clock.now());
        if (account === undefined) return false;
        await log.accepted(tx, account, caller, methods);
        return true;
      });
    },

    async signIn({ username, password, caller }) {
      const name = storable(username, maxTypedName);
      if (name === '' || password === '') {
        return { kind: 'incomplete', username: name === '', password: password === '' };
      }
      const account = await findAccountByUsername(db, name);
      const attempt = { guessed: 'password', name, account, caller } as const;
      const until = await throttle.take(attempt);
      if (until !== undefined) {
        await log.refused({ name, account, caller, reason: 'too-many-attempts' });
        return { kind: 'wait', until };
      }
      const reason = await check(account, password, caller);
      if (reason !== undefined || account === undefined) {
        await log.refused({ name, account, caller, reason: reason ?? 'unknown-name' });
        return { kind: 'wrong' };
      }
      await throttle.clear(attempt);
      return { kind: 'accepted', account };
    },

    async changePassword(shown, { newPassword, repeated }) {
      const account = await findUnchanged(shown);
      if (account === undefined || !account.mustChangePassword) return { kind: 'gone' };
      const problems = await passwordProblems({ owner: account, newPassword, repeated });
      if (Object.keys(problems).length > 0) return { kind: 'refused', account, ...problems };
      if (await passwordMatches(newPassword, account.passwordHash)) {
        return { kind: 'refused', account, newPassword: 'isOld' };
      }
      const hash = await hashPassword(newPassword);
      const version = await deps.postgres.transaction(async (tx) => {
        const changed = await updatePassword(tx, account.id, { hash, mustChange: false, ...shown });
        if (changed !== undefined) await recordAudit(tx, ownCredentialEntry(account, 'change-password'));
        return changed;
      });
      if (version === undefined) return { kind: 'gone' };
      return {
        kind: 'changed',
        account: { ...account, credentialVersion: version, mustChangePassword: false },
      };
    },
  };
}

/** The entry of the log for what a person does with their own credentials. */
export function ownCredentialEntry(
  { id, username }: Pick<Account, 'id' | 'username'>,
  action: keyof typeof credentialChanges,
): AuditEntry {
  return {
    actor: { userId: id, username },
    type: 'users',
    action,
    objectId: id,
    description: messageOf(credentialChanges[action], { username }),
    object: { name: username },
  };
}

const credentialChanges = {
  'change-password': 'logs.passwordChanged',
  'turn-on-second-factor': 'logs.secondFactorOn',
  'turn-off-second-factor': 'logs.secondFactorOff',
  'renew-recovery-codes': 'logs.recoveryCodesRenewed',
  'end-sign-ins': 'logs.signInsEnded',
} as const;
