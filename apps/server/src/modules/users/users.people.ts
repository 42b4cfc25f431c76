import type { Actor } from '../../platform/access/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Db, Postgres } from '../../platform/postgres/index.ts';
import { lockAccounts } from './administration.repo.ts';
import type { AccountList, DirectoryUser } from './users.directory.ts';
import { ownIntegrationName } from './users.policy.ts';
import { disableOthers, type ProviderPerson, upsertProviderPeople } from './users.repo.ts';

/** How people of the identity provider become known to the hub. */
export interface People {
  /** Notes somebody who uses the hub, in the caller's transaction. */
  record(tx: Db, actor: Actor): Promise<void>;
  /**
   * Notes somebody who uses the hub, later: no call waits for it. At most once in 10 minutes per person, and at once when
   * their name, roles, e-mail or integration changed. A failure is logged and tried again at the next call.
   */
  seen(actor: Actor): void;
  /** Reads the directory. Asked for while it runs, it reads once more. */
  synchronise(): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** Notes nothing more, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

const againAfterMs = 10 * 60_000;
const rememberedPeople = 10_000;

export interface PeopleDeps {
  postgres: Postgres;
  clock: Clock;
  log: Log;
  /** Left out where accounts are not in this database: people become known with their first call, or when asked for. */
  directory?: AccountList;
}

export function createPeople({ postgres, clock, log, directory }: PeopleDeps): People {
  const known = new Map<string, { print: string; at: number }>();
  const underWay = new Set<Promise<void>>();
  let synchronising = false;
  let askedAgain = false;
  let stopped = false;

  const record = (tx: Db, actor: Actor) => {
    const now = clock.now();
    return upsertProviderPeople(tx, [personOf(actor)], now, now);
  };

  function keep(work: Promise<void>): void {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }

  async function readDirectory({ list }: AccountList): Promise<void> {
    await postgres.transaction(async (tx) => {
      await lockAccounts(tx);
      await takeAccounts(tx, await list(tx), clock.now());
    });
  }

  async function synchroniseWhileAsked(given: AccountList): Promise<void> {
    synchronising = true;
    do {
      askedAgain = false;
      try {
        await readDirectory(given);
      } catch (error) {
        log.warn({ err: error }, 'the accounts of the identity provider could not be read');
      }
    } while (askedAgain && !stopped);
    synchronising = false;
  }

  async function settled(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    record,

    seen(actor) {
      const { userId, username, email, roles, integration } = actor;
      const print = JSON.stringify([username, email, roles, integration?.name]);
      const at = clock.now().getTime();
      const last = known.get(userId);
      if (last !== undefined && last.print === print && at - last.at < againAfterMs) return;
      if (known.size >= rememberedPeople) known.delete(known.keys().next().value ?? '');
      known.set(userId, { print, at });
      keep(
        postgres
          .transaction((tx) => record(tx, actor))
          .catch((error: unknown) => {
            known.delete(userId);
            log.warn({ err: error }, 'a person who uses the hub could not be noted');
          }),
      );
    },

    synchronise() {
      askedAgain = true;
      if (directory !== undefined && !synchronising && !stopped) keep(synchroniseWhileAsked(directory));
    },

    settled,

    async stop() {
      stopped = true;
      await settled();
    },
  };
}

/** Notes all accounts of the identity provider; who has none, or a disabled one, is told nothing any more. */
export async function takeAccounts(tx: Db, accounts: readonly DirectoryUser[], now: Date): Promise<void> {
  await upsertProviderPeople(tx, accounts.map(personOfAccount), now, null);
  const enabled = accounts.filter((account) => account.enabled);
  await disableOthers(
    tx,
    enabled.map(({ subject }) => subject),
  );
}

/** What the hub notes of an account. */
export function personOfAccount(account: DirectoryUser): ProviderPerson {
  const { subject, username, email, roles, integrationName } = account;
  return { subject, username, email, roles, integrationName: ownIntegrationName(roles, integrationName) };
}

function personOf({ userId, username, email, roles, integration }: Actor): ProviderPerson {
  return { subject: userId, username, email, roles, integrationName: integration?.name ?? null };
}
