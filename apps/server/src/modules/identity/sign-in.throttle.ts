import type { Clock } from '../../infra/clock/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import type { Account } from './identity.repo.ts';
import { type Caller, networkOf } from './sign-in.caller.ts';
import { type AttemptKey, clearAttempts, takeAttempt } from './sign-in-attempts.repo.ts';

/** Failures without a wait: of a name from one network, of a name from anywhere, of a network, of a known browser. */
const freeFailures = { nameAtNetwork: 5, name: 25, network: 50, browser: 5 };

/** The secret that is guessed. Each has its own counts. */
export type Guessed = 'password' | 'code';

export interface Attempt {
  guessed: Guessed;
  /** As it was typed. */
  name: string;
  account: Account | undefined;
  caller: Caller;
}

export interface SignInThrottle {
  /** Counts an attempt before it is checked. Returns until when the caller has to wait, if so. */
  take(attempt: Attempt): Promise<Date | undefined>;
  /** Forgets the failures of an attempt that was right. */
  clear(attempt: Attempt): Promise<void>;
}

/**
 * Slows guessing down. A browser that has signed in to the account before is counted by itself, so that guesses made
 * elsewhere do not lock its owner out.
 */
export function createSignInThrottle({ db, clock }: { db: Db; clock: Clock }): SignInThrottle {
  return {
    async take(attempt) {
      const { own, shared } = keysOf(attempt);
      return takeAttempt(db, [...own, ...shared], clock.now());
    },
    async clear(attempt) {
      const { own, shared } = keysOf(attempt);
      await clearAttempts(
        db,
        own.map(({ key }) => key),
        shared.map(({ key }) => key),
      );
    },
  };
}

/** `own` keys belong to the name; `shared` ones count other names too. */
function keysOf(attempt: Attempt): { own: AttemptKey[]; shared: AttemptKey[] } {
  const { guessed, caller } = attempt;
  const prefix = guessed === 'password' ? '' : `${guessed} `;
  const { known } = caller;
  if (known !== undefined && isKnownTo(attempt)) {
    return { own: [{ key: `${prefix}browser ${known.id}`, free: freeFailures.browser }], shared: [] };
  }
  const name = attempt.name.trim().toLowerCase();
  const network = networkOf(caller.address);
  return {
    own: [
      { key: `${prefix}name ${name} at ${network}`, free: freeFailures.nameAtNetwork },
      { key: `${prefix}name ${name}`, free: freeFailures.name },
    ],
    shared: [{ key: `${prefix}address ${network}`, free: freeFailures.network }],
  };
}

/** A person who is signed in is counted by their account, wherever they call from. */
export function signedInCaller({ id, credentialVersion }: Account): Caller {
  return {
    address: '',
    browser: '',
    known: { accountId: id, version: credentialVersion, id: `signed in ${id}` },
  };
}

function isKnownTo({ account, caller: { known } }: Attempt): boolean {
  return known?.accountId === account?.id && known?.version === account?.credentialVersion;
}
