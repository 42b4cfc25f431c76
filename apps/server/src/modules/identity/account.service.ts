import { type AccountSecurity, messageOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import {
  ConflictError,
  NotFoundError,
  TooManyRequestsError,
  ValidationError,
} from '../../infra/errors/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import type { CredentialChange, NotifyAccount } from './account.notices.ts';
import { usableSince } from './identity.lifetimes.ts';
import {
  hashPassword,
  maxPasswordLength,
  passwordMatches,
  passwordMessage,
  passwordProblems,
} from './identity.passwords.ts';
import {
  type Account,
  advanceCredentials,
  findAccountById,
  listSessions,
  updatePassword,
} from './identity.repo.ts';
import type { RevokedGrants } from './revoked-grants.ts';
import { deleteFactor } from './second-factor.repo.ts';
import type { SecondFactor } from './second-factor.service.ts';
import type { ShownKey } from './second-factor.totp.ts';
import { ownCredentialEntry } from './sign-in.service.ts';
import { type SignInThrottle, signedInCaller } from './sign-in.throttle.ts';
import { endOtherSignIns, endSignIn, findSessionsOfGrant } from './sign-in-ends.repo.ts';

/** Changes of one's own credentials. Every change ends the other sign-ins and keeps the current one. */
export interface AccountService {
  security(actor: Actor): Promise<AccountSecurity>;
  changePassword(actor: Actor, given: { currentPassword: string; newPassword: string }): Promise<void>;
  startSecondFactor(actor: Actor, currentPassword: string): Promise<ShownKey>;
  /** Returns the recovery codes. */
  confirmSecondFactor(actor: Actor, code: string): Promise<string[]>;
  turnOffSecondFactor(actor: Actor, currentPassword: string): Promise<void>;
  renewRecoveryCodes(actor: Actor, currentPassword: string): Promise<string[]>;
  /** Ends one sign-in, or every other one without an id. @throws NotFoundError for one that has ended */
  endSignIns(actor: Actor, given: { currentPassword: string; id?: string | undefined }): Promise<void>;
}

export interface AccountDeps {
  postgres: Postgres;
  clock: Clock;
  /** Issuer of an external provider. */
  externalIssuer: string | undefined;
  secondFactor: SecondFactor;
  throttle: SignInThrottle;
  revokedGrants: Pick<RevokedGrants, 'revoke'>;
  notify: NotifyAccount;
}

export function createAccountService(deps: AccountDeps): AccountService {
  const { postgres, clock, secondFactor, throttle, notify } = deps;
  const { db } = postgres;

  /** @throws ConflictError with an external provider, or for a token without an account */
  async function require(actor: Actor): Promise<Account> {
    const account = deps.externalIssuer === undefined ? await findAccountById(db, actor.userId) : undefined;
    if (account === undefined) throw new ConflictError(messageOf('refusals.accountElsewhere'));
    return account;
  }

  /** @throws ValidationError naming `currentPassword`, TooManyRequestsError after too many wrong ones */
  async function confirm(actor: Actor, currentPassword: string): Promise<Account> {
    const account = await require(actor);
    const { username: name } = account;
    const attempt = { guessed: 'password', name, account, caller: signedInCaller(account) } as const;
    await refuseWaiting(await throttle.take(attempt));
    const isRight =
      currentPassword.length <= maxPasswordLength &&
      (await passwordMatches(currentPassword, account.passwordHash));
    if (!isRight) throw new ValidationError({ currentPassword: messageOf('fields.currentPasswordWrong') });
    await throttle.clear(attempt);
    return account;
  }

  async function refuseWaiting(until: Date | undefined): Promise<void> {
    if (until === undefined) return;
    throw new TooManyRequestsError((until.getTime() - clock.now().getTime()) / 1000);
  }

  /** Completes a change: ends the other sign-ins, writes the log and notifies the person. */
  async function complete(
    tx: Tx,
    actor: Actor,
    account: Account,
    [action, change]: [Parameters<typeof ownCredentialEntry>[1], CredentialChange],
  ): Promise<void> {
    await deps.revokedGrants.revoke(tx, await endOtherSignIns(tx, account.id, actor.grantId));
    await recordAudit(tx, ownCredentialEntry(account, action));
    await notify(tx, account.id, change);
  }

  async function signIns({ userId, grantId = '' }: Actor) {
    const current = await findSessionsOfGrant(db, userId, grantId);
    const sessions = await listSessions(db, userId, usableSince(clock.now()));
    return sessions.map(({ id, ipAddress, start, lastAccess }) => ({
      id,
      ipAddress,
      start: start.toISOString(),
      lastAccess: lastAccess.toISOString(),
      isCurrent: current.includes(id),
    }));
  }

  return {
    async security(actor) {
      if (deps.externalIssuer !== undefined) {
        return { kind: 'external', accountUrl: accountUrlOf(deps.externalIssuer), ...nothing };
      }
      const account = await findAccountById(db, actor.userId);
      const state = account && (await secondFactor.state(db, account.id));
      return {
        kind: 'built-in',
        accountUrl: null,
        secondFactor: {
          isRequired: secondFactor.isRequired(actor.roles),
          since: state?.since.toISOString() ?? null,
          recoveryCodesLeft: state?.recoveryCodesLeft ?? 0,
        },
        signIns: account === undefined ? [] : await signIns(actor),
      };
    },

    async changePassword(actor, { currentPassword, newPassword }) {
      const account = await confirm(actor, currentPassword);
      const problems = await passwordProblems({ owner: account, newPassword, repeated: newPassword });
      const problem = newPassword === currentPassword ? 'isOld' : problems.newPassword;
      if (problem !== undefined && problem !== 'notRepeated') {
        throw new ValidationError({ newPassword: passwordMessage(problem) });
      }
      const hash = await hashPassword(newPassword);
      await postgres.transaction(async (tx) => {
        const version = account.credentialVersion;
        requireUnchanged(await updatePassword(tx, account.id, { hash, mustChange: false, version }));
        await complete(tx, actor, account, ['change-password', 'password-changed']);
      });
    },

    async startSecondFactor(actor, currentPassword) {
      return secondFactor.start(db, await confirm(actor, currentPassword));
    },

    async confirmSecondFactor(actor, code) {
      const account = await require(actor);
      return postgres.transaction(async (tx) => {
        const encryptedKey = await secondFactor.started(tx, account);
        if (encryptedKey === undefined) {
          throw new ConflictError(messageOf('refusals.keyExpired'));
        }
        const codes = await secondFactor.turnOn(tx, account, encryptedKey, code);
        if (codes === undefined) throw new ValidationError({ code: messageOf('fields.codeWrong') });
        requireUnchanged(await advanceCredentials(tx, account.id, account.credentialVersion));
        await complete(tx, actor, account, ['turn-on-second-factor', 'second-factor-on']);
        return codes;
      });
    },

    async turnOffSecondFactor(actor, currentPassword) {
      const account = await confirm(actor, currentPassword);
      if (secondFactor.isRequired(account.roles)) {
        throw new ConflictError(messageOf('refusals.secondFactorRequired'));
      }
      await postgres.transaction(async (tx) => {
        if (!(await secondFactor.isOn(tx, account.id)))
          throw new ConflictError(messageOf('refusals.secondFactorOff'));
        await deleteFactor(tx, account.id);
        requireUnchanged(await advanceCredentials(tx, account.id, account.credentialVersion));
        await complete(tx, actor, account, ['turn-off-second-factor', 'second-factor-off']);
      });
    },

    async renewRecoveryCodes(actor, currentPassword) {
      const account = await confirm(actor, currentPassword);
      return postgres.transaction(async (tx) => {
        if (!(await secondFactor.isOn(tx, account.id)))
          throw new ConflictError(messageOf('refusals.secondFactorOff'));
        const codes = await secondFactor.renewRecoveryCodes(tx, account.id);
        await recordAudit(tx, ownCredentialEntry(account, 'renew-recovery-codes'));
        await notify(tx, account.id, 'recovery-codes-renewed');
        return codes;
      });
    },

    async endSignIns(actor, { currentPassword, id }) {
      const account = await confirm(actor, currentPassword);
      await postgres.transaction(async (tx) => {
        const grants =
          id === undefined
            ? await endOtherSignIns(tx, account.id, actor.grantId)
            : await endSignIn(tx, account.id, id);
        if (grants === undefined) throw new NotFoundError(messageOf('refusals.signInEnded'));
        await deps.revokedGrants.revoke(tx, grants);
        await recordAudit(tx, ownCredentialEntry(account, 'end-sign-ins'));
      });
    },
  };
}

/** What another provider keeps. */
const nothing = { secondFactor: null, signIns: null };

/** @throws ConflictError when someone else has changed the credentials in the meantime */
function requireUnchanged(version: number | undefined): void {
  if (version === undefined) throw new ConflictError(messageOf('refusals.credentialsChanged'));
}

/** Keycloak's page for people; other providers have addresses of their own. */
function accountUrlOf(issuer: string): string | null {
  return /\/realms\/[^/]+$/.test(issuer) ? `${issuer}/account` : null;
}
