import { messageOf } from '@ludus/contract';
import { recordAudit, unknownPerson } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import type { Account } from './identity.repo.ts';
import { type Caller, networkOf, storable } from './sign-in.caller.ts';
import { countRefusal, type Refusal, takeRepeatedRefusals } from './sign-in-refusals.repo.ts';

/** Why a sign-in was refused, for the audit log. The page does not show it. */
export type RefusalReason = (typeof refusalReasons)[number];

export const refusalReasons = [
  'unknown-name',
  'disabled-account',
  'wrong-password',
  'demo-password',
  'wrong-code',
  'too-many-attempts',
] as const;

export interface SignInLog {
  accepted(tx: Tx, account: Account, caller: Caller, methods: readonly string[]): Promise<void>;
  signedOut(tx: Tx, account: Account, address: string): Promise<void>;
  /**
   * Writes an entry for the first refusal of a name at a network, and counts further ones within a minute. Those that wait
   * are counted by network only, so that an anonymous caller cannot fill the log with names.
   */
  refused(given: {
    name: string;
    account: Account | undefined;
    caller: Caller;
    reason: RefusalReason;
  }): Promise<void>;
  /** Writes one entry for the repeats of each refusal whose minute is over. */
  flush(): Promise<void>;
}

const minuteMs = 60_000;
const maxName = 100;
const maxBrowser = 200;

/** Writes sign-ins into the audit log. */
export function createSignInLog({
  postgres,
  clock,
  onOutcome = () => {},
}: {
  postgres: Postgres;
  clock: Clock;
  onOutcome?: (outcome: 'accepted' | RefusalReason) => void;
}): SignInLog {
  async function flush(tx: Tx): Promise<void> {
    const firstBefore = new Date(clock.now().getTime() - minuteMs);
    for (const { repeats, ...refusal } of await takeRepeatedRefusals(tx, firstBefore)) {
      await recordRefusal(tx, refusal, repeats);
    }
  }

  return {
    async accepted(tx, account, caller, methods) {
      await recordAudit(tx, {
        actor: { userId: account.id, username: account.username },
        type: 'signIns',
        action: 'sign-in',
        objectId: account.id,
        description: messageOf('logs.signedIn', { address: caller.address }),
        changes: {
          address: caller.address,
          browser: storable(caller.browser, maxBrowser),
          methods: [...methods],
          knownBrowser: caller.known?.accountId === account.id,
        },
      });
      onOutcome('accepted');
    },

    signedOut: (tx, account, address) =>
      recordAudit(tx, {
        actor: { userId: account.id, username: account.username },
        type: 'signIns',
        action: 'sign-out',
        objectId: account.id,
        description: messageOf('logs.signedOut', { address }),
        changes: { address },
      }),

    async refused({ name, account, caller, reason }) {
      onOutcome(reason);
      const refusal: Refusal = {
        name: storable(name, maxName),
        accountId: account?.id ?? null,
        address: caller.address,
        browser: storable(caller.browser, maxBrowser),
        reason,
      };
      const network = networkOf(caller.address);
      const key =
        reason === 'too-many-attempts' ? `wait ${network}` : `${refusal.name.toLowerCase()} at ${network}`;
      await postgres.transaction(async (tx) => {
        await flush(tx);
        if (await countRefusal(tx, key, refusal, clock.now())) await recordRefusal(tx, refusal, 0);
      });
    },

    flush: () => postgres.transaction(flush),
  };
}

/** `repeats` is how many were refused after the first one; 0 for the first one itself. */
async function recordRefusal(tx: Tx, refusal: Refusal, repeats: number): Promise<void> {
  const { name, accountId, address, browser, reason } = refusal;
  await recordAudit(tx, {
    actor: unknownPerson,
    type: 'signIns',
    action: 'refuse-sign-in',
    objectId: accountId,
    description:
      repeats === 0
        ? messageOf('logs.signInRefused', { name, address })
        : messageOf('logs.signInsRefused', { count: repeats, name, address }),
    changes: { name, address, browser, reason, attempts: Math.max(1, repeats) },
  });
}
