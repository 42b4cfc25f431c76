import { LRUCache } from 'lru-cache';
import type { Actor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import type { Log } from '../../infra/log/index.ts';
import type { Db, Postgres } from '../../infra/postgres/index.ts';
import { lockAccounts } from './administration.repo.ts';
import type { AccountList, IdentityProviderUser } from './identity-provider.ts';
import { ownIntegrationName } from './users.policy.ts';
import { disableOthers, type ProviderUser, upsertProviderUsers } from './users.repo.ts';

/** Keeps the hub's users in step with the identity provider and with the callers. */
export interface UserSync {
  /** Stores a caller, in the given transaction. */
  record(tx: Db, actor: Actor): Promise<void>;
  /**
   * Stores a caller in the background, at most once in 10 minutes per user, and at once when their name, roles, email or
   * integration changed. A failure is logged and retried at the next call.
   */
  recordSeen(actor: Actor): void;
  /** Reads the accounts of the identity provider; called while it runs, it reads once more. */
  synchronise(): void;
  /** Resolves when nothing is running. */
  waitForCompletion(): Promise<void>;
  /** Starts nothing more, and resolves when nothing is running. */
  stop(): Promise<void>;
}

const againAfterMs = 10 * 60_000;
const maxKnownUsers = 10_000;

export interface UserSyncDeps {
  postgres: Postgres;
  clock: Clock;
  log: Log;
  /** Left out where accounts are not in this database: users are stored with their first call, or on request. */
  identityProvider?: AccountList;
}

export function createUserSync({ postgres, clock, log, identityProvider }: UserSyncDeps): UserSync {
  const known = new LRUCache<string, { print: string; at: number }>({ max: maxKnownUsers });
  const underWay = new Set<Promise<void>>();
  let synchronising = false;
  let askedAgain = false;
  let stopped = false;

  const record = (tx: Db, actor: Actor) => {
    const now = clock.now();
    return upsertProviderUsers(tx, [personOf(actor)], now, now);
  };

  function keep(work: Promise<void>): void {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }

  async function readAccounts({ list }: AccountList): Promise<void> {
    await postgres.transaction(async (tx) => {
      await lockAccounts(tx);
      await importAccounts(tx, await list(tx), clock.now());
    });
  }

  async function synchroniseWhileAsked(given: AccountList): Promise<void> {
    synchronising = true;
    do {
      askedAgain = false;
      try {
        await readAccounts(given);
      } catch (error) {
        log.warn({ err: error }, 'the accounts of the identity provider could not be read');
      }
    } while (askedAgain && !stopped);
    synchronising = false;
  }

  async function waitForCompletion(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    record,

    recordSeen(actor) {
      const { userId, username, email, roles, integration } = actor;
      const print = JSON.stringify([username, email, roles, integration?.name]);
      const at = clock.now().getTime();
      const last = known.get(userId);
      if (last !== undefined && last.print === print && at - last.at < againAfterMs) return;
      known.set(userId, { print, at });
      keep(
        postgres
          .transaction((tx) => record(tx, actor))
          .catch((error: unknown) => {
            known.delete(userId);
            log.warn({ err: error }, 'a caller could not be stored');
          }),
      );
    },

    synchronise() {
      askedAgain = true;
      if (identityProvider !== undefined && !synchronising && !stopped)
        keep(synchroniseWhileAsked(identityProvider));
    },

    waitForCompletion,

    async stop() {
      stopped = true;
      await waitForCompletion();
    },
  };
}

/** Stores all accounts of the identity provider; who has none, or a disabled one, gets no more notifications. */
export async function importAccounts(
  tx: Db,
  accounts: readonly IdentityProviderUser[],
  now: Date,
): Promise<void> {
  await upsertProviderUsers(tx, accounts.map(userOfAccount), now, null);
  const enabled = accounts.filter((account) => account.enabled);
  await disableOthers(
    tx,
    enabled.map(({ subject }) => subject),
  );
}

/** The part of an account that the hub stores. */
export function userOfAccount(account: IdentityProviderUser): ProviderUser {
  const { subject, username, email, roles, integrationName } = account;
  return { subject, username, email, roles, integrationName: ownIntegrationName(roles, integrationName) };
}

function personOf({ userId, username, email, roles, integration }: Actor): ProviderUser {
  return { subject: userId, username, email, roles, integrationName: integration?.name ?? null };
}
