import { randomInt } from 'node:crypto';
import { isProviderRole, recognisedRoles } from '@ludus/contract';
import type { Clock } from '../../infra/clock/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { type Encryptor, hashRecoveryCode, Secret } from '../../infra/crypto/index.ts';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import type { Account } from './identity.repo.ts';
import {
  countRecoveryCodes,
  deletePendingKey,
  findFactor,
  findPendingKey,
  replaceRecoveryCodes,
  saveFactor,
  savePendingKey,
  takeRecoveryCode,
  takeStep,
} from './second-factor.repo.ts';
import { newKey, type ShownKey, showKey, stepOfCode } from './second-factor.totp.ts';

type Owner = Pick<Account, 'id' | 'username'>;

export interface SecondFactor {
  /** Returns whether an account with these roles must have one. */
  isRequired(roles: readonly string[]): boolean;
  isOn(db: Db, accountId: string): Promise<boolean>;
  /** Undefined while it is off. */
  state(db: Db, accountId: string): Promise<{ since: Date; recoveryCodesLeft: number } | undefined>;
  /** Returns a new key, encrypted for its account. */
  newEncryptedKey(owner: Owner): Promise<string>;
  show(owner: Owner, encryptedKey: string): Promise<ShownKey>;
  /** Replaces a key that waits for its first code. */
  start(db: Db, owner: Owner): Promise<ShownKey>;
  /** Returns the encrypted key that was started within the last 15 minutes. */
  started(db: Db, owner: Owner): Promise<string | undefined>;
  /** Stores the factor when the code fits its key. Returns the recovery codes, or undefined for a wrong code. */
  turnOn(tx: Tx, owner: Owner, encryptedKey: string, code: string): Promise<string[] | undefined>;
  /** Checks a code of the app or a recovery code, and uses it up. */
  check(db: Db, owner: Owner, code: string): Promise<boolean>;
  /** Replaces the recovery codes. Returns the new ones, which are not stored as text. */
  renewRecoveryCodes(db: Db, accountId: string): Promise<string[]>;
}

const startedForMs = 15 * 60_000;
const recoveryCodeCount = 10;
// 49 bits, in letters and digits that are not taken for one another.
const recoveryAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const recoveryLength = 10;

/** What the key of an account is encrypted for. */
export const factorPurpose = (accountId: string): string => `second factor of ${accountId}`;

/** TOTP with recovery codes for the built-in accounts. */
export function createSecondFactor(deps: {
  encryptor: () => Promise<Encryptor>;
  clock: Clock;
  policy: Settings['secondFactor'];
}): SecondFactor {
  const { clock, policy } = deps;

  async function open({ id }: Owner, encryptedKey: string): Promise<string> {
    return (await deps.encryptor()).decrypt(encryptedKey, factorPurpose(id)).reveal();
  }

  async function hashOf(db: Db, accountId: string, code: string): Promise<string> {
    return hashRecoveryCode(db, await deps.encryptor(), `${accountId} ${code}`);
  }

  async function newEncryptedKey({ id }: Owner): Promise<string> {
    return (await deps.encryptor()).encrypt(new Secret(newKey()), factorPurpose(id));
  }

  const show = async (owner: Owner, encryptedKey: string): Promise<ShownKey> =>
    showKey(await open(owner, encryptedKey), owner.username);

  async function renewRecoveryCodes(db: Db, accountId: string): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
    const hashes = await Promise.all(codes.map((code) => hashOf(db, accountId, plainCode(code))));
    await replaceRecoveryCodes(db, accountId, hashes);
    return codes;
  }

  return {
    isRequired(roles) {
      if (policy !== 'provider') return policy === 'required';
      return recognisedRoles(roles).some(isProviderRole);
    },

    isOn: async (db, accountId) => (await findFactor(db, accountId)) !== undefined,

    async state(db, accountId) {
      const factor = await findFactor(db, accountId);
      if (factor === undefined) return undefined;
      return { since: factor.confirmedAt, recoveryCodesLeft: await countRecoveryCodes(db, accountId) };
    },

    newEncryptedKey,
    show,

    async start(db, owner) {
      const encryptedKey = await newEncryptedKey(owner);
      await savePendingKey(db, owner.id, encryptedKey, clock.now());
      return show(owner, encryptedKey);
    },

    started: (db, { id }) => findPendingKey(db, id, new Date(clock.now().getTime() - startedForMs)),

    async turnOn(tx, owner, encryptedKey, code) {
      const now = clock.now();
      const step = stepOfCode(await open(owner, encryptedKey), code, now);
      if (step === undefined) return undefined;
      await saveFactor(tx, { accountId: owner.id, encryptedKey, step, at: now });
      await deletePendingKey(tx, owner.id);
      return renewRecoveryCodes(tx, owner.id);
    },

    async check(db, owner, code) {
      const factor = await findFactor(db, owner.id);
      if (factor === undefined) return false;
      const step = stepOfCode(await open(owner, factor.encryptedKey), code, clock.now());
      if (step !== undefined) return takeStep(db, owner.id, step);
      return takeRecoveryCode(db, owner.id, await hashOf(db, owner.id, plainCode(code)));
    },

    renewRecoveryCodes,
  };
}

/** Such as `7K2MX-Q9RTB`. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: recoveryLength }, () =>
    recoveryAlphabet.charAt(randomInt(recoveryAlphabet.length)),
  );
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

const plainCode = (code: string): string => code.toUpperCase().replace(/[^0-9A-Z]/g, '');
